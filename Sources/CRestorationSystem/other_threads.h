/// Whether other threads of the process had a chance to do something. Private to this module.
#ifndef OTHER_THREADS_H
#define OTHER_THREADS_H

#include <stdbool.h>
#include <stdint.h>

/// What the threads other than the calling one are like at one moment.
typedef struct other_threads {
    bool are_none;      ///< For certain.
    bool wait;          ///< All of them; false as well if something could not be read.
    unsigned int count;
    uint64_t sum;       ///< Of their numbers, which the system does not use again for long.
    long switches;      ///< How often they were taken off a processor, all together.
} other_threads;

/// Looks at the other threads. Costs a few microseconds, and one more for each ten of them.
other_threads other_threads_take(void);

/// Whether no thread but the calling one, and those that it started, can have run since.
///
/// One that did has ended, is still at it, or was taken off its processor, which the system counts.
/// False where that cannot be told.
bool other_threads_rested(const other_threads *before);

#endif
