/// Descriptors of the framework's own, beside those of the program, and writing to them.
#ifndef RESTORATION_DESCRIPTORS_H
#define RESTORATION_DESCRIPTORS_H

#include <stddef.h>
#include <sys/types.h>

/// Moves a descriptor that was opened just now above standard input, output and error, where
/// nobody who writes to one of those meets it. It gets their numbers if the program runs without
/// them. Closed on exec.
///
/// Returns the descriptor to use, which is mostly the same; -1, with `errno`, if it was negative or
/// cannot be moved, and is closed then.
int restoration_above_standard(int descriptor);

/// Closes a descriptor in every child that fork(2) makes from now on. A lock of flock(2) belongs to
/// the open file, and would otherwise last until the last child has ended.
///
/// Returns the place where that is remembered, of 64; -1 if all are taken, and children share the
/// descriptor then.
int restoration_keep_from_children(int descriptor);

/// Frees a place, for a descriptor that is about to be closed or that other code has closed.
void restoration_share_with_children(int place);

/// As write(2), pwrite(2) and ftruncate(2), but a failure is an error number and never a signal:
/// EFBIG without SIGXFSZ, EPIPE without SIGPIPE. What the program does about these signals, and
/// which of them it blocks, stays as it is.
ssize_t restoration_write(int descriptor, const void *bytes, size_t count);
ssize_t restoration_write_at(int descriptor, const void *bytes, size_t count, off_t offset);
int restoration_truncate(int descriptor, off_t size);

#endif
