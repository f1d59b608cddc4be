#define _GNU_SOURCE
#include "pseudo_terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

pseudo_terminal_status pseudo_terminal_reap(int32_t process, bool blocks) {
    int status = 0;
    pid_t ended;
    do ended = waitpid(process, &status, blocks ? 0 : WNOHANG);
    while (ended == -1 && errno == EINTR);
    if (ended == 0) return (pseudo_terminal_status){.has_ended = false};
    // An error means that other code has reaped the process: it has ended all the same.
    pseudo_terminal_status result = {.has_ended = true, .code = -1};
    if (ended == -1) return result;
    result.code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    result.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return result;
}

int32_t pseudo_terminal_resize(int32_t terminal, uint16_t rows, uint16_t columns) {
    struct winsize size = {.ws_row = rows, .ws_col = columns};
    return ioctl(terminal, TIOCSWINSZ, &size) == 0 ? 0 : errno;
}

int32_t pseudo_terminal_pipe(int32_t *reading, int32_t *writing) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return errno;
    // Only this end, because the program expects a blocking descriptor.
    if (fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0) {
        int error = errno;
        close(ends[0]);
        close(ends[1]);
        return error;
    }
    *reading = ends[0];
    *writing = ends[1];
    return 0;
}

const char *pseudo_terminal_error_text(int32_t error) {
    return strerrordesc_np(error);
}
