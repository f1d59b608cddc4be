/// The terminal on standard input and output: its description, its modes, and its signals.
///
/// No call waits for a terminal that takes no output, unless it says for how long. All of it
/// belongs to one thread.
#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// ---- What terminfo(5) says of the terminal that TERM names ----

/// Reads the terminal's description. -1 if there is none.
int terminal_load(void);

/// Stores a capability without its delays, with its parameters filled in, and returns its length;
/// 0 if the terminal does not have it, or if it does not fit.
size_t terminal_string(const char *name, int first, int second, char *buffer, size_t size);

/// A number; negative if the terminal does not have it.
int terminal_number(const char *name);

/// 1 if the terminal has the property, else 0.
int terminal_flag(const char *name);

// ---- The modes ----

/// Opens the terminal for output that does not block, and sets the modes in which keys come one by
/// one. -1 if that fails; the terminal is then as it was.
///
/// Call it when SIGINT, SIGTERM and SIGTSTP have handlers: every other signal that ends the process
/// gives the terminal back first.
int terminal_take(void);

/// Gives the terminal back, in the modes in which it was. A terminal that takes no output is waited
/// for that long. Does nothing if the terminal is not taken, or belongs to another process group.
void terminal_give_back(int milliseconds);

/// Sets the modes again after `terminal_give_back`, or after another process has set its own.
void terminal_retake(void);

/// Leaves the terminal to the process group that has it now, without touching it.
void terminal_leave_to_others(void);

/// Remembers what undoes the program's use of the terminal: it is sent by `terminal_give_back`, and
/// when a signal ends the process.
void terminal_set_farewell(const char *bytes, size_t size);

/// 0 if another process group has the terminal, in which case the kernel stops a process that sets
/// modes or reads keys. Without job control 1.
int terminal_is_in_foreground(void);

// ---- Input and output ----

/// The descriptor that output goes to; -1 before `terminal_take`. It is another one after other
/// code has closed it.
int terminal_output(void);

/// Writes what the terminal has room for, and returns how much that is; -1 if the terminal is gone.
ssize_t terminal_write(const void *bytes, size_t size);

/// Reads what was typed: 0 if nothing was, -1 if the terminal is gone.
ssize_t terminal_read(void *bytes, size_t size);

/// Writes to any descriptor, for that long at most. -1 if not all could be written.
int terminal_send(int descriptor, const void *bytes, size_t size, int milliseconds);

// ---- The window's size, and going on ----

/// The largest window that is used; what is beyond stays empty.
enum { TERMINAL_COLUMN_LIMIT = 1000, TERMINAL_ROW_LIMIT = 500 };

/// The size of the window. -1 if the terminal does not say.
int terminal_size(int *row_count, int *column_count);

/// What may have happened, combined with `|`.
enum {
    TERMINAL_RESIZED = 1,  ///< SIGWINCH.
    TERMINAL_CONTINUED = 2 ///< SIGCONT.
};

/// Returns a descriptor that becomes readable when the window has changed its size or the process
/// was continued, or -1. It is another one after other code has closed it.
int terminal_watch(void);

/// Returns what has happened since the last call, and makes the descriptor unreadable.
int terminal_take_events(void);

#endif
