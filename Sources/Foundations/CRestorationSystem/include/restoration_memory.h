/// Memory use of the process.
#ifndef RESTORATION_MEMORY_H
#define RESTORATION_MEMORY_H

#include <stddef.h>

/// The bytes allocated by `malloc` and not freed, including block headers. Semantic source:
/// mallinfo2(3).
size_t restoration_allocated_bytes(void);

#endif
