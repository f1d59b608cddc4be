#define _GNU_SOURCE
#include "CNcurses.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

static int size_pipe[2] = {-1, -1};
// Of the end that is written to: other code may close it, and its number be another file's.
static struct stat size_pipe_facts;

/// How the terminal was before, and what undoes ncurses' modes; ready for a signal handler, which
/// may not compute them.
static struct termios original_modes;
static char leave_sequence[128];
static volatile sig_atomic_t is_taken;

int ncurses_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

/// What has the terminal mark pastes, and not mark them any more.
static const char paste_on[] = "\033[?2004h";
static const char paste_off[] = "\033[?2004l";
static const char mouse_off[] = "\033[?1006l\033[?1000l";
static bool has_mouse_and_paste;

static void send(const char *sequence) {
    ssize_t written = write(STDOUT_FILENO, sequence, strlen(sequence));
    (void)written;
}

static void remember_leave_sequence(void) {
    const char *parts[] = {orig_pair, exit_attribute_mode, cursor_normal, keypad_local,
                           exit_ca_mode};
    leave_sequence[0] = 0;
    for (size_t index = 0; index < sizeof parts / sizeof *parts; index++)
        if (parts[index] != NULL
            && strlen(leave_sequence) + strlen(parts[index]) < sizeof leave_sequence)
            strcat(leave_sequence, parts[index]);
}

int ncurses_start(void) {
    // The size comes from the terminal alone; LINES and COLUMNS may be left over from another one.
    use_env(FALSE);
    use_tioctl(TRUE);
    if (tcgetattr(STDIN_FILENO, &original_modes) != 0)
        return -1;
    if (newterm(NULL, stdout, stdin) == NULL)
        return -1;
    // A terminal that cannot move its cursor shows one line at best.
    if (cursor_address == NULL) {
        endwin();
        return -1;
    }
    remember_leave_sequence();
    is_taken = 1;
    cbreak();
    noecho();
    nonl();
    intrflush(stdscr, FALSE);
    keypad(stdscr, TRUE);
    // An Escape that is not the beginning of a longer key shall not make people wait.
    set_escdelay(50);
    if (has_colors()) {
        start_color();
        use_default_colors();
    }
    return 0;
}

void ncurses_stop(void) {
    if (!is_taken)
        return;
    is_taken = 0;
    if (has_mouse_and_paste)
        send(paste_off);
    endwin();
}

void ncurses_resume(void) {
    is_taken = 1;
    reset_prog_mode();
    // ncurses itself would ask for the keys that it knows only when it reads the next one.
    keypad(stdscr, TRUE);
    if (has_mouse_and_paste)
        send(paste_on);
    clearok(curscr, TRUE);
}

void ncurses_enable_mouse_and_paste(void) {
    define_key("\033[200~", NCURSES_PASTE);
    define_key("\033[201~", NCURSES_PASTE_END);
    define_key("\033[1;5D", NCURSES_WORD_LEFT);
    define_key("\033[1;5C", NCURSES_WORD_RIGHT);
    mouseinterval(0);
    // All of them: what came and is told to nobody looks like a terminal that is gone.
    mousemask(ALL_MOUSE_EVENTS, NULL);
    has_mouse_and_paste = true;
    send(paste_on);
    const char *parts[] = {paste_off, mouse_off};
    for (size_t index = 0; index < sizeof parts / sizeof *parts; index++)
        if (strlen(leave_sequence) + strlen(parts[index]) < sizeof leave_sequence)
            strcat(leave_sequence, parts[index]);
}

int ncurses_read_mouse(ncurses_mouse *mouse) {
    MEVENT event;
    if (getmouse(&event) != OK)
        return -1;
    mouse->row = event.y;
    mouse->column = event.x;
    mouse->what = event.bstate & BUTTON1_PRESSED   ? NCURSES_PRESS
                  : event.bstate & BUTTON4_PRESSED ? NCURSES_WHEEL_UP
                  : event.bstate & BUTTON5_PRESSED ? NCURSES_WHEEL_DOWN
                                                   : 0;
    return mouse->what == 0 ? -1 : 0;
}

int ncurses_window_size(int *row_count, int *column_count) {
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0)
        return -1;
    *row_count = size.ws_row;
    *column_count = size.ws_col;
    return 0;
}

static void note_size_change(int signal) {
    (void)signal;
    int error = errno;
    struct stat now;
    if (fstat(size_pipe[1], &now) == 0 && now.st_dev == size_pipe_facts.st_dev &&
        now.st_ino == size_pipe_facts.st_ino) {
        // A full pipe says the same already.
        ssize_t written = write(size_pipe[1], "", 1);
        (void)written;
    }
    errno = error;
}

int ncurses_watch_size(void) {
    if (pipe2(size_pipe, O_NONBLOCK | O_CLOEXEC) != 0)
        return -1;
    // The program may run without standard streams, and what is written to those must not get here.
    for (int end = 0; end < 2; end++) {
        int opened = size_pipe[end];
        if (opened > STDERR_FILENO)
            continue;
        size_pipe[end] = fcntl(opened, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        close(opened);
    }
    if (fstat(size_pipe[1], &size_pipe_facts) != 0)
        return -1;
    struct sigaction action = {.sa_handler = note_size_change, .sa_flags = SA_RESTART};
    sigfillset(&action.sa_mask);
    return sigaction(SIGWINCH, &action, NULL) == 0 ? size_pipe[0] : -1;
}

void ncurses_update_size(void) {
    char drained[64];
    while (read(size_pipe[0], drained, sizeof drained) > 0)
        continue;
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0)
        return;
    if (is_term_resized(size.ws_row, size.ws_col))
        resizeterm(size.ws_row, size.ws_col);
    clearok(curscr, TRUE);
}

static const int fatal_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
enum { fatal_count = sizeof fatal_signals / sizeof *fatal_signals };
static struct sigaction earlier_actions[fatal_count];

static void release_terminal(int signal, siginfo_t *info, void *context) {
    (void)context;
    if (is_taken) {
        is_taken = 0;
        ssize_t written = write(STDOUT_FILENO, leave_sequence, strlen(leave_sequence));
        (void)written;
        tcsetattr(STDIN_FILENO, TCSANOW, &original_modes);
    }
    // Whoever handled the signal before shall see it as it came. A fault comes again by itself when
    // this returns; a breakpoint and what somebody sent do not.
    for (int index = 0; index < fatal_count; index++)
        if (fatal_signals[index] == signal)
            sigaction(signal, &earlier_actions[index], NULL);
    if (info->si_code <= 0 || signal == SIGTRAP)
        raise(signal);
}

void ncurses_survive_crashes(void) {
    struct sigaction action = {.sa_sigaction = release_terminal,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    for (int index = 0; index < fatal_count; index++)
        sigaction(fatal_signals[index], &action, &earlier_actions[index]);
}
