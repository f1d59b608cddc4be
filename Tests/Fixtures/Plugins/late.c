// Objects whose data arrives on another thread.
#include "fixture.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.late", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.test"],
    "classes": [
        {"id": "Late", "version": 1, "routes": ["Frame/Late"]},
        {"id": "Never", "version": 1, "routes": ["Frame/Never"]},
        {"id": "Unready", "version": 1, "routes": ["Frame/Unready"]},
        {"id": "Parent", "version": 1, "routes": ["Frame/Parent"]},
        {"id": "Below", "version": 1, "routes": ["Frame/Parent/Late"]},
        {"id": "Unmade", "version": 1, "routes": ["Frame/Parent/Unmade"]}
    ]
})

typedef struct late {
    int64_t number;
    restoration_handle self;
    restoration_handle child;
} late;

static pthread_t bringer;
static bool has_begun;
static atomic_bool is_there;
static restoration_handle waiting;
static restoration_handle cancelled_handle;

static void *bring(void *ignored) {
    // No object waits for any of these.
    host->arrived(host, 0);
    host->arrived(host, 1);
    host->arrived(host, UINT64_MAX);
    host->arrived(host, waiting + 1);
    host->arrived(host, waiting ^ (UINT64_C(1) << 50));
    atomic_store(&is_there, true);
    for (int count = 0; count < 10000; count += 1) host->arrived(host, waiting);
    return NULL;
}

/// Starts the arrival of the data of `object`, and returns whether it has arrived.
static bool is_brought(restoration_handle object) {
    if (has_begun && waiting == object) return atomic_load(&is_there);
    if (has_begun) pthread_join(bringer, NULL);
    atomic_store(&is_there, false);
    waiting = object;
    has_begun = pthread_create(&bringer, NULL, bring, NULL) == 0;
    return false;
}

static restoration_status make(const restoration_creation_request *request, void **object) {
    late *made = calloc(1, sizeof *made);
    made->self = request->object;
    if (request->parameters != NULL) {
        restoration_get_int64(request->parameters, TEXT("number"), &made->number);
    }
    *object = made;
    return RESTORATION_OK;
}

static restoration_status create_late(const restoration_creation_request *request, void **object) {
    if (request->reason != RESTORATION_REASON_MAKE && !is_brought(request->object)) {
        return RESTORATION_NOT_YET;
    }
    return make(request, object);
}

static restoration_status create_never(const restoration_creation_request *request, void **object) {
    if (request->reason != RESTORATION_REASON_MAKE) return RESTORATION_NOT_YET;
    return make(request, object);
}

static restoration_status create_unmade(
    const restoration_creation_request *request, void **object) {
    return RESTORATION_NOT_YET;
}

static restoration_status encode(void *object, restoration_coder *coder) {
    const late *self = object;
    if (self->child != 0) {
        CHECK(restoration_put_reference(coder, TEXT("child"), self->child) == RESTORATION_OK);
    }
    return restoration_put_int64(coder, TEXT("number"), self->number);
}

static restoration_status decode(void *object, restoration_coder *coder) {
    late *self = object;
    restoration_get_reference(coder, TEXT("child"), &self->child);
    return restoration_get_int64(coder, TEXT("number"), &self->number);
}

static restoration_status decode_unready(void *object, restoration_coder *coder) {
    const late *self = object;
    if (!is_brought(self->self)) return RESTORATION_NOT_YET;
    return decode(object, coder);
}

static void finished(void *object) {
    const late *self = object;
    char line[40];
    snprintf(line, sizeof line, "finished with %d", (int)self->number);
    say(line);
}

static void cancelled(const restoration_class *object_class, restoration_handle object) {
    say(object_class->id.count == 5 ? "never" : "late");
    // After the cancellation: without effect.
    if (cancelled_handle != 0) host->arrived(host, cancelled_handle);
    host->arrived(host, object);
    cancelled_handle = object;
}

/// Makes a child that a restore defers, after one that cannot be made now.
static void grow(void *object) {
    late *self = object;
    restoration_handle unmade = 0;
    restoration_status status =
        host->make(host, self->self, TEXT("Unmade"), NULL, NULL, &unmade);
    say(status == RESTORATION_NOT_YET ? "not yet" : "another answer");
    host->make(host, self->self, TEXT("Late"), NULL, NULL, &self->child);
}

static const void *interface(void *object, restoration_string id) {
    static void (*const table)(void *) = grow;
    return id.count == 18 ? &table : NULL;
}

#define LATE_CLASS(name, class_id, ...)                                                            \
    CLASS(name, class_id, 1, .encode = encode, .finished = finished, .destroy = free,              \
          .interface = interface, .cancelled = cancelled, __VA_ARGS__)

LATE_CLASS(late_class, "Late", .create = create_late, .decode = decode);
LATE_CLASS(never_class, "Never", .create = create_never, .decode = decode);
LATE_CLASS(unready_class, "Unready", .create = make, .decode = decode_unready);
LATE_CLASS(parent_class, "Parent", .create = make, .decode = decode);
LATE_CLASS(below_class, "Below", .create = create_late, .decode = decode);
LATE_CLASS(unmade_class, "Unmade", .create = create_unmade, .decode = decode);

ENTRY_POINT_OF("org.example.late", &late_class, &never_class, &unready_class, &parent_class,
               &below_class, &unmade_class)
