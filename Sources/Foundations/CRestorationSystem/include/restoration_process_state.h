/// What code that is loaded into a process may change behind its back, and how to put it back.
#ifndef RESTORATION_PROCESS_STATE_H
#define RESTORATION_PROCESS_STATE_H

#include <stdbool.h>
#include <stdint.h>

/// What has changed.
enum {
    RESTORATION_CHANGED_FLOATING_POINT = 1 << 0, ///< How this thread rounds, flushes and traps.
    RESTORATION_CHANGED_SIGNAL_HANDLERS = 1 << 1,
    RESTORATION_CHANGED_SIGNAL_MASK = 1 << 2, ///< Which signals this thread blocks.
    RESTORATION_CHANGED_LOCALE = 1 << 3,      ///< Of the process or of this thread.
    RESTORATION_CHANGED_DIRECTORY = 1 << 4,   ///< The current one.
    RESTORATION_CHANGED_ENVIRONMENT = 1 << 5
};

/// The state of the process and of this thread at one moment.
typedef struct restoration_process_state restoration_process_state;

/// Makes room for a state, for one thread; null if there is no memory.
restoration_process_state *restoration_process_state_make(void);

/// Takes the state as it is now, in place of what was taken before. Of the signals, 1 to 31 are
/// watched; those that programs may number for themselves (real-time signals) only where the system
/// has no /proc.
void restoration_process_state_take(restoration_process_state *state);

/// Compares the state with what it is now, on the same thread, and puts back what has changed: also
/// what another thread of the program has changed meanwhile, since nothing tells who did it. A
/// handler that the signal itself has used up (SA_RESETHAND) has not changed.
///
/// Returns what was put back, as a sum of RESTORATION_CHANGED_….
uint32_t restoration_process_state_put_back(restoration_process_state *state);

/// What has changed, too, and could not be put back: a sum of RESTORATION_CHANGED_…. The
/// environment never is: another thread may be reading it.
uint32_t restoration_process_state_lasting(const restoration_process_state *state);

/// The signals whose handlers were put back; signal n is bit n - 1.
uint64_t restoration_process_state_signals(const restoration_process_state *state);

/// What a signal is called without its SIG, or null for one without a name. The text is a constant.
const char *restoration_signal_name(int number);

/// The names of the environment variables that were found changed, with commas; cut off when there
/// are many. Lives as long as the state.
const char *restoration_process_state_variables(const restoration_process_state *state);

/// Frees the state.
void restoration_process_state_free(restoration_process_state *state);

#endif
