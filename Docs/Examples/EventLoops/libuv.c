// cc libuv.c $(pkg-config --cflags --libs restoration libuv)
#include <uv.h>

#include "lines.h"

static restoration_session *session;
static uv_poll_t input, work;
static uv_timer_t timer;

// After each event, since every call may change the time of the next save.
static void run(void);
static void timeout(uv_timer_t *unused) {
    (void)unused;
    run();
}

static void run(void) {
    restoration_session_run_pending(session);
    const int milliseconds = restoration_session_milliseconds(session);
    if (milliseconds < 0)
        uv_timer_stop(&timer);
    else
        uv_timer_start(&timer, timeout, (uint64_t)milliseconds, 0);
}

static void on_work(uv_poll_t *unused, int status, int events) {
    (void)unused, (void)status, (void)events;
    run();
}

static void on_input(uv_poll_t *handle, int status, int events) {
    (void)status, (void)events;
    if (!read_lines(session))
        uv_stop(handle->loop);
    run();
}

int main(void) {
    uv_loop_t *loop = uv_default_loop();
    session = begin();
    if (session == NULL)
        return restoration_print_problem(stderr);
    uv_timer_init(loop, &timer);
    uv_poll_init(loop, &input, 0);
    uv_poll_start(&input, UV_READABLE, on_input);
    uv_poll_init(loop, &work, restoration_session_descriptor(session));
    uv_poll_start(&work, UV_READABLE, on_work);
    uv_run(loop, UV_RUN_DEFAULT);
    return end(session);
}
