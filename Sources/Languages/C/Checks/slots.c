#define _GNU_SOURCE
#include "slots.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

struct restoration_slot {
    // Read on any thread: odd while a session has the slot.
    _Atomic uint64_t generation;
    _Atomic(pid_t) process;
    _Atomic uint64_t thread;
    // All others belong to the session's thread.
    uint32_t index;
    void *session;
    restoration_guard guard;
    const restoration_host *host; // Null until the session is open, and once it is closed.
    restoration_host services;
    char *lock_file;
};

// Slots never move, so a table of chunks grows.
enum { CHUNK = 64, CHUNKS = 64, INDEX_BITS = 12 };
static struct restoration_slot *_Atomic chunks[CHUNKS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// The system reuses a pthread_t after its thread's end.
static uint64_t this_thread(void) {
    static _Atomic uint64_t last;
    static _Thread_local uint64_t number;
    if (number == 0)
        number = atomic_fetch_add(&last, 1) + 1;
    return number;
}

// Each call compares it, for which getpid(2) would enter the kernel. Set with the first slot; 0 if
// forks cannot be followed. A child of clone(2) or _Fork(3) is not noticed.
static _Atomic(pid_t) this_process;
static void record_process(void) { atomic_store(&this_process, getpid()); }

static struct restoration_slot *slot_at(uint32_t index) {
    struct restoration_slot *chunk = atomic_load(&chunks[index / CHUNK]);
    return chunk == NULL ? NULL : &chunk[index % CHUNK];
}

restoration_slot *restoration_slot_make(void) {
    restoration_slot *found = NULL;
    pthread_mutex_lock(&lock);
    for (uint32_t index = 0; found == NULL && index < CHUNK * CHUNKS; index++) {
        if (index % CHUNK == 0 && atomic_load(&chunks[index / CHUNK]) == NULL) {
            struct restoration_slot *chunk = calloc(CHUNK, sizeof *chunk);
            if (chunk == NULL)
                break;
            for (uint32_t i = 0; i < CHUNK; i++)
                chunk[i].index = index + i;
            atomic_store(&chunks[index / CHUNK], chunk);
        }
        struct restoration_slot *slot = slot_at(index);
        if (atomic_load(&slot->generation) % 2 == 0)
            found = slot;
    }
    if (found != NULL) {
        if (atomic_load(&this_process) == 0 && pthread_atfork(NULL, NULL, record_process) == 0)
            record_process();
        memset(&found->guard, 0, sizeof found->guard);
        found->session = NULL;
        found->host = NULL;
        atomic_store(&found->process, getpid());
        atomic_store(&found->thread, this_thread());
        atomic_fetch_add(&found->generation, 1);
    }
    pthread_mutex_unlock(&lock);
    return found;
}

void restoration_slot_free(restoration_slot *slot) {
    free(slot->lock_file);
    slot->lock_file = NULL;
    slot->host = NULL;
    atomic_fetch_add(&slot->generation, 1);
}

restoration_session *restoration_slot_session(restoration_slot *slot) {
    const uint64_t generation = atomic_load(&slot->generation);
    return (restoration_session *)(uintptr_t)(generation << INDEX_BITS | slot->index);
}

restoration_guard *restoration_slot_guard(restoration_slot *slot) { return &slot->guard; }

void restoration_slot_open(restoration_slot *slot, void *session, const restoration_host *host,
                           const char *lock_file) {
    slot->session = session;
    slot->host = host;
    restoration_make_services(&slot->services, slot, host);
    // Read from /proc.
    slot->lock_file = lock_file == NULL ? NULL : realpath(lock_file, NULL);
}

// MARK: Checks

static struct restoration_slot *find(restoration_session *session) {
    const uint64_t number = (uint64_t)(uintptr_t)session;
    struct restoration_slot *slot = slot_at(number & ((1u << INDEX_BITS) - 1));
    const uint64_t generation = number >> INDEX_BITS;
    const int is_open =
        slot != NULL && generation % 2 == 1 && atomic_load(&slot->generation) == generation;
    return is_open ? slot : NULL;
}

static restoration_status refuse_jumped(const struct restoration_slot *slot) {
    char callback[160];
    char problem[256];
    restoration_guard_describe(&slot->guard, callback, sizeof callback);
    snprintf(problem, sizeof problem,
             "The callback %s was left by longjmp or an exception, so the session is unusable",
             callback);
    return restoration_refuse(RESTORATION_JUMPED, problem, NULL,
                              "Let the callback return a status. Close the session; it "
                              "saves nothing.");
}

static restoration_status check(restoration_session *session, const char *function,
                                enum restoration_place place, struct restoration_slot **found) {
    char problem[256];
    struct restoration_slot *slot = find(session);
    if (slot == NULL)
        return restoration_refuse(
            RESTORATION_CLOSED, session == NULL ? "The session is null" : "The session is closed",
            function, "Open a session, and call its functions before closing it.");
    const pid_t opener = atomic_load(&slot->process);
    const pid_t known = atomic_load(&this_process);
    if (opener != (known != 0 ? known : getpid())) {
        snprintf(problem, sizeof problem,
                 "Process %d has opened the session, and this process was forked from it",
                 (int)opener);
        return restoration_refuse(RESTORATION_FORKED, problem, function,
                                  "Open a session in the process that uses it, after fork "
                                  "or daemon.");
    }
    *found = slot;
    if (place == RESTORATION_ON_ANY_THREAD)
        return RESTORATION_OK;
    if (atomic_load(&slot->thread) != this_thread())
        return restoration_refuse(
            RESTORATION_WRONG_THREAD,
            "The function was called from another thread than the one that opened the session",
            function, "Call it there; restoration_session_invalidate may be called anywhere.");
    const int state = restoration_guard_state(&slot->guard, __builtin_frame_address(0));
    if (state < 0)
        return refuse_jumped(slot);
    if (state > 0 && place == RESTORATION_OUTSIDE_CALLBACKS) {
        char callback[160];
        restoration_guard_describe(&slot->guard, callback, sizeof callback);
        snprintf(problem, sizeof problem, "The function was called from the callback %s", callback);
        return restoration_refuse(RESTORATION_IN_CALLBACK, problem, function,
                                  "Call it when the function that runs the callback has "
                                  "returned.");
    }
    return RESTORATION_OK;
}

__attribute__((noinline)) restoration_status restoration_slot_enter(restoration_session *session,
                                                                    const char *function,
                                                                    enum restoration_place place,
                                                                    void **swift) {
    struct restoration_slot *slot = NULL;
    const restoration_status status = check(session, function, place, &slot);
    if (status != RESTORATION_OK)
        return status;
    if (place == RESTORATION_ON_ANY_THREAD) {
        // Null makes the caller post the change, as from another thread.
        const int is_own = atomic_load(&slot->thread) == this_thread() &&
                           restoration_guard_state(&slot->guard, __builtin_frame_address(0)) == 0;
        *swift = is_own ? slot->session : NULL;
        if (atomic_load(&slot->thread) == this_thread() &&
            restoration_guard_state(&slot->guard, __builtin_frame_address(0)) < 0)
            return refuse_jumped(slot);
        return RESTORATION_OK;
    }
    *swift = slot->session;
    // A session whose opening has not ended.
    return slot->session != NULL
               ? RESTORATION_OK
               : restoration_refuse(RESTORATION_CLOSED, "The session is not open yet", function,
                                    "Wait until it is.");
}

const restoration_host *restoration_slot_host(restoration_session *session) {
    struct restoration_slot *slot = NULL;
    if (check(session, "restoration_session_host", RESTORATION_ALSO_IN_CALLBACKS, &slot) !=
        RESTORATION_OK)
        return NULL;
    return slot->host == NULL ? NULL : &slot->services;
}

restoration_status restoration_slot_service(void *context, const restoration_host **inner) {
    const struct restoration_slot *slot = context;
    if (slot->host == NULL)
        return RESTORATION_CLOSED;
    if (atomic_load(&slot->thread) == this_thread() &&
        restoration_guard_state(&slot->guard, __builtin_frame_address(0)) < 0)
        return RESTORATION_JUMPED;
    *inner = slot->host;
    return RESTORATION_OK;
}

// MARK: Closing after a jump

// Swift code opened the lock's file, and must not run again.
static void release_lock(const char *lock_file) {
    DIR *descriptors = lock_file == NULL ? NULL : opendir("/proc/self/fd");
    if (descriptors == NULL)
        return;
    for (const struct dirent *entry = readdir(descriptors); entry != NULL;
         entry = readdir(descriptors)) {
        char path[PATH_MAX];
        const ssize_t count = readlinkat(dirfd(descriptors), entry->d_name, path, sizeof path - 1);
        if (count <= 0)
            continue;
        path[count] = '\0';
        // Not closed: the session's writer thread may still use the descriptor.
        if (strcmp(path, lock_file) == 0)
            flock(atoi(entry->d_name), LOCK_UN);
    }
    closedir(descriptors);
}

restoration_status restoration_slot_close(restoration_session *session, void **swift,
                                          restoration_slot **slot) {
    const restoration_status status =
        check(session, "restoration_session_close", RESTORATION_OUTSIDE_CALLBACKS, slot);
    if (status == RESTORATION_OK)
        *swift = (*slot)->session;
    if (status == RESTORATION_JUMPED) {
        release_lock((*slot)->lock_file);
        restoration_slot_free(*slot);
    }
    return status;
}
