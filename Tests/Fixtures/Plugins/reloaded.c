// One class in several builds. -DBUILD numbers them, -DSCHEMA is the version of the state, and
// -DFAULT names one fault.
#include <signal.h>

#include "fixture.h"

#ifndef BUILD
#define BUILD 1
#endif
#ifndef SCHEMA
#define SCHEMA 1
#endif
#ifndef FAULT
#define FAULT ""
#endif

#if SCHEMA == 1
#define CLASS_ID "Note"
#define VERSION 1
#define MORE "routes": ["Frame/*", "Frame/*/*"]
#elif SCHEMA == 2
#define CLASS_ID "Sheet"
#define VERSION 2
#define MORE "aliases": ["Note"], "routes": ["Frame/*", "Frame/*/*"]
#elif SCHEMA == 3
#define CLASS_ID "Note"
#define VERSION 3
#define MORE "routes": ["Frame/*"]
#else
#define CLASS_ID "Other"
#define VERSION 1
#define MORE "routes": ["Frame/*"]
#endif

REPLACED_MANIFEST({
    "manifest": 1, "id": "org.example.reloaded", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.test"],
    "classes": [{"id": CLASS_ID, "version": VERSION, MORE}]
})

static int has(const char *fault) { return strcmp(FAULT, fault) == 0; }

typedef struct note {
    restoration_handle handle;
    int64_t number;
    int64_t shade;
    restoration_handle peer;
} note;

/// The number of live objects of this build.
static int64_t alive;

static restoration_status create(const restoration_creation_request *request, void **object) {
    const restoration_string *name = &request->path[request->path_count - 1];
    int is_last = name->count == 3 && memcmp(name->bytes, "500", 3) == 0;
    if (has("create.declined") && is_last) return RESTORATION_DECLINED;
    if (has("create.later") && is_last) return RESTORATION_NOT_YET;
    note *self = calloc(1, sizeof *self);
    self->handle = request->object;
    alive++;
    *object = self;
    return RESTORATION_OK;
}

static restoration_status encode(void *object, restoration_coder *coder) {
    note *self = object;
    CHECK(!has("encode"));
    restoration_put_int64(coder, TEXT("number"), SCHEMA == 2 ? -self->number : self->number);
    if (BUILD > 1) restoration_put_int64(coder, TEXT("shade"), self->shade);
    return restoration_put_reference(coder, TEXT("peer"), self->peer);
}

static restoration_status decode(void *object, restoration_coder *coder) {
    note *self = object;
    restoration_get_int64(coder, TEXT("number"), &self->number);
    if (SCHEMA == 2) self->number = -self->number;
    if (BUILD > 1) restoration_get_int64(coder, TEXT("shade"), &self->shade);
    restoration_get_reference(coder, TEXT("peer"), &self->peer);
    if (has("decode.child")) {
        restoration_handle child;
        CHECK(host->make(host, self->handle, TEXT("Stray"), NULL, NULL, &child) == RESTORATION_OK);
    }
    if (has("decode.tree")) {
        // Adopts its neighbour as a child, under another name.
        CHECK(self->peer == 0 || host->add_child(host, self->handle, self->peer) == RESTORATION_OK);
        CHECK(host->register_object(host, self->handle, TEXT("Moved"), 0) == RESTORATION_OK);
        CHECK(self->number != 0);
    }
    if (has("makes") && host->make(host, self->handle, TEXT("Made"), NULL, NULL, &self->peer))
        return RESTORATION_FAILED;
    CHECK(!(has("decode") && self->number == 500));
    CHECK(!(has("decode.child") && self->number == 500));
    if (has("crash")) raise(SIGSEGV);
    if (has("decode.later")) return RESTORATION_NOT_YET;
    // All objects belong to this build by now.
    CHECK(self->peer == 0 || host->own_object(host, self->peer) != NULL);
    return RESTORATION_OK;
}

static void finished(void *object) {
    note *self = object;
    if (has("finished") && self->number == 500) host->fail(host, TEXT("it is never finished"));
}

static void cancelled(const restoration_class *self, restoration_handle object) {
    say("cancelled");
}

static void destroy(void *object) {
    alive--;
    free(object);
}

static restoration_status migrate(const restoration_class *self, uint32_t version,
                                  restoration_coder *state, restoration_coder *migrated) {
    int64_t number;
    CHECK(version == 1 && !has("migrate"));
    CHECK(restoration_get_int64(state, TEXT("number"), &number) == RESTORATION_OK);
    restoration_put_int64(migrated, TEXT("number"), -number);
    return restoration_put_copy(migrated, TEXT("peer"), state, TEXT("peer"));
}

static int64_t add(void *object, int64_t number) { return ((note *)object)->number += number; }
static int64_t shade(void *object, int64_t number) { return ((note *)object)->shade = number; }
static int64_t get_shade(void *object) { return ((note *)object)->shade; }
static int64_t build(void *object) { return (void)object, BUILD; }
static int64_t count(void *object) { return (void)object, alive; }

static int64_t peer(void *object) {
    note *other = host->own_object(host, ((note *)object)->peer);
    return other == NULL ? -1 : other->number;
}

/// Runs code of the host.
static void ask(void *object) {
    const restoration_string path[] = {TEXT("Frame"), TEXT("Nobody")};
    restoration_handle found;
    host->find(host, path, 2, &found);
}

static void meet(void *object, restoration_handle other) { ((note *)object)->peer = other; }

static const restoration_method all[] = {
    RESTORATION_METHOD("add", "(object, int64) -> int64", add),
    RESTORATION_METHOD("shade", "(object, int64) -> int64", shade),
    RESTORATION_METHOD("get_shade", "(object) -> int64", get_shade),
    RESTORATION_METHOD("build", "(object) -> int64", build),
    RESTORATION_METHOD("count", "(object) -> int64", count),
    RESTORATION_METHOD("peer", "(object) -> int64", peer),
    RESTORATION_METHOD("ask", "(object) -> void", ask),
    RESTORATION_METHOD("meet", "(object, object) -> void", meet),
};
static const restoration_method *const methods[] = {
    &all[0], &all[1], &all[2], &all[3], &all[4], &all[5], &all[6], &all[7],
};

CLASS(note_class, CLASS_ID, VERSION, .create = create, .encode = encode, .decode = decode,
      .destroy = destroy, .finished = finished, .cancelled = cancelled, .migrate = migrate,
      .methods = methods, .method_count = sizeof methods / sizeof *methods);

ENTRY_POINT("org.example.reloaded", note_class)
