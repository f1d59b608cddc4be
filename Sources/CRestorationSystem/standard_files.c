#define _GNU_SOURCE
#include "standard_files.h"

#include "open_file.h"

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

uint32_t standard_files_differ(const standard_files *files) {
    uint32_t changed = 0;
    for (int number = 0; number < 3; number++)
        if (files->copies[number] >= 0 && !is_open_file(number, &files->facts[number]))
            changed |= UINT32_C(1) << number;
    return changed;
}

uint32_t standard_files_put_back(const standard_files *files, uint32_t which) {
    uint32_t failed = 0;
    for (int number = 0; number < 3; number++)
        if ((which & UINT32_C(1) << number) != 0 &&
            (!is_open_file(files->copies[number], &files->facts[number]) ||
             dup2(files->copies[number], number) < 0))
            failed |= UINT32_C(1) << number;
    return failed;
}

void standard_files_close(standard_files *files) {
    for (int number = 0; number < 3; number++) {
        if (files->copies[number] >= 0 &&
            is_open_file(files->copies[number], &files->facts[number]))
            close(files->copies[number]);
        files->copies[number] = -1;
    }
}
