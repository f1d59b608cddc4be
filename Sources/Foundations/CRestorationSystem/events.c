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
    // Interrupted by a signal, the caller looks what time it is and waits on.
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

// Signals. Handlers read only atomics and what was written before the handler was installed.
//
// A signal that arrives while watching begins or ends reaches the watcher or the disposition of
// before, never neither:
// 1. A watcher is entered before the handler is installed.
// 2. It is taken out after the disposition of before is back; what has arrived for it by then and
//    has nobody else is raised again.
// 3. A handler that began before that and finds no watcher raises its signal again itself.

enum { slot_count = 16, signal_count = 64 };

static struct {
    _Atomic(const restoration_wakeup *) wakeup; // null for a free slot
    // Whose watcher it is. A forked child has the handlers and the slots, but no watcher.
    _Atomic pid_t process;
    _Atomic uint64_t watched;
    _Atomic uint64_t pending;
    // Those that were taken and are being handled.
    _Atomic uint64_t taken;
    // How many handlers are telling the watcher.
    atomic_int telling;
} slots[slot_count];

// The disposition before the first watcher came, written before our handler is installed. There are
// two for each signal: a late handler may still read the one while the next is written.
static struct sigaction earlier[signal_count][2];
static atomic_int current[signal_count];
static atomic_int is_installed[signal_count];
static int watchers[signal_count];
// Whether our handler could once not be taken out, because another one was installed over it, and
// the disposition from under ours then. The other handler may call ours for ever after.
static atomic_int is_covered[signal_count];
static struct sigaction under[signal_count];
// The signals whose earlier handler this thread is calling. In a thread's static block, because the
// memory of others may be allocated when it is first used.
static _Thread_local uint64_t calling __attribute__((tls_model("initial-exec")));
// When the signal came that a watcher has yet to handle, in milliseconds of a clock that never goes
// back.
static _Atomic int64_t came[signal_count];
// A program that hangs handles no signal. One that asks it to end, and comes once more after so
// many milliseconds, ends it. At once would be too soon: timeout(1), and who passes on what the
// terminal has sent as well, send theirs twice.
enum { patience = 500 };
// Guards what is not atomic.
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

// What our handler calls: never a handler that called ours, which would go on for ever.
static const struct sigaction *next_action(int signal_number) {
    if (!atomic_load(&is_covered[signal_number])) return before(signal_number);
    if (calling & bit(signal_number)) return &under[signal_number];
    if (!atomic_load(&is_installed[signal_number])) return &under[signal_number];
    return before(signal_number);
}

static int64_t milliseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// Whether a watcher has yet to handle the signal that came before, or is still at it.
static int is_waiting(int signal_number) {
    for (int slot = 0; slot < slot_count; slot += 1) {
        if (atomic_load(&slots[slot].process) != getpid()) continue;
        uint64_t unhandled = atomic_load(&slots[slot].pending) | atomic_load(&slots[slot].taken);
        if (unhandled & bit(signal_number)) return 1;
    }
    return 0;
}

// Whether a request to end has been left unhandled for so long that this one, which repeats it, has
// to end the program.
static int is_last_request(int signal_number) {
    if (!is_waiting(signal_number)) {
        atomic_store(&came[signal_number], milliseconds());
        return 0;
    }
    return (signal_number == SIGTERM || signal_number == SIGINT)
        && milliseconds() - atomic_load(&came[signal_number]) >= patience;
}

static int tell_watchers(int signal_number) {
    int count = 0;
    for (int slot = 0; slot < slot_count; slot += 1) {
        if (atomic_load(&slots[slot].process) != getpid()) continue;
        if (!(atomic_load(&slots[slot].watched) & bit(signal_number))) continue;
        // Counted before the second look: who closes the slot clears `watched` and then waits for
        // those that were counted, and no handler that comes later is.
        atomic_fetch_add(&slots[slot].telling, 1);
        const restoration_wakeup *wakeup = atomic_load(&slots[slot].wakeup);
        if (wakeup != NULL && (atomic_load(&slots[slot].watched) & bit(signal_number))) {
            atomic_fetch_or(&slots[slot].pending, bit(signal_number));
            restoration_wakeup_signal(wakeup);
            count += 1;
        }
        atomic_fetch_sub(&slots[slot].telling, 1);
    }
    return count;
}

// Whether the process that this one was forked from watches the signal.
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

// The kernel ignores default actions in process 1, the first process of a container. That process
// then ends by itself, with the status that a shell reports for the signal.
static void end_process_1(int signal_number) {
    if (getpid() == 1 && signal_number != SIGTSTP) _exit(128 + signal_number);
}

// Puts back what was there before, unless somebody has put something else there, and returns
// whether it has.
static int put_back(int signal_number) {
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
        if ((is_last || is_inherited(signal_number)) && is_default(action)) put_back(signal_number);
        // Only where the default is back: a handler over ours would call us again, and so on.
        struct sigaction now;
        if (sigaction(signal_number, NULL, &now) == 0 && is_default(&now)) {
            raise(signal_number);
            end_process_1(signal_number);
        }
    }
    calling = called;
    errno = saved;
}

// Calls that were interrupted go on, or not, as with the handler before; if there was none, they go
// on.
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

static void uninstall(int signal_number) {
    if (!put_back(signal_number) && !atomic_load(&is_covered[signal_number])) {
        under[signal_number] = *before(signal_number);
        atomic_store(&is_covered[signal_number], 1);
    }
    atomic_store(&is_installed[signal_number], 0);
}

int restoration_signal_open(const restoration_wakeup *wakeup) {
    for (int slot = 0; slot < slot_count; slot += 1) {
        const restoration_wakeup *none = NULL;
        if (atomic_compare_exchange_strong(&slots[slot].wakeup, &none, wakeup)) {
            // Handlers of the parent, which a fork has interrupted, end in the parent alone.
            if (atomic_exchange(&slots[slot].process, getpid()) != getpid())
                atomic_store(&slots[slot].telling, 0);
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
        if (watchers[signal_number] == 0) error = install(signal_number);
        if (error == 0) {
            watchers[signal_number] += 1;
        } else {
            atomic_fetch_and(&slots[slot].watched, ~bit(signal_number));
        }
    }
    pthread_mutex_unlock(&lock);
    return error;
}

uint64_t restoration_signal_take(int slot) {
    if (slot < 0 || slot >= slot_count) return 0;
    // Before they cease to be pending, so that no repetition comes in between; and then those that
    // have come meanwhile.
    atomic_fetch_or(&slots[slot].taken, atomic_load(&slots[slot].pending));
    uint64_t signals = atomic_exchange(&slots[slot].pending, 0);
    atomic_fetch_or(&slots[slot].taken, signals);
    return signals;
}

void restoration_signal_done(int slot, uint64_t signals) {
    if (slot >= 0 && slot < slot_count) atomic_fetch_and(&slots[slot].taken, ~signals);
}

// Takes the slot off its signals. Returns those that have arrived and would now be lost.
static uint64_t unwatch(int slot) {
    uint64_t watched = atomic_load(&slots[slot].watched);
    uint64_t ended = 0;
    for (int number = 1; number < signal_count; number += 1) {
        if (!(watched & bit(number))) continue;
        watchers[number] -= 1;
        if (watchers[number] > 0) continue;
        uninstall(number);
        // A handler of before was called when the signal arrived.
        struct sigaction now;
        if (sigaction(number, NULL, &now) == 0 && is_default(&now)) ended |= bit(number);
    }
    atomic_store(&slots[slot].watched, 0);
    atomic_store(&slots[slot].taken, 0);
    // The wake-up may be freed as soon as we return. A forked child has none of the threads that
    // were telling when it was made.
    while (atomic_load(&slots[slot].process) == getpid() && atomic_load(&slots[slot].telling) > 0)
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
    // A process that is alone in its session is never stopped by SIGTSTP; then this does nothing.
    raise(signal_number);
    end_process_1(signal_number);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    sigaction(signal_number, &ours, NULL);
}
