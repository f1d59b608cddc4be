/// Identifies a descriptor's file. Private to this module.
#ifndef OPEN_FILE_H
#define OPEN_FILE_H

#include <stdbool.h>
#include <sys/stat.h>

/// Whether a descriptor still refers to the file with these facts. Loaded code may have closed it,
/// and its number may have been reused. AT_FDCWD is the current directory.
bool is_open_file(int descriptor, const struct stat *facts);

#endif
