#ifndef THREAD_USE_H
#define THREAD_USE_H

#include <stdint.h>

/// The number of allocations by the calling thread since its start.
uint64_t thread_allocations(void);

/// The processor time of the calling thread since its start, in nanoseconds. Includes the kernel's
/// work for the thread, but no waits.
uint64_t thread_nanoseconds(void);

/// The largest resident size of the process so far, in KiB.
uint64_t peak_memory_kib(void);

#endif
