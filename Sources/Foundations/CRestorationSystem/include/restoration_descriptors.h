/// The framework's own descriptors, and writing to them.
#ifndef RESTORATION_DESCRIPTORS_H
#define RESTORATION_DESCRIPTORS_H

#include <stddef.h>
#include <sys/types.h>

/// Moves a new descriptor above standard input, output and error. In a program that closed those,
/// it would have their numbers and receive their output. Closed on exec.
///
/// Returns the descriptor to use, usually the same. Returns -1, with `errno`, if it was negative or
/// cannot be moved; then it is closed.
int restoration_above_standard(int descriptor);

/// Creates an empty file in memory, closed on exec. Returns its descriptor, or -1 with `errno`.
///
/// Semantic source: memfd_create(2).
int restoration_memory_file(void);

/// Closes a descriptor in all children of later fork(2) calls. A flock(2) lock belongs to the open
/// file, and would otherwise last until the last child ends.
///
/// Returns one of 64 places that remember the descriptor; -1 if all are in use, and children then
/// share the descriptor.
int restoration_keep_from_children(int descriptor);

/// Frees a place, before its descriptor is closed or after other code closed it.
void restoration_share_with_children(int place);

/// write(2), pwrite(2) and ftruncate(2), but failures never raise a signal: EFBIG without SIGXFSZ,
/// EPIPE without SIGPIPE. The program's handlers and signal mask do not change.
ssize_t restoration_write(int descriptor, const void *bytes, size_t count);
ssize_t restoration_write_at(int descriptor, const void *bytes, size_t count, off_t offset);
int restoration_truncate(int descriptor, off_t size);

#endif
