/// Standard input, output and error at one moment. Private to this module.
#ifndef STANDARD_FILES_H
#define STANDARD_FILES_H

#include <stdint.h>
#include <sys/stat.h>

/// By descriptor.
typedef struct standard_files {
    int copies[3];        ///< -1 where the descriptor was closed, or there was none left.
    struct stat facts[3]; ///< Where it was open.
} standard_files;

/// Prepares to take the files; nothing is open yet.
void standard_files_prepare(standard_files *files);

/// Takes the files as they are now. standard_files_close is to follow: a program that closes
/// its standard output later tells whoever reads it that this is all.
void standard_files_take(standard_files *files);

/// Which descriptors were open, and are closed or of another file now; descriptor n is bit n. One
/// that was closed may be what the system gave to whoever opened a file.
uint32_t standard_files_differ(const standard_files *files);

/// Puts the files back for these descriptors. Returns those for which it could not.
uint32_t standard_files_put_back(const standard_files *files, uint32_t which);

/// Closes the copies.
void standard_files_close(standard_files *files);

#endif
