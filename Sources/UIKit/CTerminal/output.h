#ifndef CTERMINAL_OUTPUT_H
#define CTERMINAL_OUTPUT_H

#include <stddef.h>
#include <sys/stat.h>

/// Whether a descriptor still refers to the file with these facts. Other code may have closed the
/// descriptor and reused its number. Async-signal-safe.
int terminal_is_own(int descriptor, const struct stat *facts);

/// Opens the descriptor of `terminal_output`. -1 on failure.
int terminal_open_output(void);

/// Writes all bytes to the terminal within a time limit. -1 if bytes remain. Async-signal-safe.
int terminal_drain(const void *bytes, size_t size, int milliseconds);

/// Makes a non-blocking, close-on-exec pipe above the standard descriptors. -1 on failure.
int terminal_pipe(int ends[2]);

#endif
