// Makes harmless mistakes: misspells a key of the manifest, omits a class from it, calls the host
// on another thread, and invalidates its object while it encodes.
#include <pthread.h>

#include "fixture.h"

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.silent", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.test"],
    "classes": [{"id": "Memo", "version": 1, "aliasses": ["Note"], "routes": ["Frame/*"]}]
})

static restoration_handle self;

static restoration_status create(const restoration_creation_request *request, void **object) {
    static int memo;
    self = request->object;
    *object = &memo;
    return RESTORATION_OK;
}

static restoration_status encode(void *object, restoration_coder *coder) {
    host->invalidate(host, self);
    return restoration_put_int64(coder, TEXT("memo"), 1);
}

static restoration_status decode(void *object, restoration_coder *coder) {
    return RESTORATION_OK;
}

static void *call_from_elsewhere(void *unused) {
    restoration_handle parent;
    host->parent(host, self, &parent);
    return unused;
}

static const void *interface(void *object, restoration_string name) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, call_from_elsewhere, NULL) == 0)
        pthread_join(thread, NULL);
    return NULL;
}

CLASS(memo_class, "Memo", 1, .create = create, .encode = encode, .decode = decode,
      .interface = interface, .destroy = destroy_empty);
CLASS(hidden_class, "Hidden", 1, .create = create, .encode = encode, .decode = decode,
      .destroy = destroy_empty);

ENTRY_POINT_OF("org.example.silent", &memo_class, &hidden_class)
