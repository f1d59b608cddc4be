// A class whose thread continues to use the coder of a call that has returned.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "fixture.h"

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.stray", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.app"], "classes": [{"id": "Stray", "version": 1}]
})

static pthread_t thread;
static atomic_bool has_begun;
static atomic_bool is_over;
static atomic_ulong calls;

static void *stray(void *coder) {
    while (!atomic_load(&is_over)) {
        restoration_put_int64(coder, TEXT("age"), 7);
        atomic_fetch_add(&calls, 1);
    }
    return NULL;
}

static void wait_for_call(void) {
    unsigned long before = atomic_load(&calls);
    while (atomic_load(&calls) == before)
        continue;
}

static restoration_status create(const restoration_creation_request *request, void **object) {
    *object = &thread;
    return RESTORATION_OK;
}

static restoration_status encode(void *object, restoration_coder *coder) {
    if (atomic_exchange(&has_begun, true)) return RESTORATION_OK;
    if (pthread_create(&thread, NULL, stray, coder) != 0) return RESTORATION_FAILED;
    wait_for_call();
    return RESTORATION_OK;
}

/// Returns after the thread has used the coder once more.
static void finished(void *object) {
    wait_for_call();
}

static void destroy(void *object) {
    atomic_store(&is_over, true);
    if (atomic_load(&has_begun)) pthread_join(thread, NULL);
}

CLASS(stray_class, "Stray", 1, .create = create, .encode = encode, .finished = finished,
      .destroy = destroy);

ENTRY_POINT("org.example.stray", stray_class)
