#define _GNU_SOURCE
#include "restoration_sockets.h"
#include "restoration_descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

/// Calls bind(2) or connect(2) with a path that may exceed an address's length: a descriptor
/// replaces the directory. Returns 0, or an error number.
static int use(int descriptor, const char *path,
               int (*call)(int, const struct sockaddr *, socklen_t)) {
    const char *slash = strrchr(path, '/');
    if (slash == NULL || strlen(slash) > 64)
        return EINVAL;
    char directory[PATH_MAX];
    size_t length = (size_t)(slash - path);
    if (length >= sizeof directory)
        return ENAMETOOLONG;
    memcpy(directory, path, length);
    directory[length] = '\0';
    int opened = restoration_above_standard(open(directory, O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (opened < 0)
        return errno;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "/proc/self/fd/%d%s", opened, slash);
    int result = call(descriptor, (const struct sockaddr *)&address, sizeof address);
    int error = result == 0 ? 0 : errno;
    close(opened);
    return error;
}

/// Sets a timeout for reads and writes. Returns whether it succeeded.
static int limit(int descriptor, int seconds) {
    struct timeval time = {.tv_sec = seconds};
    return setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time) == 0 &&
           setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time) == 0;
}

int restoration_socket_listen(const char *path) {
    int made = restoration_above_standard(
        socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (made < 0)
        return -errno;
    struct stat found;
    if (lstat(path, &found) == 0 && S_ISSOCK(found.st_mode))
        unlink(path);
    int error = use(made, path, bind);
    // Connections need listen(2), so the mode set by the umask until then is harmless.
    if (error == 0 && (chmod(path, S_IRUSR | S_IWUSR) != 0 || listen(made, 8) != 0))
        error = errno;
    if (error == 0)
        return made;
    close(made);
    return -error;
}

/// Whether the peer belongs to this user.
static int is_own(int descriptor) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
           peer.uid == geteuid();
}

int restoration_socket_connect(const char *path) {
    int made = restoration_above_standard(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (made < 0)
        return -errno;
    int error = limit(made, 30) ? use(made, path, connect) : errno;
    if (error == 0 && !is_own(made))
        error = EPERM;
    if (error == 0)
        return made;
    close(made);
    return -error;
}

int restoration_socket_accept(int listening) {
    int accepted = restoration_above_standard(accept4(listening, NULL, NULL, SOCK_CLOEXEC));
    if (accepted < 0)
        return -errno;
    int error = !is_own(accepted) ? EPERM : limit(accepted, 1) ? 0 : errno;
    if (error == 0)
        return accepted;
    close(accepted);
    return -error;
}
