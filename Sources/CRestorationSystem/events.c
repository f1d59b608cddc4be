#define _GNU_SOURCE
#include "restoration_events.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/utsname.h>
#include <unistd.h>

int restoration_event_descriptor(void) {
    int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
}

void restoration_event_signal(int descriptor) {
    int saved = errno;
    uint64_t one = 1;
    // It fails only when the counter is full, and then the descriptor is readable already.
    ssize_t ignored = write(descriptor, &one, sizeof one);
    (void)ignored;
    errno = saved;
}

void restoration_event_clear(int descriptor) {
    uint64_t count;
    ssize_t ignored = read(descriptor, &count, sizeof count);
    (void)ignored;
}

uint64_t restoration_thread_identifier(void) { return (uint64_t)pthread_self(); }

void restoration_system_version(char *buffer, size_t size) {
    struct utsname name;
    if (uname(&name) != 0) {
        snprintf(buffer, size, "Linux");
        return;
    }
    snprintf(buffer, size, "%s %s", name.sysname, name.release);
}

// Signals. Handlers read only atomics and what was written before the handler was installed.

enum { slot_count = 16, signal_count = 64 };

static struct {
    atomic_int descriptor; // 0 for a free slot, else the descriptor plus one
    _Atomic uint64_t watched;
    _Atomic uint64_t pending;
} slots[slot_count];

// The disposition before the first watcher came. Written before our handler is installed.
static struct sigaction earlier[signal_count];
static atomic_int watchers[signal_count];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void handle(int signal_number, siginfo_t *info, void *context) {
    for (int slot = 0; slot < slot_count; slot += 1) {
        int descriptor = atomic_load(&slots[slot].descriptor) - 1;
        if (descriptor < 0) continue;
        if (!(atomic_load(&slots[slot].watched) & ((uint64_t)1 << signal_number))) continue;
        atomic_fetch_or(&slots[slot].pending, (uint64_t)1 << signal_number);
        restoration_event_signal(descriptor);
    }
    struct sigaction before = earlier[signal_number];
    if (before.sa_flags & SA_SIGINFO) {
        before.sa_sigaction(signal_number, info, context);
    } else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
        before.sa_handler(signal_number);
    }
}

static int install(int signal_number) {
    struct sigaction action = {0};
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigemptyset(&action.sa_mask);
    return sigaction(signal_number, &action, NULL) == 0 ? 0 : errno;
}

int restoration_signal_open(int descriptor) {
    for (int slot = 0; slot < slot_count; slot += 1) {
        int free_slot = 0;
        if (atomic_compare_exchange_strong(&slots[slot].descriptor, &free_slot, descriptor + 1)) {
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
    if (!(atomic_load(&slots[slot].watched) & ((uint64_t)1 << signal_number))) {
        if (atomic_load(&watchers[signal_number]) == 0) {
            if (sigaction(signal_number, NULL, &earlier[signal_number]) != 0) error = errno;
            if (error == 0) error = install(signal_number);
        }
        if (error == 0) {
            atomic_fetch_add(&watchers[signal_number], 1);
            atomic_fetch_or(&slots[slot].watched, (uint64_t)1 << signal_number);
        }
    }
    pthread_mutex_unlock(&lock);
    return error;
}

uint64_t restoration_signal_take(int slot) {
    if (slot < 0 || slot >= slot_count) return 0;
    return atomic_exchange(&slots[slot].pending, 0);
}

void restoration_signal_close(int slot) {
    if (slot < 0 || slot >= slot_count) return;
    pthread_mutex_lock(&lock);
    uint64_t watched = atomic_exchange(&slots[slot].watched, 0);
    atomic_store(&slots[slot].pending, 0);
    atomic_store(&slots[slot].descriptor, 0);
    for (int number = 1; number < signal_count; number += 1) {
        if (!(watched & ((uint64_t)1 << number))) continue;
        if (atomic_fetch_sub(&watchers[number], 1) == 1) {
            sigaction(number, &earlier[number], NULL);
        }
    }
    pthread_mutex_unlock(&lock);
}

void restoration_signal_perform_default(int signal_number) {
    if (signal_number < 1 || signal_number >= signal_count) return;
    struct sigaction before = earlier[signal_number];
    if ((before.sa_flags & SA_SIGINFO) || before.sa_handler != SIG_DFL) return;
    struct sigaction ours;
    sigset_t only, old;
    if (sigaction(signal_number, &before, &ours) != 0) return;
    sigemptyset(&only);
    sigaddset(&only, signal_number);
    pthread_sigmask(SIG_UNBLOCK, &only, &old);
    // A process that is alone in its session is never stopped by SIGTSTP; then this does nothing.
    raise(signal_number);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    sigaction(signal_number, &ours, NULL);
}
