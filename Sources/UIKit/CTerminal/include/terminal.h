/// The terminal on standard input and output: its description, its modes, and its signals.
///
/// Calls do not block on output, except for the time given as a parameter. Use one thread for all
/// calls.
#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// ---- The terminfo(5) description of the terminal that TERM names ----

/// Reads the terminal's description. -1 if there is none.
int terminal_load(void);

/// Stores a capability with its parameters filled in and without padding (`$<5>`), and returns its
/// length. 0 if the terminal lacks it, or if it does not fit.
size_t terminal_string(const char *name, int first, int second, char *buffer, size_t size);

/// A numeric capability. Negative if the terminal lacks it.
int terminal_number(const char *name);

/// A boolean capability: 1 or 0.
int terminal_flag(const char *name);

// ---- The modes ----

/// Opens the terminal for non-blocking output and unbuffered input. -1 on failure, which leaves the
/// terminal unchanged.
///
/// Install handlers for SIGINT, SIGTERM and SIGTSTP first. All other signals that end the process
/// release the terminal first.
int terminal_acquire(void);

/// Restores the terminal's original modes. Waits at most `milliseconds` for a terminal that accepts
/// no output. Does nothing if the terminal is not acquired, or belongs to another process group.
void terminal_release(int milliseconds);

/// Sets the program's modes again after `terminal_release`, or after another process has changed
/// them.
void terminal_reacquire(void);

/// Marks the terminal as not acquired, without touching it: another process group has it.
void terminal_disown(void);

/// Sets the bytes that `terminal_release` sends, also when a signal ends the process.
void terminal_set_reset_bytes(const char *bytes, size_t size);

/// 1 if the process group is in the foreground, or without job control. 0 in the background, where
/// setting modes or reading keys would stop the process.
int terminal_is_in_foreground(void);

// ---- Input and output ----

/// The output descriptor, or -1 before `terminal_acquire`. It changes if other code closes it.
int terminal_output(void);

/// Writes without blocking and returns the number of bytes written. -1 if the terminal has hung up.
ssize_t terminal_write(const void *bytes, size_t size);

/// Reads the available input: 0 if there is none, -1 if the terminal has hung up.
ssize_t terminal_read(void *bytes, size_t size);

/// Writes to any descriptor within a time limit. -1 if bytes remain.
int terminal_send(int descriptor, const void *bytes, size_t size, int milliseconds);

// ---- The window's size, and continuing ----

/// The largest window that is used. The rest of a larger one stays empty.
enum { TERMINAL_COLUMN_LIMIT = 1000, TERMINAL_ROW_LIMIT = 500 };

/// The size of the window. -1 if the terminal does not report it.
int terminal_size(int *row_count, int *column_count);

/// Events, combined with `|`.
enum {
    TERMINAL_RESIZED = 1,  ///< SIGWINCH.
    TERMINAL_CONTINUED = 2 ///< SIGCONT.
};

/// Returns a descriptor that becomes readable after SIGWINCH or SIGCONT, or -1. It changes if other
/// code closes it.
int terminal_watch(void);

/// Returns the events since the last call, and drains the descriptor.
int terminal_take_events(void);

#endif
