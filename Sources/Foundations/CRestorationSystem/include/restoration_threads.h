/// Threads of the framework's own: how they are started and where they run. Sets of signals and of
/// processors are changed by macros, which Swift's modules lack.
#ifndef RESTORATION_THREADS_H
#define RESTORATION_THREADS_H

#include <pthread.h>
#include <stddef.h>
#include <sys/types.h>

/// Starts a thread that receives none of the program's signals: they go to the program's own
/// threads. Those that the thread's own code raises by a fault, such as SIGSEGV, are not blocked,
/// so that handlers hear of a crash.
///
/// Returns 0, or an error number as pthread_create(3) does; nothing is started then.
int restoration_thread_start(pthread_t *thread, const pthread_attr_t *attributes,
                             void *(*run)(void *), void *context);

/// 1 if this thread runs code of the main dispatch queue, which is that of Swift's main actor, else
/// 0. The process's first thread counts while it runs no other queue's code; the main queue may run
/// on others.
int restoration_is_main_queue(void);

/// 1 if this is the thread with which the process began, else 0.
int restoration_is_first_thread(void);

/// Keeps a thread that is yet to be made off the processor on which the caller runs: it gets the
/// others that the caller may use.
///
/// Left to itself, the system may start a thread on its maker's processor, and let both take turns
/// there while others rest.
///
/// Returns 0, or an error number: ESRCH if there is no other processor. Nothing is changed then.
/// Semantic source: pthread_attr_setaffinity_np(3).
int restoration_use_other_processors(pthread_attr_t *attributes);

#endif
