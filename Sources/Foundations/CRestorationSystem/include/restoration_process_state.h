/// Process state that loaded code may change unnoticed, and its repair.
#ifndef RESTORATION_PROCESS_STATE_H
#define RESTORATION_PROCESS_STATE_H

#include <stdbool.h>
#include <stdint.h>

/// The changes.
enum {
    RESTORATION_CHANGED_FLOATING_POINT = 1 << 0, ///< This thread's rounding, flushing and trapping.
    RESTORATION_CHANGED_SIGNAL_HANDLERS = 1 << 1,
    RESTORATION_CHANGED_SIGNAL_MASK = 1 << 2, ///< The signals that this thread blocks.
    RESTORATION_CHANGED_LOCALE = 1 << 3,      ///< Of the process or of this thread.
    RESTORATION_CHANGED_DIRECTORY = 1 << 4,   ///< The current directory.
    RESTORATION_CHANGED_ENVIRONMENT = 1 << 5
};

/// A snapshot of the state of the process and of this thread.
typedef struct restoration_process_state restoration_process_state;

/// Allocates a snapshot for one thread; null without memory.
restoration_process_state *restoration_process_state_make(void);

/// Takes a snapshot, replacing the last one. It covers signals 1 to 31, and real-time signals only
/// on systems without /proc.
void restoration_process_state_take(restoration_process_state *state);

/// Compares the snapshot with the present state, on the same thread, and restores it. Changes by
/// other threads of the program are also reverted, because their origin is unknown. A handler reset
/// by its own signal (SA_RESETHAND) does not count as changed.
///
/// Returns the restored parts, as a sum of RESTORATION_CHANGED_….
uint32_t restoration_process_state_restore(restoration_process_state *state);

/// The changes that could not be reverted: a sum of RESTORATION_CHANGED_…. The environment is
/// never restored, because another thread may be reading it.
uint32_t restoration_process_state_lasting(const restoration_process_state *state);

/// The signals whose handlers were restored; signal n is bit n - 1.
uint64_t restoration_process_state_signals(const restoration_process_state *state);

/// A signal's name without SIG, or null for one without a name. The text is a constant.
const char *restoration_signal_name(int number);

/// The names of changed environment variables, separated by commas and truncated if too long. Valid
/// as long as the snapshot.
const char *restoration_process_state_variables(const restoration_process_state *state);

void restoration_process_state_free(restoration_process_state *state);

#endif
