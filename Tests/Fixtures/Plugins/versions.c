// One class in several versions, which -DSCHEMA selects. Further -D add faults in migration.
#include "fixture.h"

#ifndef SCHEMA
#define SCHEMA 1
#endif

#if SCHEMA < 3
#define CLASS_ID "Note"
#define ABI "0.3"
#define ALIASES
#else
#define CLASS_ID "Memo"
#define ABI {"minimum": "0.3", "maximum": "0.3"}
#define ALIASES "aliases": ["Note"],
#endif

REPLACED_MANIFEST({
    "manifest": 1, "id": "org.example.versions", "version": "1.0.0", "abi": ABI,
    "applications": ["org.example.test"],
    "classes": [{"id": CLASS_ID, "version": SCHEMA, ALIASES "routes": ["Frame/*"]}]
})

typedef struct note {
    int64_t number;
    uint32_t version_read;
    restoration_handle frame;
    restoration_handle handle;
    char text[32];
} note;

static restoration_status create(const restoration_creation_request *request, void **object) {
    note *self = calloc(1, sizeof *self);
    self->handle = request->object;
    restoration_get_int64(request->parameters, TEXT("number"), &self->number);
    if (request->state != NULL) self->version_read = request->state->schema_version;
    *object = self;
    return RESTORATION_OK;
}

// 1: number, frame, list, secret.   2: the same, but the number is doubled and in a dictionary.
// 3: the number is outside the dictionary again, and tripled.
static restoration_status encode(void *object, restoration_coder *coder) {
    note *self = object;
    restoration_handle frame = 0;
    CHECK(coder->schema_version == SCHEMA);
    host->parent(host, self->handle, &frame);
    CHECK(restoration_put_int64(coder, TEXT("number"), self->number) == RESTORATION_OK);
#ifdef KNOWS_MORE
    CHECK(restoration_put_reference(coder, TEXT("frame"), frame) == RESTORATION_OK);
    CHECK(restoration_begin_array(coder, TEXT("list")) == RESTORATION_OK);
    CHECK(restoration_begin_dictionary(coder, RESTORATION_ELEMENT) == RESTORATION_OK);
    CHECK(restoration_put_reference(coder, TEXT("frame"), frame) == RESTORATION_OK);
    CHECK(restoration_put_double(coder, TEXT("half"), 0.5) == RESTORATION_OK);
    CHECK(restoration_end(coder) == RESTORATION_OK);
    CHECK(restoration_put_string(coder, RESTORATION_ELEMENT, TEXT("last")) == RESTORATION_OK);
    CHECK(restoration_end(coder) == RESTORATION_OK);
    CHECK(restoration_put_string(coder, TEXT("secret"), TEXT("typed")) == RESTORATION_OK);
    CHECK(restoration_mark_sensitive(coder, TEXT("secret")) == RESTORATION_OK);
#endif
    return RESTORATION_OK;
}

static restoration_status decode(void *object, restoration_coder *coder) {
    note *self = object;
    self->version_read = coder->schema_version;
    restoration_get_int64(coder, TEXT("number"), &self->number);
#ifdef KNOWS_MORE
    restoration_handle frame, other;
    uint64_t count;
    double half;
    restoration_string last;
    CHECK(host->parent(host, self->handle, &frame) == RESTORATION_OK);
    CHECK(restoration_get_reference(coder, TEXT("frame"), &self->frame) == RESTORATION_OK);
    CHECK(self->frame == frame);
    CHECK(restoration_enter(coder, TEXT("list"), &count) == RESTORATION_OK && count == 2);
    CHECK(restoration_enter(coder, RESTORATION_ELEMENT, &count) == RESTORATION_OK && count == 2);
    CHECK(restoration_get_double(coder, TEXT("half"), &half) == RESTORATION_OK && half == 0.5);
    CHECK(restoration_get_reference(coder, TEXT("frame"), &other) == RESTORATION_OK);
    CHECK(other == frame);
    CHECK(restoration_leave(coder) == RESTORATION_OK);
    CHECK(restoration_get_string(coder, RESTORATION_ELEMENT, &last) == RESTORATION_OK);
    CHECK(last.count == 4 && memcmp(last.bytes, "last", 4) == 0);
    CHECK(restoration_leave(coder) == RESTORATION_OK);
#endif
    return RESTORATION_OK;
}

#ifdef MIGRATES
static restoration_status migrate(const restoration_class *object_class, uint32_t from_version,
                                  restoration_coder *state, restoration_coder *migrated) {
    int64_t number;
    restoration_handle object;
    CHECK(object_class->schema_version == SCHEMA);
    CHECK(state->schema_version == from_version);
    CHECK(migrated->schema_version == from_version + 1);
    if (MIGRATES == 2) {
        host->fail(host, TEXT("the old format is forgotten"));
        return RESTORATION_FAILED;
    }
    if (MIGRATES == 3) return restoration_begin_array(migrated, TEXT("open"));
    if (MIGRATES == 4) return RESTORATION_UNSUPPORTED;
    // References can be copied, but not followed.
    CHECK(restoration_get_reference(state, TEXT("frame"), &object) == RESTORATION_MISMATCH);
    CHECK(restoration_put_reference(migrated, TEXT("none"), 1) == RESTORATION_INVALID);
    CHECK(restoration_put_reference(migrated, TEXT("none"), 0) == RESTORATION_OK);
    // The copy replaces the refused value.
    CHECK(restoration_put_string(migrated, TEXT("frame"), TEXT("\xff")) == RESTORATION_INVALID);
    CHECK(restoration_put_copy(migrated, TEXT("frame"), state, TEXT("frame")) == RESTORATION_OK);
    CHECK(restoration_put_copy(migrated, TEXT("x"), state, TEXT("y")) == RESTORATION_ABSENT);
    CHECK(restoration_put_copy(state, TEXT("x"), migrated, TEXT("frame")) == RESTORATION_INVALID);
    CHECK(restoration_put_copy(migrated, TEXT("secret"), state, TEXT("secret")) == RESTORATION_OK);
    // Element by element, like a class that changes some of them.
    uint64_t count;
    CHECK(restoration_enter(state, TEXT("list"), &count) == RESTORATION_OK && count == 2);
    CHECK(restoration_begin_array(migrated, TEXT("list")) == RESTORATION_OK);
    while (restoration_put_copy(migrated, RESTORATION_ELEMENT, state, RESTORATION_ELEMENT) ==
           RESTORATION_OK)
        continue;
    CHECK(restoration_end(migrated) == RESTORATION_OK);
    CHECK(restoration_leave(state) == RESTORATION_OK);
    if (from_version == 1) {
        CHECK(restoration_get_int64(state, TEXT("number"), &number) == RESTORATION_OK);
        CHECK(restoration_begin_dictionary(migrated, TEXT("numbers")) == RESTORATION_OK);
        CHECK(restoration_put_int64(migrated, TEXT("doubled"), number * 2) == RESTORATION_OK);
        return restoration_end(migrated);
    }
    CHECK(restoration_enter(state, TEXT("numbers"), &count) == RESTORATION_OK);
    CHECK(restoration_get_int64(state, TEXT("doubled"), &number) == RESTORATION_OK);
    return restoration_put_int64(migrated, TEXT("number"), number * 3);
}
#define MIGRATE migrate
#else
#define MIGRATE NULL
#endif

static int64_t get_number(void *object) { return ((note *)object)->number; }
static int64_t get_version(void *object) { return ((note *)object)->version_read; }

static const restoration_method number_method =
    RESTORATION_METHOD("number", "(object) -> int64", get_number);
static const restoration_method version_method =
    RESTORATION_METHOD("version", "(object) -> int64", get_version);
static const restoration_method *const methods[] = {&number_method, &version_method};

CLASS(note_class, CLASS_ID, SCHEMA, .create = create, .encode = encode, .decode = decode,
      .destroy = free, .migrate = MIGRATE, .methods = methods, .method_count = 2);

ENTRY_POINT("org.example.versions", note_class)
