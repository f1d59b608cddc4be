#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "restoration_descriptors.h"

#include "open_file.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <unistd.h>

int restoration_above_standard(int descriptor) {
    if (descriptor < 0 || descriptor > 2)
        return descriptor;
    int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 3), error = errno;
    close(descriptor);
    errno = error;
    return moved;
}

int restoration_memory_file(void) {
    return restoration_above_standard(memfd_create("restoration", MFD_CLOEXEC));
}

enum { place_count = 64 };

static struct {
    atomic_int descriptor; // 0 for a free place, otherwise the descriptor plus one
    struct stat facts;
    atomic_bool is_known; // whether the facts are written
} places[place_count];

// Runs in the child before fork() returns, so it uses only async-signal-safe functions.
static void close_in_child(void) {
    for (int place = 0; place < place_count; place++) {
        int descriptor = atomic_load(&places[place].descriptor) - 1;
        // Other code may have closed the descriptor and reused its number.
        if (descriptor >= 0 && atomic_load(&places[place].is_known) &&
            is_open_file(descriptor, &places[place].facts))
            close(descriptor);
        atomic_store(&places[place].is_known, false);
        atomic_store(&places[place].descriptor, 0);
    }
}

static void notice_forks(void) { pthread_atfork(NULL, NULL, close_in_child); }

int restoration_keep_from_children(int descriptor) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, notice_forks);
    for (int place = 0; place < place_count; place++) {
        int unused = 0;
        if (!atomic_compare_exchange_strong(&places[place].descriptor, &unused, descriptor + 1))
            continue;
        atomic_store(&places[place].is_known, fstat(descriptor, &places[place].facts) == 0);
        return place;
    }
    return -1;
}

void restoration_share_with_children(int place) {
    if (place < 0)
        return;
    atomic_store(&places[place].is_known, false);
    atomic_store(&places[place].descriptor, 0);
}

/// The signals blocked while a thread writes.
typedef struct silence {
    sigset_t former;
    sigset_t silenced; ///< Those not pending before; a pending one is the program's.
} silence;

static void begin_silence(silence *silence) {
    static const int raised[] = {SIGXFSZ, SIGPIPE};
    sigset_t blocked, pending;
    sigemptyset(&blocked);
    for (unsigned int i = 0; i < sizeof raised / sizeof *raised; i++)
        sigaddset(&blocked, raised[i]);
    pthread_sigmask(SIG_BLOCK, &blocked, &silence->former);
    sigpending(&pending);
    sigemptyset(&silence->silenced);
    for (unsigned int i = 0; i < sizeof raised / sizeof *raised; i++)
        if (sigismember(&pending, raised[i]) == 0)
            sigaddset(&silence->silenced, raised[i]);
}

static void end_silence(const silence *silence, long result) {
    int error = errno;
    if (result < 0 && (error == EFBIG || error == EPIPE)) {
        static const struct timespec none;
        while (sigtimedwait(&silence->silenced, NULL, &none) < 0 && errno == EINTR)
            ;
    }
    pthread_sigmask(SIG_SETMASK, &silence->former, NULL);
    errno = error;
}

ssize_t restoration_write(int descriptor, const void *bytes, size_t count) {
    silence silence;
    begin_silence(&silence);
    ssize_t written = write(descriptor, bytes, count);
    end_silence(&silence, written);
    return written;
}

ssize_t restoration_write_at(int descriptor, const void *bytes, size_t count, off_t offset) {
    silence silence;
    begin_silence(&silence);
    ssize_t written = pwrite(descriptor, bytes, count, offset);
    end_silence(&silence, written);
    return written;
}

int restoration_truncate(int descriptor, off_t size) {
    silence silence;
    begin_silence(&silence);
    int result = ftruncate(descriptor, size);
    end_silence(&silence, result);
    return result;
}
