/// Starting and placing the framework's own threads. Macros that change signal and processor sets
/// are unavailable in Swift.
#ifndef RESTORATION_THREADS_H
#define RESTORATION_THREADS_H

#include <pthread.h>
#include <stddef.h>
#include <sys/types.h>

/// Starts a thread that leaves signals to the program's own threads. Fault signals, such as
/// SIGSEGV, stay unblocked, so that handlers see crashes.
///
/// Returns 0, or an error number as pthread_create(3); no thread is started then.
int restoration_thread_start(pthread_t *thread, const pthread_attr_t *attributes,
                             void *(*run)(void *), void *context);

/// 1 if this thread runs code of the main dispatch queue, which is that of Swift's main actor,
/// otherwise 0. The process's first thread counts while it runs no other queue's code. The main
/// queue may run on other threads.
int restoration_is_main_queue(void);

/// 1 if this is the process's first thread, otherwise 0.
int restoration_is_first_thread(void);

/// Keeps a new thread off the caller's current processor. It gets the caller's other processors.
///
/// Otherwise the system may start a thread on its creator's processor, where both take turns while
/// other processors idle.
///
/// Returns 0, or an error number: ESRCH if there is no other processor. Changes nothing on failure.
/// Semantic source: pthread_attr_setaffinity_np(3).
int restoration_use_other_processors(pthread_attr_t *attributes);

#endif
