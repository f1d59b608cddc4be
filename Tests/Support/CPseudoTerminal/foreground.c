#define _GNU_SOURCE
#include "pseudo_terminal.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>

/// What the program does not inherit: signals that are ignored or blocked here.
static int prepare(posix_spawnattr_t *attributes) {
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    int error = posix_spawnattr_setsigdefault(attributes, &all);
    if (error == 0) error = posix_spawnattr_setsigmask(attributes, &none);
    // Not POSIX_SPAWN_SETPGROUP: a group of its own would be in the background, and stopped as
    // soon as it touched the terminal.
    short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
    return error != 0 ? error : posix_spawnattr_setflags(attributes, flags);
}

int32_t pseudo_terminal_run_here(const pseudo_terminal_program *program,
                                 pseudo_terminal_status *status) {
    posix_spawnattr_t attributes;
    int error = posix_spawnattr_init(&attributes);
    if (error != 0) return error;
    struct sigaction ignore = {.sa_handler = SIG_IGN}, interrupt, quit;
    // As system(3) does: what a person types is for the program, and this process outlives it.
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
