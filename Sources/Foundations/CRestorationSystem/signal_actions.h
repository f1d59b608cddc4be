/// What the signals of the process do at one moment. Private to this module.
#ifndef SIGNAL_ACTIONS_H
#define SIGNAL_ACTIONS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define SIGNAL_COUNT 64

/// Which signals have handlers or are ignored, and the actions of those that have handlers.
///
/// /proc/thread-self/stat tells the former for signals 1 to 31 in two numbers, at the price of a
/// dozen calls of sigaction(2); without it, each of the 64 is asked for. An action without a
/// handler has nothing else that counts, but for SIGCHLD, whose flags do.
typedef struct signal_actions {
    int file; ///< Of this thread in /proc; -1 where there is none.
    pid_t process;
    pid_t thread;
    uint64_t watched; ///< Signal n is bit n - 1, here and below.
    uint64_t caught;
    uint64_t ignored;
    struct sigaction actions[SIGNAL_COUNT + 1]; ///< By number: of those caught, and of SIGCHLD.
} signal_actions;

/// Prepares to take what signals do; nothing is open yet.
void signal_actions_prepare(signal_actions *known);

/// Takes what signals do now. Always on the same thread.
void signal_actions_take(signal_actions *known);

/// Whether any signal that was watched does something else now.
bool signal_actions_differ(const signal_actions *known);

/// Whether a signal that was watched does something else, and what it did and does.
bool signal_action_differs(const signal_actions *known, int number, struct sigaction *before,
                           struct sigaction *now);

/// Closes what is open.
void signal_actions_close(signal_actions *known);

#endif
