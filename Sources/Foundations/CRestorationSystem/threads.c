#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "restoration_threads.h"

#include <dlfcn.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

int restoration_thread_start(pthread_t *thread, const pthread_attr_t *attributes,
                             void *(*run)(void *), void *context) {
    static const int faults[] = {SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP};
    sigset_t blocked;
    sigset_t former;
    sigfillset(&blocked);
    for (unsigned int i = 0; i < sizeof faults / sizeof *faults; i++)
        sigdelset(&blocked, faults[i]);
    // A new thread inherits its creator's mask (pthread_create(3)).
    pthread_sigmask(SIG_SETMASK, &blocked, &former);
    int error = pthread_create(thread, attributes, run, context);
    pthread_sigmask(SIG_SETMASK, &former, NULL);
    return error;
}

// libdispatch's symbols. It is not linked here; the runtime of Swift's tasks loads it.
extern const char *dispatch_queue_get_label(void *queue) __attribute__((weak));
extern char _dispatch_main_q[] __attribute__((weak));

int restoration_is_main_queue(void) {
    static const char *(*_Atomic label_of)(void *);
    static void *_Atomic main_queue;
    const char *(*known)(void *) = atomic_load(&label_of);
    if (known == NULL) {
        known = dispatch_queue_get_label;
        if (known == NULL)
            known = (const char *(*)(void *))dlsym(RTLD_DEFAULT, "dispatch_queue_get_label");
        void *queue = _dispatch_main_q;
        if (queue == NULL)
            queue = dlsym(RTLD_DEFAULT, "_dispatch_main_q");
        if (known == NULL || queue == NULL)
            return 0;
        atomic_store(&main_queue, queue);
        atomic_store(&label_of, known);
    }
    // The labels of this thread's queue and of the main one. Both are constants.
    return known(NULL) == known(atomic_load(&main_queue));
}

int restoration_is_first_thread(void) { return gettid() == getpid(); }

int restoration_use_other_processors(pthread_attr_t *attributes) {
    cpu_set_t processors;
    int own = sched_getcpu();
    // EINVAL if the system has more processors than the set (sched_getaffinity(2)).
    if (own < 0 || sched_getaffinity(0, sizeof processors, &processors) != 0)
        return errno;
    CPU_CLR(own, &processors);
    if (CPU_COUNT(&processors) == 0)
        return ESRCH;
    return pthread_attr_setaffinity_np(attributes, sizeof processors, &processors);
}
