/// How much memory the process uses.
#ifndef RESTORATION_MEMORY_H
#define RESTORATION_MEMORY_H

#include <stddef.h>

/// The bytes that `malloc` has given out and that were not freed, heads of blocks included.
/// Semantic source: mallinfo2(3).
size_t restoration_allocated_bytes(void);

#endif
