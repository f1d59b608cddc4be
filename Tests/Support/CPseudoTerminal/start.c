#define _GNU_SOURCE
#include "pseudo_terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/close_range.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/// A failed call, as the child reports it through the pipe.
typedef struct failure {
    int error;
    const char *call; // A constant of this image: the same address before and after the fork.
} failure;

/// The child's data, prepared before the fork. After it, the child may make only async-signal-safe
/// calls, because other threads may have held locks at the fork.
typedef struct preparation {
    const pseudo_terminal_program *program;
    int terminal; // The program's side.
    int report;   // The writing end of the failure pipe.
    int *lifted;  // Room for one number per inherited descriptor.
} preparation;

#define TRY(call, expression)                                                                      \
    do {                                                                                           \
        if ((expression) == -1) return (failure){errno, call};                                     \
    } while (0)

// In the child: async-signal-safe calls only.

/// The lowest number above all of the program's descriptors.
static int first_free(const pseudo_terminal_program *program) {
    int highest = 2;
    for (size_t i = 0; i < program->descriptor_count; i++) {
        int child = program->descriptors[i].child;
        if (child > highest) highest = child;
    }
    return highest + 1;
}

/// Moves each descriptor to its number and closes all others.
///
/// 1. Every needed descriptor is duplicated above all wanted numbers. Then no needed descriptor
///    occupies a wanted number, and no duplicate is its own original.
/// 2. All lower descriptors are closed, including any that this process had left open.
/// 3. The duplicates move to their numbers. Exec closes all higher descriptors.
static failure arrange_descriptors(preparation *child) {
    const pseudo_terminal_program *program = child->program;
    int floor = first_free(program);
    int report = fcntl(child->report, F_DUPFD_CLOEXEC, floor);
    if (report == -1) return (failure){errno, "fcntl"};
    child->report = report; // After the check: the old one reports the failure.
    TRY("fcntl", child->terminal = fcntl(child->terminal, F_DUPFD_CLOEXEC, floor));
    for (size_t i = 0; i < program->descriptor_count; i++) {
        int parent = program->descriptors[i].parent;
        TRY("fcntl", child->lifted[i] = fcntl(parent, F_DUPFD_CLOEXEC, floor));
    }
    TRY("close_range", close_range(0, (unsigned)floor - 1, 0));
    for (int number = 0; number <= 2; number++) {
        TRY("dup2", dup2(child->terminal, number));
    }
    for (size_t i = 0; i < program->descriptor_count; i++) {
        TRY("dup2", dup2(child->lifted[i], program->descriptors[i].child));
    }
    TRY("close_range", close_range((unsigned)floor, UINT_MAX, CLOSE_RANGE_CLOEXEC));
    return (failure){0};
}

/// Resets the signal state that the program must not inherit. Signals stay blocked until this
/// process's handlers are removed, because handlers must not run in the child.
static failure reset_signals(void) {
    struct sigaction standard = {.sa_handler = SIG_DFL};
    // Setting SIGKILL, SIGSTOP and the C library's own signals fails, which is harmless.
    for (int number = 1; number < NSIG; number++) sigaction(number, &standard, NULL);
    sigset_t none;
    sigemptyset(&none);
    TRY("sigprocmask", sigprocmask(SIG_SETMASK, &none, NULL));
    return (failure){0};
}

static failure become_program(preparation *child) {
    const pseudo_terminal_program *program = child->program;
    TRY("setsid", setsid());
    TRY("ioctl", ioctl(child->terminal, TIOCSCTTY, 0));
    failure failed = arrange_descriptors(child);
    if (failed.error != 0) return failed;
    failed = reset_signals();
    if (failed.error != 0) return failed;
    TRY("execve", execve(program->path, program->arguments, program->environment));
    return (failure){0};
}

static _Noreturn void run_child(preparation *child) {
    failure failed = become_program(child);
    // Less than PIPE_BUF, so the write is atomic. If it fails, the parent reads the end of the pipe
    // and then the status.
    (void)!write(child->report, &failed, sizeof failed);
    _exit(127);
}

// In the parent.

static int open_pair(const pseudo_terminal_program *program, int *ours, int *theirs,
                     const char **call) {
    char name[64];
    struct winsize size = {.ws_row = program->rows, .ws_col = program->columns};
    *call = "posix_openpt";
    *ours = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
    if (*ours == -1) return errno;
    // grantpt is not needed: Linux creates the device with the right owner.
    *call = "unlockpt";
    if (unlockpt(*ours) != 0) return errno;
    *call = "ptsname_r";
    int error = ptsname_r(*ours, name, sizeof name);
    if (error != 0) return error;
    *call = "ioctl";
    if (ioctl(*ours, TIOCSWINSZ, &size) != 0) return errno;
    *call = "open";
    *theirs = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    return *theirs == -1 ? errno : 0;
}

/// Forks with all signals blocked.
static pid_t fork_blocking_signals(preparation *child) {
    sigset_t all, previous;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &previous);
    pid_t process = fork();
    if (process == 0) run_child(child);
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &previous, NULL);
    errno = error;
    return process;
}

/// Waits until exec closes the pipe, or the child reports a failure.
static failure read_failure(int pipe) {
    failure failed = {0};
    ssize_t count;
    do count = read(pipe, &failed, sizeof failed);
    while (count == -1 && errno == EINTR);
    if (count == -1) return (failure){errno, "read"};
    return failed;
}

static void reap(pid_t process) {
    kill(process, SIGKILL);
    while (waitpid(process, NULL, 0) == -1 && errno == EINTR) continue;
}

/// Forks, and waits for the outcome. Stores the child's process id and descriptor in `started`.
static failure start_child(preparation *child, pseudo_terminal_child *started) {
    int pipe[2];
    TRY("pipe2", pipe2(pipe, O_CLOEXEC));
    child->report = pipe[1];
    pid_t process = fork_blocking_signals(child);
    failure failed = {process == -1 ? errno : 0, "fork"};
    close(pipe[1]);
    if (process != -1) {
        failed = read_failure(pipe[0]);
        // The child has not been reaped, so the kernel cannot reuse its process id.
        int descriptor = failed.error != 0 ? -1 : (int)syscall(SYS_pidfd_open, process, 0);
        if (failed.error == 0 && descriptor == -1) failed = (failure){errno, "pidfd_open"};
        if (failed.error != 0) reap(process);
        started->process = process;
        started->process_descriptor = descriptor;
    }
    close(pipe[0]);
    return failed;
}

pseudo_terminal_child pseudo_terminal_start(const pseudo_terminal_program *program,
                                            const char **failed_call) {
    pseudo_terminal_child started = {.process = -1, .process_descriptor = -1, .terminal = -1};
    int theirs = -1;
    preparation child = {.program = program, .report = -1};
    child.lifted = calloc(program->descriptor_count + 1, sizeof(int));
    if (child.lifted == NULL) {
        *failed_call = "calloc";
        started.error = ENOMEM;
        return started;
    }
    started.error = open_pair(program, &started.terminal, &theirs, failed_call);
    if (started.error == 0) {
        child.terminal = theirs;
        failure failed = start_child(&child, &started);
        started.error = failed.error;
        *failed_call = failed.call;
    }
    // From here on, only the program has its side open. If this process had it open too, the kernel
    // would discard output in transit when the program ends.
    if (theirs != -1) close(theirs);
    if (started.error != 0 && started.terminal != -1) close(started.terminal);
    free(child.lifted);
    return started;
}
