#ifndef CTERMINAL_OUTPUT_H
#define CTERMINAL_OUTPUT_H

#include <stddef.h>
#include <sys/stat.h>

/// Whether a descriptor is of the file with these facts. Other code may have closed it, and its
/// number may be another file's now. Async-signal-safe.
int terminal_is_own(int descriptor, const struct stat *facts);

/// Opens what `terminal_output` returns. -1 if that fails.
int terminal_open_output(void);

/// Writes all to the terminal, for that long at most. -1 if not all could be written.
/// Async-signal-safe.
int terminal_drain(const void *bytes, size_t size, int milliseconds);

/// Makes a pipe that neither blocks nor survives an exec, above the standard descriptors. -1 if
/// that fails.
int terminal_pipe(int ends[2]);

#endif
