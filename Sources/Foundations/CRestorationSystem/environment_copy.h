/// The environment variables of the process at one moment. Private to this module.
#ifndef ENVIRONMENT_COPY_H
#define ENVIRONMENT_COPY_H

#include <stdbool.h>
#include <stddef.h>

/// All variables, each with its NUL, one after the other.
typedef struct environment_copy {
    char *bytes; ///< Null if there was no memory: then nothing is compared.
    size_t size;
} environment_copy;

/// Takes the variables as they are now, in place of what the copy held; nothing, where it is zero.
void environment_copy_take(environment_copy *copy);

/// Compares them with what they are now, and writes the names of those that differ into `names`,
/// with commas and a NUL; cut off when there are many.
bool environment_copy_differs(const environment_copy *copy, char *names, size_t size);

/// Frees the copy.
void environment_copy_free(environment_copy *copy);

#endif
