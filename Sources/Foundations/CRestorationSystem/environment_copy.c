#define _GNU_SOURCE
#include "environment_copy.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_same(const environment_copy *copy) {
    const char *known = copy->bytes;
    for (char **entry = environ; entry != NULL && *entry != NULL; entry++) {
        if (known == copy->bytes + copy->size || strcmp(known, *entry) != 0)
            return false;
        known += strlen(known) + 1;
    }
    return known == copy->bytes + copy->size;
}

void environment_copy_take(environment_copy *copy) {
    // Usually nothing has changed.
    if (copy->bytes != NULL && is_same(copy))
        return;
    environment_copy_free(copy);
    size_t size = 0;
    for (char **entry = environ; entry != NULL && *entry != NULL; entry++)
        size += strlen(*entry) + 1;
    copy->bytes = malloc(size + 1);
    for (char **entry = environ; copy->bytes != NULL && entry != NULL && *entry != NULL; entry++) {
        size_t count = strlen(*entry) + 1;
        // Another thread may have changed the environment meanwhile.
        if (count > size - copy->size)
            break;
        memcpy(copy->bytes + copy->size, *entry, count);
        copy->size += count;
    }
}

static bool holds(const environment_copy *copy, const char *entry) {
    const char *end = copy->bytes + copy->size;
    for (const char *known = copy->bytes; known != end; known += strlen(known) + 1)
        if (strcmp(known, entry) == 0)
            return true;
    return false;
}

// Whether the variable named at the start of `entry` is set.
static bool is_set(const char *entry) {
    size_t count = strcspn(entry, "=");
    for (char **other = environ; other != NULL && *other != NULL; other++)
        if (strcspn(*other, "=") == count && memcmp(*other, entry, count) == 0)
            return true;
    return false;
}

static void add_name(const char *entry, char *names, size_t size) {
    size_t count = strcspn(entry, "=");
    size_t used = strlen(names);
    if (used + 2 + count + 1 > size)
        return;
    if (used > 0)
        memcpy(names + used, ", ", 3);
    strncat(names, entry, count);
}

bool environment_copy_differs(const environment_copy *copy, char *names, size_t size) {
    names[0] = '\0';
    if (copy->bytes == NULL || is_same(copy))
        return false;
    for (char **entry = environ; entry != NULL && *entry != NULL; entry++)
        if (!holds(copy, *entry))
            add_name(*entry, names, size);
    const char *end = copy->bytes + copy->size;
    for (const char *entry = copy->bytes; entry != end; entry += strlen(entry) + 1)
        if (!is_set(entry))
            add_name(entry, names, size);
    return names[0] != '\0';
}

void environment_copy_free(environment_copy *copy) {
    free(copy->bytes);
    copy->bytes = NULL;
    copy->size = 0;
}
