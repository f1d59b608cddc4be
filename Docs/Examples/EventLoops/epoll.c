// cc epoll.c $(pkg-config --cflags --libs restoration)
#include <sys/epoll.h>

#include "lines.h"

int main(void) {
    restoration_session *session = begin();
    if (session == NULL)
        return restoration_print_problem(stderr);
    const int set = epoll_create1(EPOLL_CLOEXEC);
    const int wake = restoration_session_descriptor(session);
    struct epoll_event input = {.events = EPOLLIN, .data.fd = 0};
    struct epoll_event work = {.events = EPOLLIN, .data.fd = wake};
    epoll_ctl(set, EPOLL_CTL_ADD, 0, &input);
    epoll_ctl(set, EPOLL_CTL_ADD, wake, &work);
    for (int is_running = 1; is_running;) {
        struct epoll_event events[2];
        const int count = epoll_wait(set, events, 2, restoration_session_milliseconds(session));
        for (int i = 0; i < count; i++)
            if (events[i].data.fd == 0)
                is_running = read_lines(session);
        restoration_session_run_pending(session);
    }
    return end(session);
}
