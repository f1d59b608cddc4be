// Saves a text. The source builds three plugins, P, Q and R, for tests of faults. RESTORATION_FAULT
// contains the stage, the kind of fault and the object's identifier, such as "decode crash P2".
// -DOLD builds the previous schema version.
#define _POSIX_C_SOURCE 200809L
#include <time.h>

#include "fixture.h"

#ifdef OLD
#define SCHEMA_VERSION 1
#else
#define SCHEMA_VERSION 2
#endif

#if defined(P)
#define ID "org.example.p"
#define ROUTES ["Frame/P*"]
#elif defined(Q)
#define ID "org.example.q"
#define ROUTES ["Frame/Q*"]
#else
#define ID "org.example.r"
#define ROUTES ["Frame/R*"]
#endif

REPLACED_MANIFEST({
    "manifest": 1, "id": ID, "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.test"],
    "classes": [{"id": "Item", "version": SCHEMA_VERSION, "routes": ROUTES}]
})

#ifdef REBUILT
// Another build of the same version.
__attribute__((used)) static const char rebuilt[4096] = {1};
#endif

typedef struct {
    restoration_handle handle;
    char identifier[32];
    char text[64];
} item;

static volatile int sink;

/// Whether the fault has that stage and kind and concerns the object, or the library if `self` is
/// null.
static int is_meant(const char *stage, const char *kind, const item *self) {
    char wanted[128];
    const char *fault = getenv("RESTORATION_FAULT");
    snprintf(wanted, sizeof wanted, "%s %s %s", stage, kind, self ? self->identifier : ID);
    return fault != NULL && strcmp(fault, wanted) == 0;
}

// Busy for 30 ms.
static void take_time(void) {
    struct timespec start, now;
    clock_gettime(CLOCK_MONOTONIC, &start);
    do
        clock_gettime(CLOCK_MONOTONIC, &now);
    while ((now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1000000 < 30);
}

/// Ends or delays the program according to the fault.
static void suffer(const char *stage, const item *self) {
    if (is_meant(stage, "crash", self))
        *(volatile int *)(uintptr_t)8 = 1;
    while (is_meant(stage, "hang", self))
        sink++;
    if (is_meant(stage, "slow", self))
        take_time();
}

static restoration_status answer(const char *stage, const item *self) {
    suffer(stage, self);
    if (!is_meant(stage, "fail", self))
        return RESTORATION_OK;
    host->fail(host, TEXT("it fails today"));
    return RESTORATION_FAILED;
}

static restoration_status create(const restoration_creation_request *request, void **object) {
    item *self = calloc(1, sizeof *self);
    const restoration_string name = request->path[request->path_count - 1];
    self->handle = request->object;
    snprintf(self->identifier, sizeof self->identifier, "%.*s", (int)name.count, name.bytes);
    restoration_status status = answer("create", self);
    if (status == RESTORATION_OK)
        *object = self;
    else
        free(self);
    return status;
}

static restoration_status encode(void *object, restoration_coder *coder) {
    item *self = object;
    restoration_status status = answer("encode", self);
    if (is_meant("encode", "garbage", self))
        return restoration_put_string(coder, TEXT("text"), TEXT("\xff\xfe"));
    return status == RESTORATION_OK
               ? restoration_put_string(coder, TEXT("text"), text_of(self->text))
               : status;
}

static restoration_status decode(void *object, restoration_coder *coder) {
    item *self = object;
    int64_t number = 0;
    restoration_string text;
    restoration_status status = answer("decode", self);
    if (is_meant("decode", "garbage", self))
        return restoration_get_int64(coder, TEXT("text"), &number);
    if (status != RESTORATION_OK)
        return status;
    status = restoration_get_string(coder, TEXT("text"), &text);
    if (status == RESTORATION_OK)
        snprintf(self->text, sizeof self->text, "%.*s", (int)text.count, text.bytes);
    return status;
}

static void finished(void *object) { suffer("finished", object); }

static int32_t write_text(void *object, const char *text) {
    item *self = object;
    suffer("method", self);
    snprintf(self->text, sizeof self->text, "%s", text);
    host->invalidate(host, self->handle);
    return 1;
}

static const restoration_method write_method =
    RESTORATION_METHOD("write", "(object, string) -> int32", write_text);
static const restoration_method *const methods[] = {&write_method};

CLASS(item_class, "Item", SCHEMA_VERSION, .create = create, .encode = encode, .decode = decode,
      .finished = finished, .destroy = free, .methods = methods, .method_count = 1);

static int load(void) {
    return answer("load", NULL) == RESTORATION_OK;
}

ENTRY_POINT_RUNNING(if (!load()) return NULL, ID, &item_class)
