#define _GNU_SOURCE
#include "restoration_sockets.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

/// Makes a socket and its address. Returns the socket, or minus an error number.
static int make(const char *path, struct sockaddr_un *address) {
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    if (strlen(path) >= sizeof address->sun_path)
        return -ENAMETOOLONG;
    strcpy(address->sun_path, path);
    int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    return made < 0 ? -errno : made;
}

/// Lets neither reading nor writing wait longer. Returns whether that could be set.
static int limit(int descriptor, int seconds) {
    struct timeval time = {.tv_sec = seconds};
    return setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time) == 0 &&
           setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time) == 0;
}

static int failed(int descriptor) {
    int error = errno;
    close(descriptor);
    return -error;
}

int restoration_socket_listen(const char *path) {
    struct sockaddr_un address;
    int made = make(path, &address);
    if (made < 0)
        return made;
    struct stat found;
    if (lstat(path, &found) == 0 && S_ISSOCK(found.st_mode))
        unlink(path);
    // Nobody can connect before listen(2), whatever mode the mask leaves until then.
    if (fcntl(made, F_SETFL, O_NONBLOCK) != 0 ||
        bind(made, (const struct sockaddr *)&address, sizeof address) != 0 ||
        chmod(path, S_IRUSR | S_IWUSR) != 0 || listen(made, 8) != 0)
        return failed(made);
    return made;
}

int restoration_socket_connect(const char *path) {
    struct sockaddr_un address;
    int made = make(path, &address);
    if (made >= 0 && (!limit(made, 30) ||
                      connect(made, (const struct sockaddr *)&address, sizeof address) != 0))
        return failed(made);
    return made;
}

int restoration_socket_accept(int listening) {
    int accepted = accept4(listening, NULL, NULL, SOCK_CLOEXEC);
    if (accepted < 0)
        return -errno;
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(accepted, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0)
        return failed(accepted);
    if (peer.uid != geteuid()) {
        close(accepted);
        return -EPERM;
    }
    if (!limit(accepted, 1))
        return failed(accepted);
    return accepted;
}
