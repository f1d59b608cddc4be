/// A program that counts the lines that it reads, for the examples of event loops beside this file.
#ifndef LINES_H
#define LINES_H

#include <restoration/session.h>
#include <restoration/session_report.h>
#include <unistd.h>

static struct lines {
    int64_t count;
} lines;
static restoration_handle lines_handle;

static restoration_status lines_encode(void *object, restoration_coder *coder) {
    const struct lines *self = object;
    return restoration_put_int64(coder, RESTORATION_LITERAL("count"), self->count);
}

static restoration_status lines_decode(void *object, restoration_coder *coder) {
    struct lines *self = object;
    return restoration_optional(
        restoration_get_int64(coder, RESTORATION_LITERAL("count"), &self->count));
}

static const restoration_class lines_class = {RESTORATION_CLASS("Lines", 1),
                                              .encode = lines_encode, .decode = lines_decode};

static void saved(void *unused, const restoration_save *save) {
    (void)unused;
    if (save->status == RESTORATION_OK)
        printf("%d lines are saved\n", (int)lines.count);
    fflush(stdout);
}

/// Opens the session and restores. Null on failure.
static restoration_session *begin(void) {
    static const restoration_callbacks callbacks = {.struct_size = sizeof callbacks,
                                                    .saved = saved};
    restoration_options options = RESTORATION_OPTIONS_INIT;
    options.callbacks = &callbacks;
    options.autosave_milliseconds = 50;
    restoration_session *session = restoration_session_open("org.example.lines", &options);
    if (session == NULL)
        return NULL;
    if (restoration_session_add_root(session, "Lines", &lines_class, &lines, &lines_handle) !=
            RESTORATION_OK ||
        restoration_session_restore(session, RESTORATION_REASON_LAUNCH) != RESTORATION_OK) {
        restoration_session_close(session);
        return NULL;
    }
    return session;
}

/// Reads typed lines. Returns 0 at the end of the input.
static int read_lines(restoration_session *session) {
    char text[256];
    const ssize_t size = read(0, text, sizeof text);
    for (ssize_t i = 0; i < size; i++)
        lines.count += text[i] == '\n';
    restoration_session_invalidate(session, lines_handle);
    return size > 0;
}

/// Saves and closes.
static int end(restoration_session *session) {
    if (restoration_session_preserve(session) != RESTORATION_OK)
        restoration_print_problem(stderr);
    restoration_session_close(session);
    return 0;
}

#endif
