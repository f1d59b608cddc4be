#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

#include <stdint.h>

/// How often the calling thread has asked for memory since it began.
uint64_t allocation_count(void);

#endif
