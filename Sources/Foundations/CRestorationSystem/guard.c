#include "restoration_guard.h"

#include <stdio.h>
#include <string.h>

static void copy(char *target, size_t size, const char *text, size_t count) {
    if (text == NULL)
        count = 0;
    if (count > size - 1)
        count = size - 1;
    if (count > 0)
        memcpy(target, text, count);
    target[count] = '\0';
}

void restoration_guard_begin(restoration_guard *guard, restoration_guard *saved,
                             const char *function, size_t function_count, const char *subject,
                             size_t subject_count) {
    static _Thread_local uint64_t last;
    saved->frame = guard->frame;
    // Copies the texts only if there is an enclosing callback, which is rare.
    if (guard->frame != NULL) {
        memcpy(saved->function, guard->function, sizeof saved->function);
        memcpy(saved->subject, guard->subject, sizeof saved->subject);
    }
    guard->token = ++last;
    // Identifies the frame; the other fields of `saved` describe the enclosing callback.
    saved->token = guard->token;
    guard->frame = saved;
    copy(guard->function, sizeof guard->function, function, function_count);
    copy(guard->subject, sizeof guard->subject, subject, subject_count);
}

void restoration_guard_end(restoration_guard *guard, const restoration_guard *saved) {
    guard->frame = saved->frame;
    if (guard->frame == NULL)
        return;
    memcpy(guard->function, saved->function, sizeof guard->function);
    memcpy(guard->subject, saved->subject, sizeof guard->subject);
    // The enclosing frame stores its own token.
    guard->token = ((const restoration_guard *)guard->frame)->token;
}

int restoration_guard_state(const restoration_guard *guard, const void *frame) {
    const restoration_guard *caller = guard->frame;
    if (caller == NULL)
        return 0;
    // The stack grows towards lower addresses on all platforms of this library.
    if ((uintptr_t)frame >= (uintptr_t)caller)
        return -1;
    return caller->token == guard->token ? 1 : -1;
}

void restoration_guard_describe(const restoration_guard *guard, char *text, size_t size) {
    snprintf(text, size, guard->subject[0] == '\0' ? "%s" : "%s of %s", guard->function,
             guard->subject);
}
