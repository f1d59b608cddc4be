/// A snapshot of the process's environment variables. Private to this module.
#ifndef ENVIRONMENT_COPY_H
#define ENVIRONMENT_COPY_H

#include <stdbool.h>
#include <stddef.h>

/// All variables, concatenated, each with its NUL.
typedef struct environment_copy {
    char *bytes; ///< Null without memory: then nothing is compared.
    size_t size;
} environment_copy;

/// Takes a snapshot, replacing the last one. Zero-initialise the copy before the first call.
void environment_copy_take(environment_copy *copy);

/// Compares the snapshot with the present variables. Writes the names of changed ones to `names`,
/// separated by commas, with a NUL and truncated to fit.
bool environment_copy_differs(const environment_copy *copy, char *names, size_t size);

void environment_copy_free(environment_copy *copy);

#endif
