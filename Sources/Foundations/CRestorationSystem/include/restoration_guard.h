/// Records that a callback of a program in C runs, so that a later call detects a callback left by
/// longjmp or an exception.
#ifndef RESTORATION_GUARD_H
#define RESTORATION_GUARD_H

#include <stddef.h>
#include <stdint.h>

/// The running callback of one session. Belongs to the session's thread.
typedef struct restoration_guard {
    /// An address in the frame that called the callback; null without a callback. Callbacks run
    /// below it on the stack, and code to which they jumped runs above it.
    const void *frame;
    uint64_t token; ///< Also stored in that frame. If it differs there, the frame was overwritten.
    char function[32];
    char subject[96]; ///< The id of the class, or "".
} restoration_guard;

/// Records a callback. `saved` is in the caller's frame, which outlives the callback. It receives
/// the record of the enclosing callback, if any. The texts are cut if they are too long.
void restoration_guard_begin(restoration_guard *guard, restoration_guard *saved,
                             const char *function, size_t function_count, const char *subject,
                             size_t subject_count);

/// Records that the callback has returned.
void restoration_guard_end(restoration_guard *guard, const restoration_guard *saved);

/// Returns 1 if a callback runs, -1 if it left without returning, 0 if none runs. `frame` is an
/// address in the frame of the function that asks.
int restoration_guard_state(const restoration_guard *guard, const void *frame);

/// The running callback for messages, such as "encode of Desk". Cut if it is too long.
void restoration_guard_describe(const restoration_guard *guard, char *text, size_t size);

#endif
