// cc glib.c $(pkg-config --cflags --libs restoration glib-2.0)
#include <glib-unix.h>

#include "lines.h"

static restoration_session *session;

static gboolean on_input(gint descriptor, GIOCondition condition, gpointer loop) {
    (void)descriptor, (void)condition;
    if (read_lines(session))
        return G_SOURCE_CONTINUE;
    g_main_loop_quit(loop);
    return G_SOURCE_REMOVE;
}

int main(void) {
    GMainLoop *loop = g_main_loop_new(NULL, FALSE);
    session = begin();
    if (session == NULL || restoration_session_attach_to_glib(session, NULL) != RESTORATION_OK)
        return restoration_print_problem(stderr);
    g_unix_fd_add(0, G_IO_IN | G_IO_HUP, on_input, loop);
    g_main_loop_run(loop);
    g_main_loop_unref(loop);
    return end(session);
}
