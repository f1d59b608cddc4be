// Ends its process, at the place and in the way that the environment says: RESTORATION_CRASH_AT is
// "load", "create", "make", "decode", "finished", "encode", "interface", "method" or "destroy",
// RESTORATION_CRASH_BY one of `ways`, and RESTORATION_CRASH_IDENTIFIER the identifier of the
// object, unless it is being loaded. Without them it behaves.
#include <signal.h>
#include <stdbool.h>
#include <time.h>
#include <unistd.h>

#include "fixture.h"

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.crashing", "version": "1.0.0", "abi": "0.2",
    "applications": ["org.example.test", "org.restorationkit.petfinder"],
    "classes": [{"id": "Fragile", "version": 1,
                 "routes": ["Frame/*", "Tabs/Find/Details/Edit", "Tabs/Find/Details/Notes"]}]
})

#ifdef REBUILT
// Another build of the same version.
__attribute__((used)) static const char rebuilt[4096] = {1};
#endif

typedef struct fragile {
    char identifier[32];
    char text[64];
} fragile;

static volatile sig_atomic_t sink;

static void raise_segv(void) { raise(SIGSEGV); }
static void dereference(void) { *(volatile int *)(uintptr_t)8 = 1; }
static void trap(void) { __builtin_trap(); }
static void divide(void) { raise(SIGFPE); }
static void end_unstamped(void) { raise(SIGKILL); }

__attribute__((noinline)) static int overflow(int depth) {
    volatile char room[4096];
    room[0] = (char)depth;
    return depth < 0 ? 0 : overflow(depth + 1) + room[0];
}

static void overflow_stack(void) { sink = overflow(1); }

// Tells by a pipe that it has come this far.
static void tell(void) {
    FILE *pipe = fopen(getenv("RESTORATION_CRASH_PIPE"), "w");
    fprintf(pipe, "%d\n", (int)getpid());
    fclose(pipe);
}

static void hang(void) {
    tell();
    for (;;)
        pause();
}

static void loop(void) {
    tell();
    for (;;)
        sink++;
}

// Never comes back, and says nothing.
static void spin(void) {
    for (;;)
        sink++;
}

// Takes half a second, and says all the time that it is at work.
static void work(void) {
    struct timespec start, now;
    clock_gettime(CLOCK_MONOTONIC, &start);
    do {
        if (RESTORATION_HOST_HAS(host, report_progress))
            host->report_progress(host);
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while ((now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1000000 < 500);
}

static const struct {
    const char *name;
    void (*function)(void);
} ways[] = {{"segv", raise_segv}, {"address", dereference}, {"abort", abort},
            {"trap", trap},       {"fpe", divide},          {"overflow", overflow_stack},
            {"hang", hang},       {"loop", loop},           {"kill", end_unstamped},
            {"spin", spin},       {"work", work}};

static bool is_set(const char *name, const char *value) {
    const char *set = getenv(name);
    return set != NULL && strcmp(set, value) == 0;
}

static void end_at(const char *stage) {
    if (!is_set("RESTORATION_CRASH_AT", stage))
        return;
    for (size_t index = 0; index < sizeof ways / sizeof *ways; index++)
        if (is_set("RESTORATION_CRASH_BY", ways[index].name))
            ways[index].function();
}

__attribute__((constructor)) static void load(void) { end_at("load"); }

static void reach(const char *stage, const fragile *self) {
    if (is_set("RESTORATION_CRASH_IDENTIFIER", self->identifier))
        end_at(stage);
}

static restoration_status create(const restoration_creation_request *request, void **object) {
    fragile *self = calloc(1, sizeof *self);
    const restoration_string name = request->path[request->path_count - 1];
    snprintf(self->identifier, sizeof self->identifier, "%.*s", (int)name.count, name.bytes);
    snprintf(self->text, sizeof self->text, "text of %s", self->identifier);
    reach(request->reason == RESTORATION_REASON_MAKE ? "make" : "create", self);
    *object = self;
    return RESTORATION_OK;
}

static restoration_status encode(void *object, restoration_coder *coder) {
    reach("encode", object);
    return restoration_put_string(coder, TEXT("text"), text_of(((fragile *)object)->text));
}

static restoration_status decode(void *object, restoration_coder *coder) {
    restoration_string text;
    reach("decode", object);
    return restoration_get_string(coder, TEXT("text"), &text);
}

static void finished(void *object) { reach("finished", object); }
static void destroy(void *object) {
    reach("destroy", object);
    free(object);
}

static const void *interface(void *object, restoration_string name) {
    (void)name;
    reach("interface", object);
    return NULL;
}
static int32_t poke(void *object) {
    reach("method", object);
    return 1;
}

static const restoration_method poke_method =
    RESTORATION_METHOD("poke", "(object) -> int32", poke);
static const restoration_method *const methods[] = {&poke_method};

static const restoration_class fragile_class = {
    .struct_size = sizeof(restoration_class),
    .schema_version = 1,
    .id = RESTORATION_INITIALIZER("Fragile"),
    .create = create,
    .encode = encode,
    .decode = decode,
    .finished = finished,
    .interface = interface,
    .methods = methods,
    .method_count = 1,
    .destroy = destroy};

ENTRY_POINT("org.example.crashing", fragile_class)
