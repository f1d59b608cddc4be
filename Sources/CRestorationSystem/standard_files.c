#define _GNU_SOURCE
#include "standard_files.h"

#include <fcntl.h>
#include <unistd.h>

void standard_files_prepare(standard_files *files) {
    for (int number = 0; number < 3; number++)
        files->copies[number] = -1;
}

void standard_files_take(standard_files *files) {
    for (int number = 0; number < 3; number++) {
        files->copies[number] = fcntl(number, F_DUPFD_CLOEXEC, 3);
        if (files->copies[number] >= 0)
            fstat(number, &files->facts[number]);
    }
}

// Whether a descriptor is still of that file: code that was loaded may have closed it, and the
// number may be somebody else's now.
static bool is_file(int descriptor, const struct stat *facts) {
    struct stat now;
    return fstat(descriptor, &now) == 0 && now.st_dev == facts->st_dev &&
           now.st_ino == facts->st_ino;
}

uint32_t standard_files_differ(const standard_files *files) {
    uint32_t changed = 0;
    for (int number = 0; number < 3; number++)
        if (files->copies[number] >= 0 && !is_file(number, &files->facts[number]))
            changed |= UINT32_C(1) << number;
    return changed;
}

uint32_t standard_files_put_back(const standard_files *files, uint32_t which) {
    uint32_t failed = 0;
    for (int number = 0; number < 3; number++)
        if ((which & UINT32_C(1) << number) != 0 &&
            (!is_file(files->copies[number], &files->facts[number]) ||
             dup2(files->copies[number], number) < 0))
            failed |= UINT32_C(1) << number;
    return failed;
}

void standard_files_close(standard_files *files) {
    for (int number = 0; number < 3; number++) {
        if (files->copies[number] >= 0 && is_file(files->copies[number], &files->facts[number]))
            close(files->copies[number]);
        files->copies[number] = -1;
    }
}
