#include "terminal.h"

#include <curses.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <unistd.h>

int terminal_load(void) {
    int error = 0;
    return setupterm(NULL, STDOUT_FILENO, &error) == OK ? 0 : -1;
}

/// Copies a capability without its padding, such as `$<5>`, which terminals no longer need.
static size_t copy_without_padding(const char *text, char *buffer, size_t size) {
    size_t count = 0;
    while (*text != '\0') {
        const char *end = strncmp(text, "$<", 2) == 0 ? strchr(text, '>') : NULL;
        if (end != NULL) {
            text = end + 1;
            continue;
        }
        if (count == size)
            return 0;
        buffer[count++] = *text++;
    }
    return count;
}

size_t terminal_string(const char *name, int first, int second, char *buffer, size_t size) {
    const char *text = tigetstr(name);
    if (text == NULL || text == (const char *)-1)
        return 0;
    if (strchr(text, '%') != NULL)
        text = tiparm(text, first, second);
    return text == NULL ? 0 : copy_without_padding(text, buffer, size);
}

int terminal_number(const char *name) { return tigetnum(name); }

int terminal_flag(const char *name) { return tigetflag(name) == 1 ? 1 : 0; }
