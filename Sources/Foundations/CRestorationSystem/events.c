#define _GNU_SOURCE
#include "restoration_events.h"
#include "restoration_descriptors.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

int restoration_end_descriptor(int process) {
    int descriptor = restoration_above_standard((int)syscall(SYS_pidfd_open, process, 0));
    return descriptor < 0 ? -errno : descriptor;
}

void restoration_event_wait(int descriptor, int milliseconds) {
    struct pollfd waited = {.fd = descriptor, .events = POLLIN};
    // After a signal interrupts the wait, the caller checks the time and waits again.
    int ignored = poll(&waited, 1, milliseconds);
    (void)ignored;
}

void restoration_system_version(char *buffer, size_t size) {
    struct utsname name;
    if (uname(&name) != 0) {
        snprintf(buffer, size, "Linux");
        return;
    }
    snprintf(buffer, size, "%s %s", name.sysname, name.release);
}

// Signals. Handlers read only atomics and data written before the handler was installed.
//
// A signal that arrives while watching begins or ends reaches the watcher or the earlier
// disposition, never neither:
// 1. A watcher is entered before the handler is installed.
// 2. It is removed after the earlier disposition is restored. Its pending signals are then raised
//    again unless they have other watchers.
// 3. A handler that began before that and finds no watcher raises its signal again itself.

enum { slot_count = 16, signal_count = 64 };

static struct {
    _Atomic(const restoration_wakeup *) wakeup; // null for a free slot
    // The watcher's process. A forked child inherits handlers and slots, but no watcher.
    _Atomic pid_t process;
    _Atomic uint64_t watched;
    _Atomic uint64_t pending;
    // Signals that were taken and are being handled.
    _Atomic uint64_t taken;
    // The number of handlers that are notifying the watcher.
    atomic_int notifying;
} slots[slot_count];

// The disposition before the first watcher, written before our handler is installed. Two for each
// signal: a late handler may still read one while the other is written.
static struct sigaction earlier[signal_count][2];
static atomic_int current[signal_count];
static atomic_int is_installed[signal_count];
static int watchers[signal_count];
// Whether another handler once covered ours, and the disposition under ours at that time. The other
// handler may call ours at any later time.
static atomic_int is_covered[signal_count];
static struct sigaction under[signal_count];
// The signals whose earlier handler this thread is calling. In the static TLS block, because other
// thread-local memory may be allocated on first use.
static _Thread_local uint64_t calling __attribute__((tls_model("initial-exec")));
// The time of a signal's first unhandled arrival, in monotonic milliseconds.
static _Atomic int64_t arrival[signal_count];
// A hung program handles no signals. A repeated request to end, after this many milliseconds, ends
// it. An immediate repetition does not count: timeout(1), and programs that forward the terminal's
// signals, send them twice.
enum { patience = 500 };
// Guards the non-atomic state.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static uint64_t bit(int signal_number) { return (uint64_t)1 << signal_number; }

static const struct sigaction *before(int signal_number) {
    return &earlier[signal_number][atomic_load(&current[signal_number])];
}

static int is_default(const struct sigaction *action) {
    return !(action->sa_flags & SA_SIGINFO) && action->sa_handler == SIG_DFL;
}

static int is_function(const struct sigaction *action) {
    return (action->sa_flags & SA_SIGINFO)
        || (action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN);
}

// The action that our handler calls. Never a handler that called ours, which would recurse forever.
static const struct sigaction *next_action(int signal_number) {
    if (!atomic_load(&is_covered[signal_number])) return before(signal_number);
    if (calling & bit(signal_number)) return &under[signal_number];
    if (!atomic_load(&is_installed[signal_number])) return &under[signal_number];
    return before(signal_number);
}

uint64_t restoration_nanoseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static int64_t milliseconds(void) { return (int64_t)(restoration_nanoseconds() / 1000000); }

// Whether a watcher still has to handle an earlier arrival of the signal.
static int is_waiting(int signal_number) {
    for (int slot = 0; slot < slot_count; slot += 1) {
        if (atomic_load(&slots[slot].process) != getpid()) continue;
        uint64_t unhandled = atomic_load(&slots[slot].pending) | atomic_load(&slots[slot].taken);
        if (unhandled & bit(signal_number)) return 1;
    }
    return 0;
}

// Whether this repeats a request to end that stayed unhandled for too long.
static int is_last_request(int signal_number) {
    if (!is_waiting(signal_number)) {
        atomic_store(&arrival[signal_number], milliseconds());
        return 0;
    }
    return (signal_number == SIGTERM || signal_number == SIGINT)
        && milliseconds() - atomic_load(&arrival[signal_number]) >= patience;
}

static int tell_watchers(int signal_number) {
    int count = 0;
    for (int slot = 0; slot < slot_count; slot += 1) {
        if (atomic_load(&slots[slot].process) != getpid()) continue;
        if (!(atomic_load(&slots[slot].watched) & bit(signal_number))) continue;
        // Counted before the second check. Closing a slot clears `watched` and then waits for the
        // counted handlers; later ones are not counted.
        atomic_fetch_add(&slots[slot].notifying, 1);
        const restoration_wakeup *wakeup = atomic_load(&slots[slot].wakeup);
        if (wakeup != NULL && (atomic_load(&slots[slot].watched) & bit(signal_number))) {
            atomic_fetch_or(&slots[slot].pending, bit(signal_number));
            restoration_wakeup_signal(wakeup);
            count += 1;
        }
        atomic_fetch_sub(&slots[slot].notifying, 1);
    }
    return count;
}

// Whether the parent that forked this process watches the signal.
static int is_inherited(int signal_number) {
    for (int slot = 0; slot < slot_count; slot += 1) {
        if (atomic_load(&slots[slot].process) != getpid()
            && atomic_load(&slots[slot].watched) & bit(signal_number)) return 1;
    }
    return 0;
}

static void handle(int signal_number, siginfo_t *info, void *context);

static int is_ours(const struct sigaction *action) {
    return (action->sa_flags & SA_SIGINFO) && action->sa_sigaction == handle;
}

// The kernel ignores default actions in process 1, a container's first process. So this function
// exits explicitly, with the shell's status for the signal.
static void end_process_1(int signal_number) {
    if (getpid() == 1 && signal_number != SIGTSTP) _exit(128 + signal_number);
}

// Restores the earlier disposition, unless another handler was installed over ours. Returns whether
// it did.
static int restore_disposition(int signal_number) {
    struct sigaction now;
    if (sigaction(signal_number, NULL, &now) != 0 || !is_ours(&now)) return 0;
    return sigaction(signal_number, before(signal_number), NULL) == 0;
}

static void handle(int signal_number, siginfo_t *info, void *context) {
    int saved = errno;
    int is_last = is_last_request(signal_number);
    int count = tell_watchers(signal_number);
    const struct sigaction *action = next_action(signal_number);
    uint64_t called = calling;
    calling |= bit(signal_number);
    if (action->sa_flags & SA_SIGINFO) {
        action->sa_sigaction(signal_number, info, context);
    } else if (is_function(action)) {
        action->sa_handler(signal_number);
    } else if (count == 0 || is_last) {
        if ((is_last || is_inherited(signal_number)) && is_default(action))
            restore_disposition(signal_number);
        // Only with the default restored: a handler over ours would call us recursively.
        struct sigaction now;
        if (sigaction(signal_number, NULL, &now) == 0 && is_default(&now)) {
            raise(signal_number);
            end_process_1(signal_number);
        }
    }
    calling = called;
    errno = saved;
}

// Interrupted system calls restart as with the earlier handler, or always if there was none.
static int install(int signal_number) {
    struct sigaction found;
    if (sigaction(signal_number, NULL, &found) != 0) return errno;
    if (is_ours(&found)) return 0;
    int next = 1 - atomic_load(&current[signal_number]);
    earlier[signal_number][next] = found;
    atomic_store(&current[signal_number], next);
    struct sigaction action = {0};
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO
        | (is_function(&found) ? found.sa_flags & (SA_RESTART | SA_ONSTACK) : SA_RESTART);
    action.sa_mask = found.sa_mask;
    if (sigaction(signal_number, &action, NULL) != 0) return errno;
    atomic_store(&is_installed[signal_number], 1);
    return 0;
}

static void record_cover(int signal_number) {
    if (atomic_load(&is_covered[signal_number])) return;
    under[signal_number] = *before(signal_number);
    atomic_store(&is_covered[signal_number], 1);
}

static void uninstall(int signal_number) {
    if (!restore_disposition(signal_number)) record_cover(signal_number);
    atomic_store(&is_installed[signal_number], 0);
}

int restoration_signal_open(const restoration_wakeup *wakeup) {
    for (int slot = 0; slot < slot_count; slot += 1) {
        const restoration_wakeup *none = NULL;
        if (atomic_compare_exchange_strong(&slots[slot].wakeup, &none, wakeup)) {
            // Handlers of the parent that a fork interrupted end only in the parent.
            if (atomic_exchange(&slots[slot].process, getpid()) != getpid())
                atomic_store(&slots[slot].notifying, 0);
            return slot;
        }
    }
    return -ENOSPC;
}

int restoration_signal_watch(int slot, int signal_number) {
    if (slot < 0 || slot >= slot_count || signal_number < 1 || signal_number >= signal_count) {
        return EINVAL;
    }
    int error = 0;
    pthread_mutex_lock(&lock);
    if (!(atomic_fetch_or(&slots[slot].watched, bit(signal_number)) & bit(signal_number))) {
        if (watchers[signal_number] > 0 && restoration_signal_is_replaced(signal_number))
            record_cover(signal_number);
        error = install(signal_number);
        if (error == 0) {
            watchers[signal_number] += 1;
        } else {
            atomic_fetch_and(&slots[slot].watched, ~bit(signal_number));
        }
    }
    pthread_mutex_unlock(&lock);
    return error;
}

int restoration_signal_is_replaced(int signal_number) {
    struct sigaction now;
    return sigaction(signal_number, NULL, &now) == 0 && !is_ours(&now);
}

uint64_t restoration_signal_take(int slot) {
    if (slot < 0 || slot >= slot_count) return 0;
    // Marked as taken before they cease to be pending, so that no repetition is missed, and again
    // for signals that arrived meanwhile.
    atomic_fetch_or(&slots[slot].taken, atomic_load(&slots[slot].pending));
    uint64_t signals = atomic_exchange(&slots[slot].pending, 0);
    atomic_fetch_or(&slots[slot].taken, signals);
    return signals;
}

void restoration_signal_done(int slot, uint64_t signals) {
    if (slot >= 0 && slot < slot_count) atomic_fetch_and(&slots[slot].taken, ~signals);
}

// Removes the slot from its signals. Returns pending ones that would be lost.
static uint64_t unwatch(int slot) {
    uint64_t watched = atomic_load(&slots[slot].watched);
    uint64_t ended = 0;
    for (int number = 1; number < signal_count; number += 1) {
        if (!(watched & bit(number))) continue;
        watchers[number] -= 1;
        if (watchers[number] > 0) continue;
        uninstall(number);
        // An earlier handler was already called when the signal arrived.
        struct sigaction now;
        if (sigaction(number, NULL, &now) == 0 && is_default(&now)) ended |= bit(number);
    }
    atomic_store(&slots[slot].watched, 0);
    atomic_store(&slots[slot].taken, 0);
    // The wakeup may be freed once this returns. A forked child lacks the threads that were
    // notifying at the fork.
    while (atomic_load(&slots[slot].process) == getpid() && atomic_load(&slots[slot].notifying) > 0)
        sched_yield();
    uint64_t lost = atomic_exchange(&slots[slot].pending, 0) & ended;
    atomic_store(&slots[slot].wakeup, NULL);
    return lost;
}

void restoration_signal_close(int slot) {
    if (slot < 0 || slot >= slot_count) return;
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    pthread_mutex_lock(&lock);
    uint64_t lost = unwatch(slot);
    pthread_mutex_unlock(&lock);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    for (int number = 1; number < signal_count; number += 1) {
        if (!(lost & bit(number))) continue;
        kill(getpid(), number);
        end_process_1(number);
    }
}

void restoration_signal_perform_default(int signal_number) {
    if (signal_number < 1 || signal_number >= signal_count) return;
    struct sigaction action = *before(signal_number);
    if (!is_default(&action)) return;
    struct sigaction ours;
    sigset_t only, old;
    if (sigaction(signal_number, &action, &ours) != 0) return;
    sigemptyset(&only);
    sigaddset(&only, signal_number);
    pthread_sigmask(SIG_UNBLOCK, &only, &old);
    // SIGTSTP never stops a process that is alone in its session; then this does nothing.
    raise(signal_number);
    end_process_1(signal_number);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    sigaction(signal_number, &ours, NULL);
}
