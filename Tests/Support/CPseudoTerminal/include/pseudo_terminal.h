/// Starting a program on a pseudo-terminal, and the related calls that Swift cannot make: variadic
/// functions, and the code between fork and exec.

#ifndef PSEUDO_TERMINAL_H
#define PSEUDO_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A descriptor of this process, and its number in the program.
typedef struct pseudo_terminal_descriptor {
    int32_t parent; ///< Open in this process; the caller still owns it.
    int32_t child;  ///< Above 2; unique.
} pseudo_terminal_descriptor;

/// A program to start. All pointers are borrowed for the call.
typedef struct pseudo_terminal_program {
    const char *path;         ///< The executable; PATH is not searched.
    char *const *arguments;   ///< NULL-terminated; the first is the program's name.
    char *const *environment; ///< NULL-terminated NAME=VALUE strings; none are inherited.
    const pseudo_terminal_descriptor *descriptors;
    size_t descriptor_count;
    uint16_t rows;
    uint16_t columns;
} pseudo_terminal_program;

/// A started program, or the error of the failed start.
typedef struct pseudo_terminal_child {
    int32_t process;            ///< The process id; the caller reaps it.
    int32_t process_descriptor; ///< Readable once the program has ended; the caller closes it.
    int32_t terminal;           ///< This side of the terminal, non-blocking; the caller closes it.
    int32_t error;              ///< 0, or the errno of the call that failed.
} pseudo_terminal_child;

/// Starts a program in a new session, with a new pseudo-terminal as its controlling terminal and as
/// its standard input, output and error.
///
/// The program has default signal handling, no blocked signals, and no descriptors but 0, 1, 2 and
/// the listed ones. Returns once the program has been executed or has failed to execute.
///
/// Any thread. A failure leaves no process or descriptor behind, sets `error` to an errno, and sets
/// `failed_call` to the name of the failed call, a constant.
pseudo_terminal_child pseudo_terminal_start(const pseudo_terminal_program *program,
                                            const char **failed_call);

/// The end of a program: a status, or the signal that ended it.
typedef struct pseudo_terminal_status {
    bool has_ended;
    int32_t code;   ///< Its exit status; 0 after a signal, -1 if unknown.
    int32_t signal; ///< 0 if the program exited.
} pseudo_terminal_status;

/// Reaps a started program if it has ended; with `blocks`, waits for its end first. Once
/// `has_ended` is true, the process id must not be used any more.
pseudo_terminal_status pseudo_terminal_reap(int32_t process, bool blocks);

/// Runs a program on the terminal of this process, as a shell runs one in the foreground, and waits
/// for its end. Uses only the path, arguments and environment of `program`. The program inherits
/// all descriptors that survive an exec. Meanwhile, this process ignores SIGINT and SIGQUIT.
/// Returns 0 and sets `status`, or returns an errno. Main thread only, because signal handlers
/// belong to the process.
int32_t pseudo_terminal_run_here(const pseudo_terminal_program *program,
                                 pseudo_terminal_status *status);

/// Sets the terminal's size; the programs on it get SIGWINCH. Returns 0 or an errno.
int32_t pseudo_terminal_resize(int32_t terminal, uint16_t rows, uint16_t columns);

/// Makes a pipe with a non-blocking reading end. Both ends are close-on-exec. Returns 0 or an
/// errno.
int32_t pseudo_terminal_pipe(int32_t *reading, int32_t *writing);

/// The system's English description of an errno: a constant, or NULL for an unknown number.
const char *pseudo_terminal_error_text(int32_t error);

/// The display width of a character in a UTF-8 locale, in columns (wcwidth(3)): 0, 1, 2, or -1 for
/// an unprintable character. Independent of the locale of this process. Any thread.
int32_t pseudo_terminal_columns(uint32_t scalar);

#ifdef __cplusplus
}
#endif

#endif
