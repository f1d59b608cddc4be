#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "restoration_rename.h"

#include <errno.h>
#include <stdio.h>

int restoration_exchange_names(int directory, const char *one, const char *other) {
    return renameat2(directory, one, directory, other, RENAME_EXCHANGE) == 0 ? 0 : errno;
}

int restoration_rename_without_replacing(int directory, const char *from, const char *to) {
    return renameat2(directory, from, directory, to, RENAME_NOREPLACE) == 0 ? 0 : errno;
}
