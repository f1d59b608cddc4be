/// Starting a program on a pseudo-terminal, and the few calls around it that Swift cannot make:
/// variadic ones, and what runs between fork and exec.

#ifndef PSEUDO_TERMINAL_H
#define PSEUDO_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A descriptor of this process, and the number under which the program shall have it.
typedef struct pseudo_terminal_descriptor {
    int32_t parent; ///< Open in this process; stays the caller's.
    int32_t child;  ///< Above 2, and each number at most once.
} pseudo_terminal_descriptor;

/// What to start. Everything is borrowed for the call.
typedef struct pseudo_terminal_program {
    const char *path;         ///< The file to execute; PATH is not searched.
    char *const *arguments;   ///< Ended by NULL, beginning with the program's name.
    char *const *environment; ///< NAME=VALUE strings, ended by NULL. Nothing else is inherited.
    const pseudo_terminal_descriptor *descriptors;
    size_t descriptor_count;
    uint16_t rows;
    uint16_t columns;
} pseudo_terminal_program;

/// A started program, or why it could not be started.
typedef struct pseudo_terminal_child {
    int32_t process;            ///< Its process id; the caller waits for it.
    int32_t process_descriptor; ///< Readable once the program has ended; the caller closes it.
    int32_t terminal;           ///< This side of the terminal, not blocking; the caller closes it.
    int32_t error;              ///< 0, or the errno of the call that failed.
} pseudo_terminal_child;

/// Starts a program in a session of its own, with a new pseudo-terminal as its controlling
/// terminal and as its standard input, output and error.
///
/// The program has default signal handling, no blocked signals, and no descriptors but 0, 1, 2
/// and the listed ones. Returns only when the program has been executed or could not be.
///
/// May be called from any thread. On failure nothing is left behind, `error` is not 0, and
/// `failed_call` is set to the name of the call that failed, a constant.
pseudo_terminal_child pseudo_terminal_start(const pseudo_terminal_program *program,
                                            const char **failed_call);

/// How a program ended: either a status or the signal that ended it.
typedef struct pseudo_terminal_status {
    bool has_ended;
    int32_t code;   ///< What it passed to exit; 0 if a signal ended it, -1 if that is unknown.
    int32_t signal; ///< 0 if it ended by itself.
} pseudo_terminal_status;

/// Asks whether a started program has ended, and then frees its process id. If `blocks`, waits
/// for the end. After it has said so once, the process id must not be used any more.
pseudo_terminal_status pseudo_terminal_reap(int32_t process, bool blocks);

/// Runs a program on the terminal of this process, as a shell runs one in the foreground, and waits
/// for its end. Of `program` only the path, the arguments and the environment count; the program
/// inherits what descriptors survive an exec. Meanwhile SIGINT and SIGQUIT are ignored here.
/// Returns 0 and sets `status`, or returns an errno. Main thread only: signals are the process's.
int32_t pseudo_terminal_run_here(const pseudo_terminal_program *program,
                                 pseudo_terminal_status *status);

/// Tells the terminal, and by SIGWINCH the programs on it, its new size. Returns 0 or an errno.
int32_t pseudo_terminal_resize(int32_t terminal, uint16_t rows, uint16_t columns);

/// Makes a pipe whose reading end does not block; neither end survives an exec.
/// Returns 0 or an errno.
int32_t pseudo_terminal_pipe(int32_t *reading, int32_t *writing);

/// The system's words for an errno, in English; a constant, or NULL for a number without any.
const char *pseudo_terminal_error_text(int32_t error);

/// The columns that a character takes in a UTF-8 locale, as wcwidth(3) has it: 0, 1, 2, or -1 for
/// what cannot be printed. Independent of the locale of this process. May be called from any
/// thread.
int32_t pseudo_terminal_columns(uint32_t scalar);

#ifdef __cplusplus
}
#endif

#endif
