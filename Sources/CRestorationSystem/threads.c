#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "restoration_threads.h"

#include <dirent.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>

int restoration_thread_start(pthread_t *thread, const pthread_attr_t *attributes,
                             void *(*run)(void *), void *context) {
    static const int faults[] = {SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP};
    sigset_t blocked;
    sigset_t former;
    sigfillset(&blocked);
    for (unsigned int i = 0; i < sizeof faults / sizeof *faults; i++)
        sigdelset(&blocked, faults[i]);
    // A new thread has the mask of the one that starts it (pthread_create(3)).
    pthread_sigmask(SIG_SETMASK, &blocked, &former);
    int error = pthread_create(thread, attributes, run, context);
    pthread_sigmask(SIG_SETMASK, &former, NULL);
    return error;
}

int restoration_use_other_processors(pthread_attr_t *attributes) {
    cpu_set_t processors;
    int own = sched_getcpu();
    // EINVAL where the system has more processors than the set has room for (sched_getaffinity(2)).
    if (own < 0 || sched_getaffinity(0, sizeof processors, &processors) != 0)
        return errno;
    CPU_CLR(own, &processors);
    if (CPU_COUNT(&processors) == 0)
        return ESRCH;
    return pthread_attr_setaffinity_np(attributes, sizeof processors, &processors);
}

size_t restoration_thread_numbers(pid_t *numbers, size_t room) {
    DIR *threads = opendir("/proc/self/task");
    if (threads == NULL)
        return 0;
    size_t count = 0;
    for (struct dirent *entry = readdir(threads); entry != NULL && count < room;
         entry = readdir(threads)) {
        pid_t number = atoi(entry->d_name);
        // Neither "." nor "..".
        if (number != 0)
            numbers[count++] = number;
    }
    closedir(threads);
    return count;
}
