/// A snapshot of the process's signal dispositions. Private to this module.
#ifndef SIGNAL_ACTIONS_H
#define SIGNAL_ACTIONS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define SIGNAL_COUNT 64

/// The signals that have handlers or are ignored, and the actions of those with handlers.
///
/// /proc/thread-self/stat gives the ignored and the caught signals 1 to 31 as two numbers. Reading
/// it takes as long as a dozen sigaction(2) calls. Without it, every signal that can have a handler
/// is queried. An action without a handler has no other relevant fields, except SIGCHLD's flags.
typedef struct signal_actions {
    int file; ///< Of this thread in /proc; -1 for none.
    pid_t process;
    pid_t thread;
    uint64_t watched; ///< Signal n is bit n - 1, here and below.
    uint64_t caught;
    uint64_t ignored;
    struct sigaction actions[SIGNAL_COUNT + 1]; ///< By number: those caught, and SIGCHLD.
} signal_actions;

/// Initialises a snapshot without opening files.
void signal_actions_prepare(signal_actions *known);

/// Takes a snapshot. Opens the file if it is not open, and again after a fork or a change of
/// thread.
void signal_actions_take(signal_actions *known);

/// Whether any watched signal's disposition changed.
bool signal_actions_differ(const signal_actions *known);

/// Whether a watched signal's disposition changed, with its former and present actions.
bool signal_action_differs(const signal_actions *known, int number, struct sigaction *before,
                           struct sigaction *now);

/// Closes the open file.
void signal_actions_close(signal_actions *known);

#endif
