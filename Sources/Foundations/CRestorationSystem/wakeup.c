#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "restoration_descriptors.h"
#include "restoration_events.h"

#include "open_file.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { waiting_end, signalling_end };

typedef struct socket_pair {
    int ends[2];
    struct stat facts[2];
} socket_pair;

struct restoration_wakeup {
    pid_t process;
    // A signal handler may still read one while the other is written.
    socket_pair pairs[2];
    atomic_int current;
};

static const socket_pair *current_pair(const restoration_wakeup *wakeup) {
    return &wakeup->pairs[atomic_load(&wakeup->current)];
}

static bool is_own(const socket_pair *pair, int end) {
    return is_open_file(pair->ends[end], &pair->facts[end]);
}

static void close_pair(const socket_pair *pair) {
    for (int end = waiting_end; end <= signalling_end; end++)
        if (is_own(pair, end))
            close(pair->ends[end]);
}

static int make_pair(socket_pair *pair) {
    int error = 0;
    if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair->ends) != 0)
        return errno;
    for (int end = waiting_end; end <= signalling_end; end++) {
        pair->ends[end] = restoration_above_standard(pair->ends[end]);
        if (pair->ends[end] < 0 || fstat(pair->ends[end], &pair->facts[end]) != 0)
            error = errno;
    }
    // One descriptor may be missing.
    for (int end = waiting_end; error != 0 && end <= signalling_end; end++)
        if (pair->ends[end] >= 0)
            close(pair->ends[end]);
    return error;
}

restoration_wakeup *restoration_wakeup_make(void) {
    restoration_wakeup *wakeup = calloc(1, sizeof *wakeup);
    if (wakeup == NULL)
        return NULL;
    int error = make_pair(&wakeup->pairs[0]);
    if (error != 0) {
        free(wakeup);
        errno = error;
        return NULL;
    }
    wakeup->process = getpid();
    return wakeup;
}

void restoration_wakeup_free(restoration_wakeup *wakeup) {
    close_pair(current_pair(wakeup));
    free(wakeup);
}

int restoration_wakeup_descriptor(const restoration_wakeup *wakeup) {
    return current_pair(wakeup)->ends[waiting_end];
}

void restoration_wakeup_signal(const restoration_wakeup *wakeup) {
    int saved = errno;
    const socket_pair *pair = current_pair(wakeup);
    // Fails only if the socket is full; then the descriptor is already readable.
    if (wakeup->process == getpid() && is_own(pair, signalling_end))
        send(pair->ends[signalling_end], "", 1, MSG_NOSIGNAL);
    errno = saved;
}

void restoration_wakeup_clear(const restoration_wakeup *wakeup) {
    const socket_pair *pair = current_pair(wakeup);
    char byte;
    if (wakeup->process != getpid() || !is_own(pair, waiting_end))
        return;
    while (recv(pair->ends[waiting_end], &byte, 1, MSG_DONTWAIT) > 0)
        ;
}

int restoration_wakeup_repair(restoration_wakeup *wakeup) {
    int former = atomic_load(&wakeup->current);
    const socket_pair *pair = &wakeup->pairs[former];
    if (wakeup->process != getpid() || (is_own(pair, waiting_end) && is_own(pair, signalling_end)))
        return 0;
    int error = make_pair(&wakeup->pairs[1 - former]);
    if (error != 0)
        return -error;
    atomic_store(&wakeup->current, 1 - former);
    close_pair(pair);
    // Signals to the former pair are lost.
    restoration_wakeup_signal(wakeup);
    return 1;
}
