#ifndef THREAD_USE_H
#define THREAD_USE_H

#include <stdint.h>

/// How often the calling thread has asked for memory since it began.
uint64_t thread_allocations(void);

/// How long the calling thread has run on a processor since it began, in nanoseconds; the kernel's
/// work for it counts, waiting does not.
uint64_t thread_nanoseconds(void);

#endif
