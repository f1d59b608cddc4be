/// Of which file a descriptor is. Private to this module.
#ifndef OPEN_FILE_H
#define OPEN_FILE_H

#include <stdbool.h>
#include <sys/stat.h>

/// Whether a descriptor is of the file with these facts: code that was loaded may have closed it,
/// and the number may be somebody else's now. AT_FDCWD is the current directory.
bool is_open_file(int descriptor, const struct stat *facts);

#endif
