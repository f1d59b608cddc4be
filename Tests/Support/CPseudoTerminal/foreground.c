#define _GNU_SOURCE
#include "pseudo_terminal.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>

/// Resets the ignored and blocked signals, which the program must not inherit.
static int prepare(posix_spawnattr_t *attributes) {
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    int error = posix_spawnattr_setsigdefault(attributes, &all);
    if (error == 0) error = posix_spawnattr_setsigmask(attributes, &none);
    // Not POSIX_SPAWN_SETPGROUP: a new group would be in the background, and the kernel would stop
    // it at its first use of the terminal.
    short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
    return error != 0 ? error : posix_spawnattr_setflags(attributes, flags);
}

int32_t pseudo_terminal_run_here(const pseudo_terminal_program *program,
                                 pseudo_terminal_status *status) {
    posix_spawnattr_t attributes;
    int error = posix_spawnattr_init(&attributes);
    if (error != 0) return error;
    struct sigaction ignore = {.sa_handler = SIG_IGN}, interrupt, quit;
    // As in system(3): the user's keys are meant for the program, and this process outlives it.
    sigaction(SIGINT, &ignore, &interrupt);
    sigaction(SIGQUIT, &ignore, &quit);
    pid_t process = -1;
    error = prepare(&attributes);
    if (error == 0) {
        error = posix_spawn(&process, program->path, NULL, &attributes, program->arguments,
                            program->environment);
    }
    if (error == 0) *status = pseudo_terminal_reap(process, true);
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGQUIT, &quit, NULL);
    posix_spawnattr_destroy(&attributes);
    return error;
}
