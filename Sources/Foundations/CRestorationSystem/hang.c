#define _GNU_SOURCE
#include "hang.h"
#include "restoration_events.h"
#include "restoration_ledger.h"
#include "restoration_threads.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { watch_count = 128 };

// The number of unchanged observations that make a hang. Counting observations instead of time
// excludes periods in which the process is stopped or the machine sleeps.
enum { observation_limit = 4 };
static const uint64_t millisecond = 1000000;

typedef struct {
    restoration_ledger *page; // null for a free place
    uint64_t number;
    uint64_t step;     // nanoseconds between two observations
    uint64_t next;     // the next observation, in watched time
    uint64_t sequence; // of the mark last observed
    int seen;          // consecutive observations
    void (*report)(uint64_t watch, const restoration_ledger_mark *mark);
} hang_watch;

// Guards all state below except the two futexes. Never held while foreign code runs.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static hang_watch watches[watch_count];
static uint64_t last_number;
static pid_t thread_process; // the process of the thread; 0 without one
static pthread_t thread;
// The number of the current watching thread. Threads with other numbers end.
static _Atomic(uintptr_t) thread_number;

_Atomic(unsigned int) restoration_hang_is_asleep;
// Incremented when the watches change.
static _Atomic(unsigned int) changes;

static void futex_wait(_Atomic(unsigned int) *word, unsigned int value, uint64_t nanoseconds) {
    struct timespec limit = {.tv_sec = (time_t)(nanoseconds / 1000000000),
                             .tv_nsec = (long)(nanoseconds % 1000000000)};
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, nanoseconds == 0 ? NULL : &limit, NULL, 0);
}

static void futex_wake(_Atomic(unsigned int) *word) {
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

void restoration_hang_wake(void) {
    if (atomic_exchange(&restoration_hang_is_asleep, 0) == 1)
        futex_wake(&restoration_hang_is_asleep);
}

// Observes one mark. Returns whether it has just become a hang.
static bool has_just_hung(hang_watch *watch, const restoration_ledger_mark *mark) {
    uint64_t sequence = *(volatile const uint64_t *)&mark->sequence;
    if (sequence != watch->sequence || *(volatile const uint32_t *)&mark->stage == 0) {
        watch->sequence = sequence;
        watch->seen = 0;
        return false;
    }
    return ++watch->seen == observation_limit &&
           restoration_ledger_stamp_hang(watch->page, sequence);
}

// Observes all due marks. Returns whether any code runs; `nap` receives the time until the next
// observation.
static bool look(uint64_t watched, uint64_t *nap) {
    struct {
        uint64_t number;
        void (*report)(uint64_t, const restoration_ledger_mark *);
        restoration_ledger_mark mark;
    } found[watch_count];
    int count = 0;
    bool runs = false;
    *nap = 0;
    pthread_mutex_lock(&lock);
    for (int place = 0; place < watch_count; place++) {
        hang_watch *watch = &watches[place];
        if (watch->page == NULL)
            continue;
        const restoration_ledger_mark *mark = &watch->page->mark;
        runs |= *(volatile const uint32_t *)&mark->stage != 0;
        if (watched >= watch->next) {
            watch->next = watched + watch->step;
            if (has_just_hung(watch, mark)) {
                found[count].number = watch->number;
                found[count].report = watch->report;
                found[count++].mark = *mark;
            }
        }
        uint64_t left = watch->next - watched;
        if (*nap == 0 || left < *nap)
            *nap = left;
    }
    pthread_mutex_unlock(&lock);
    for (int index = 0; index < count; index++)
        found[index].report(found[index].number, &found[index].mark);
    return runs;
}

static void *run(void *number) {
    uint64_t watched = 0, nap;
    pthread_setname_np(pthread_self(), "restoration");
    for (;;) {
        unsigned int seen = atomic_load(&changes);
        if (atomic_load(&thread_number) != (uintptr_t)number)
            return NULL;
        bool runs = look(watched, &nap);
        if (nap == 0 || runs)
            atomic_store(&restoration_hang_is_asleep, 0);
        else if (atomic_exchange(&restoration_hang_is_asleep, 1) == 1) {
            // No code ran for a whole nap. Any code that writes a mark from now on sees that the
            // thread sleeps.
            futex_wait(&restoration_hang_is_asleep, 1, 0);
            continue;
        }
        uint64_t before = restoration_nanoseconds();
        futex_wait(&changes, seen, nap);
        uint64_t slept = restoration_nanoseconds() - before;
        watched += slept < nap ? slept : nap;
    }
}

static void take_lock(void) { pthread_mutex_lock(&lock); }
static void give_lock(void) { pthread_mutex_unlock(&lock); }

// In a forked child, which has no watching thread. The parent watches the pages.
static void forget_watches(void) {
    for (int place = 0; place < watch_count; place++)
        watches[place].page = NULL;
    restoration_hang_is_asleep = 0;
    pthread_mutex_unlock(&lock);
}

static void notice_forks(void) { pthread_atfork(take_lock, give_lock, forget_watches); }

// Starts the thread for a process's first watch. After fork(), there is none.
static bool has_thread(void) {
    if (thread_process == getpid())
        return true;
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, notice_forks);
    if (restoration_thread_start(&thread, NULL, run, (void *)atomic_load(&thread_number)) != 0)
        return false;
    thread_process = getpid();
    return true;
}

static void wake_thread(void) {
    atomic_fetch_add(&changes, 1);
    futex_wake(&changes);
    restoration_hang_wake();
}

static bool is_any_watched(void) {
    for (int place = 0; place < watch_count; place++)
        if (watches[place].page != NULL)
            return true;
    return false;
}

uint64_t restoration_hang_watch(restoration_ledger *page, uint64_t milliseconds,
                                void (*report)(uint64_t, const restoration_ledger_mark *)) {
    uint64_t number = 0;
    pthread_mutex_lock(&lock);
    for (int place = 0; place < watch_count && number == 0; place++) {
        if (watches[place].page != NULL || !has_thread())
            continue;
        number = ++last_number;
        uint64_t step = milliseconds * millisecond / observation_limit;
        watches[place] = (hang_watch){.page = page,
                                      .number = number,
                                      .step = step > millisecond ? step : millisecond,
                                      .report = report};
    }
    pthread_mutex_unlock(&lock);
    wake_thread();
    return number;
}

void restoration_hang_unwatch(uint64_t number) {
    pthread_mutex_lock(&lock);
    for (int place = 0; place < watch_count; place++)
        if (watches[place].page != NULL && watches[place].number == number)
            watches[place].page = NULL;
    bool is_last = thread_process == getpid() && !is_any_watched();
    pthread_t ended = thread;
    if (is_last) {
        atomic_fetch_add(&thread_number, 1);
        thread_process = 0;
    }
    pthread_mutex_unlock(&lock);
    if (!is_last)
        return;
    wake_thread();
    pthread_join(ended, NULL);
}
