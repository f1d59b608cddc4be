#define _GNU_SOURCE
#include "terminal.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "output.h"

/// The terminal's original modes, the program's modes, and the reset bytes. A signal handler may
/// not compute them, so they are prepared here.
static struct termios original_modes;
static struct termios own_modes;
static char reset_bytes[256];
static volatile size_t reset_size;
static volatile sig_atomic_t is_acquired;
/// The process that acquired the terminal.
static pid_t owner;

void terminal_set_reset_bytes(const char *bytes, size_t size) {
    reset_size = 0;
    if (size > sizeof reset_bytes)
        return;
    memcpy(reset_bytes, bytes, size);
    reset_size = size;
}

int terminal_is_in_foreground(void) {
    pid_t group = tcgetpgrp(STDIN_FILENO);
    return group < 0 || group == getpgrp();
}

void terminal_disown(void) { is_acquired = 0; }

/// Async-signal-safe, as is every function that it calls.
void terminal_release(int milliseconds) {
    // A forked child leaves the terminal to its parent.
    if (!is_acquired || getpid() != owner || !terminal_is_in_foreground())
        return;
    is_acquired = 0;
    // Resumes output that the user has halted with Ctrl-S.
    struct termios flowing = original_modes;
    flowing.c_iflag &= ~(tcflag_t)IXON;
    tcsetattr(STDIN_FILENO, TCSANOW, &flowing);
    terminal_drain(reset_bytes, reset_size, milliseconds);
    tcsetattr(STDIN_FILENO, TCSANOW, &original_modes);
}

void terminal_reacquire(void) {
    owner = getpid();
    is_acquired = 1;
    tcsetattr(STDIN_FILENO, TCSANOW, &own_modes);
}

static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
enum { fault_count = sizeof faults / sizeof *faults };
static struct sigaction earlier_actions[fault_count];

/// Swift's crash reporter, or NULL. It is recognised as the one handler that all faults share. It
/// also handles SIGQUIT.
static void (*crash_reporter)(int, siginfo_t *, void *);

static void find_crash_reporter(void) {
    struct sigaction first, other;
    sigaction(faults[0], NULL, &first);
    if ((first.sa_flags & SA_SIGINFO) == 0)
        return;
    for (int index = 1; index < fault_count; index++)
        if (sigaction(faults[index], NULL, &other) != 0
            || other.sa_sigaction != first.sa_sigaction)
            return;
    crash_reporter = first.sa_sigaction;
}

/// Whether the program has its own handler for a signal.
static int has_own_handler(int signal, const struct sigaction *action) {
    if (signal == SIGQUIT && crash_reporter != NULL && action->sa_sigaction == crash_reporter)
        return 0;
    return (action->sa_flags & SA_SIGINFO) != 0 || action->sa_handler != SIG_DFL;
}

/// The signals that do not end a process by default.
static const int harmless[] = {SIGCHLD, SIGCONT, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG,
                               SIGWINCH};

static int contains(const int *signals, size_t count, int signal) {
    for (size_t index = 0; index < count; index++)
        if (signals[index] == signal)
            return 1;
    return 0;
}

static void handle_fatal_signal(int signal, siginfo_t *info, void *context) {
    (void)context;
    int error = errno;
    terminal_release(500);
    // Restore the earlier handler for a genuine crash only. A crash reporter returns in order to
    // repeat the fault, which a signal sent by another process or a key would not.
    int is_own = info->si_code > 0 || info->si_pid == getpid();
    struct sigaction action = {.sa_handler = SIG_DFL};
    for (int index = 0; is_own && index < fault_count; index++)
        if (faults[index] == signal)
            action = earlier_actions[index];
    sigaction(signal, &action, NULL);
    // A fault repeats when this returns. A sent signal or a breakpoint does not.
    int is_fault = signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGFPE;
    if (!is_fault || info->si_code <= 0)
        raise(signal);
    errno = error;
}

/// Releases the terminal before a signal ends the process. The program's own handlers stay in
/// place, except that crash handlers run after this one.
static void watch_fatal_signals(void) {
    struct sigaction action = {.sa_sigaction = handle_fatal_signal,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    for (int index = 0; index < fault_count; index++) {
        struct sigaction *earlier = &earlier_actions[index];
        // Ignored signals end nothing.
        if (sigaction(faults[index], NULL, earlier) == 0 && earlier->sa_handler != SIG_IGN)
            sigaction(faults[index], &action, NULL);
    }
    for (int signal = 1; signal <= SIGRTMAX; signal++) {
        struct sigaction now;
        if (contains(faults, fault_count, signal)
            || contains(harmless, sizeof harmless / sizeof *harmless, signal)
            || sigaction(signal, NULL, &now) != 0 || has_own_handler(signal, &now))
            continue;
        sigaction(signal, &action, NULL);
    }
}

int terminal_acquire(void) {
    if (tcgetattr(STDIN_FILENO, &original_modes) != 0 || terminal_open_output() != 0)
        return -1;
    own_modes = original_modes;
    // Input is unbuffered and untranslated. Keys that send signals still do, and Ctrl-S halts
    // output.
    own_modes.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IGNCR | ISTRIP);
    own_modes.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ECHONL | IEXTEN);
    own_modes.c_lflag |= ISIG;
    own_modes.c_cc[VMIN] = 1;
    own_modes.c_cc[VTIME] = 0;
    terminal_reacquire();
    watch_fatal_signals();
    return 0;
}

// ---- Signals that do not end the process ----

enum { reading_end, writing_end };
static int event_pipe[2] = {-1, -1};
static struct stat event_pipe_facts[2];
static volatile sig_atomic_t was_resized, was_continued;

static int is_own_end(int end) {
    return terminal_is_own(event_pipe[end], &event_pipe_facts[end]);
}

/// A full pipe is readable already.
static void signal_event(void) {
    if (is_own_end(writing_end)) {
        ssize_t written = write(event_pipe[writing_end], "", 1);
        (void)written;
    }
}

static void note_event(int signal) {
    int error = errno;
    if (signal == SIGCONT)
        was_continued = 1;
    else
        was_resized = 1;
    signal_event();
    errno = error;
}

static int handle_events(void) {
    static int is_handling;
    if (is_handling)
        return 0;
    find_crash_reporter();
    struct sigaction action = {.sa_handler = note_event, .sa_flags = SA_RESTART};
    sigfillset(&action.sa_mask);
    if (sigaction(SIGWINCH, &action, NULL) != 0 || sigaction(SIGCONT, &action, NULL) != 0)
        return -1;
    is_handling = 1;
    return 0;
}

int terminal_watch(void) {
    if (is_own_end(reading_end) && is_own_end(writing_end))
        return event_pipe[reading_end];
    for (int end = reading_end; end <= writing_end; end++)
        if (is_own_end(end))
            close(event_pipe[end]);
    if (terminal_pipe(event_pipe) != 0)
        return -1;
    for (int end = reading_end; end <= writing_end; end++)
        if (fstat(event_pipe[end], &event_pipe_facts[end]) != 0)
            return -1;
    // Repeats events that were written to the closed pipe.
    if (was_resized || was_continued)
        signal_event();
    return handle_events() == 0 ? event_pipe[reading_end] : -1;
}

int terminal_take_events(void) {
    char drained[64];
    while (is_own_end(reading_end) && read(event_pipe[reading_end], drained, sizeof drained) > 0)
        continue;
    // Flags are read after the pipe, so a later event makes the pipe readable again.
    int events = 0;
    if (was_resized) {
        was_resized = 0;
        events |= TERMINAL_RESIZED;
    }
    if (was_continued) {
        was_continued = 0;
        events |= TERMINAL_CONTINUED;
    }
    return events;
}
