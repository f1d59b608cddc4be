// A second thread writes data and calls invalidate. The session's thread encodes the data.
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "check.h"

enum { ROUNDS = 200 };
static restoration_session *session;
static restoration_handle handle;
static int64_t written;
static int64_t encoded;

static restoration_status encode(void *object, restoration_coder *coder) {
    (void)object;
    encoded = written;
    return restoration_put_int64(coder, RESTORATION_LITERAL("written"), encoded);
}

static const restoration_class data_class = {RESTORATION_CLASS("Data", 1), .encode = encode};

static void *write_data(void *unused) {
    written++;
    CHECK_OK(restoration_session_invalidate(session, handle));
    return unused;
}

static atomic_int written_twice;

// The second invalidate finds the session awake already, so it wakes no thread.
static void *write_twice(void *unused) {
    write_data(NULL);
    write_data(NULL);
#ifdef UNREPORTED
    written++;
#endif
    // Relaxed, so that a race detector does not take the store for an ordering.
    atomic_store_explicit(&written_twice, 1, memory_order_relaxed);
    return unused;
}

static void invalidate_while_awake(void) {
    pthread_t thread;
    const int64_t before = encoded;
    atomic_store(&written_twice, 0);
    CHECK(pthread_create(&thread, NULL, write_twice, NULL) == 0);
    while (!atomic_load_explicit(&written_twice, memory_order_relaxed))
        sched_yield();
    CHECK_OK(restoration_session_preserve(session));
    CHECK(encoded >= before + 2);
    CHECK(pthread_join(thread, NULL) == 0);
}

int main(void) {
    static int object;
    restoration_options options = RESTORATION_OPTIONS_INIT;
    options.private_directory = getenv("STATE");
    options.autosave_milliseconds = 1;
    session = restoration_session_open("org.example.tested", &options);
    CHECK(session != NULL);
    CHECK_OK(restoration_session_add_root(session, "Data", &data_class, &object, &handle));
    CHECK_OK(restoration_session_restore(session, RESTORATION_REASON_LAUNCH));
    for (int round = 1; round <= ROUNDS; round++) {
        pthread_t thread;
        CHECK(pthread_create(&thread, NULL, write_data, NULL) == 0);
        // Only the session orders the accesses: the program does not wait for the thread before the
        // save.
        while (encoded < round) {
            struct pollfd wake = {restoration_session_descriptor(session), POLLIN, 0};
            poll(&wake, 1, restoration_session_milliseconds(session));
            CHECK_OK(restoration_session_run_pending(session));
        }
        CHECK(pthread_join(thread, NULL) == 0);
    }
    for (int round = 0; round < ROUNDS; round++)
        invalidate_while_awake();
    CHECK_OK(restoration_session_close(session));
    puts("ok");
}
