#define _GNU_SOURCE
#include "terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "output.h"

static int output = -1;
static struct stat output_facts;
/// Whether writing to `output` may block.
static int blocks;

int terminal_is_own(int descriptor, const struct stat *facts) {
    struct stat now;
    return fstat(descriptor, &now) == 0 && now.st_dev == facts->st_dev
        && now.st_ino == facts->st_ino;
}

int terminal_output(void) {
    if (output >= 0 && !terminal_is_own(output, &output_facts)) {
        output = -1;
        terminal_open_output();
    }
    return output;
}

/// Moves a descriptor above the standard ones, which belong to the program.
static int above_standard(int descriptor) {
    if (descriptor < 0 || descriptor > STDERR_FILENO)
        return descriptor;
    int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close(descriptor);
    return moved;
}

int terminal_pipe(int ends[2]) {
    if (pipe2(ends, O_NONBLOCK | O_CLOEXEC) != 0)
        return -1;
    ends[0] = above_standard(ends[0]);
    ends[1] = above_standard(ends[1]);
    return ends[0] < 0 || ends[1] < 0 ? -1 : 0;
}

int terminal_open_output(void) {
    if (output >= 0)
        return 0;
    // Opens a new description of the terminal: O_NONBLOCK on standard output would affect every
    // process that shares it, such as the shell. The first path needs /proc and permission to open
    // the device, the second one a controlling terminal.
    const char *paths[] = {"/proc/self/fd/1", "/dev/tty"};
    for (int index = 0; index < 2 && output < 0; index++)
        output = above_standard(open(paths[index], O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    blocks = output < 0;
    if (blocks)
        output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    return output < 0 ? -1 : fstat(output, &output_facts);
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/// Writes only as much as a blocking descriptor takes at once.
static ssize_t write_part(int descriptor, const void *bytes, size_t size, int milliseconds) {
    struct pollfd room = {.fd = descriptor, .events = POLLOUT};
    int ready = poll(&room, 1, milliseconds);
    if (ready <= 0)
        return ready < 0 && errno != EINTR ? -1 : 0;
    // A pipe that is writable has room for PIPE_BUF bytes, a terminal for one.
    size_t limit = isatty(descriptor) ? 1 : PIPE_BUF;
    return write(descriptor, bytes, size < limit ? size : limit);
}

ssize_t terminal_write(const void *bytes, size_t size) {
    if (terminal_output() < 0)
        return -1;
    ssize_t count = blocks ? write_part(output, bytes, size, 0) : write(output, bytes, size);
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : count;
}

int terminal_drain(const void *bytes, size_t size, int milliseconds) {
    int64_t end = now() + milliseconds;
    const char *rest = bytes;
    while (size > 0) {
        ssize_t count = terminal_write(rest, size);
        if (count < 0)
            return -1;
        rest += count;
        size -= (size_t)count;
        int64_t left = end - now();
        if (size > 0 && left <= 0)
            return -1;
        struct pollfd room = {.fd = output, .events = POLLOUT};
        if (size > 0 && count == 0)
            poll(&room, 1, (int)left);
    }
    return 0;
}

int terminal_send(int descriptor, const void *bytes, size_t size, int milliseconds) {
    int64_t end = now() + milliseconds;
    const char *rest = bytes;
    while (size > 0) {
        int64_t left = end - now();
        ssize_t count = write_part(descriptor, rest, size, left > 0 ? (int)left : 0);
        if (count < 0 && errno != EAGAIN && errno != EINTR)
            return -1;
        if (count <= 0 && left <= 0)
            return -1;
        rest += count > 0 ? count : 0;
        size -= count > 0 ? (size_t)count : 0;
    }
    return 0;
}

ssize_t terminal_read(void *bytes, size_t size) {
    // Standard input may block, and another process may have read the input already.
    struct pollfd typed = {.fd = STDIN_FILENO, .events = POLLIN};
    if (poll(&typed, 1, 0) <= 0)
        return 0;
    // After SIGSTOP and `bg`, keys may arrive before the event of SIGCONT. They belong to the
    // foreground process, and reading them would stop this one.
    if (!terminal_is_in_foreground())
        return 0;
    ssize_t count = read(STDIN_FILENO, bytes, size);
    if (count < 0)
        return errno == EAGAIN || errno == EINTR ? 0 : -1;
    // With VMIN = 1, an empty read means that the terminal has hung up.
    return count > 0 ? count : -1;
}

int terminal_size(int *row_count, int *column_count) {
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0)
        return -1;
    *row_count = size.ws_row < TERMINAL_ROW_LIMIT ? size.ws_row : TERMINAL_ROW_LIMIT;
    *column_count = size.ws_col < TERMINAL_COLUMN_LIMIT ? size.ws_col : TERMINAL_COLUMN_LIMIT;
    return 0;
}
