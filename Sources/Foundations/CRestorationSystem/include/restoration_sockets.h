/// Local sockets for programs of one user. Swift's Glibc module lacks peer credentials and
/// close-on-exec.
#ifndef RESTORATION_SOCKETS_H
#define RESTORATION_SOCKETS_H

/// Listens at a path, replacing an existing socket. Only this user can connect.
///
/// Returns a nonblocking descriptor, closed on exec, or minus an error number: -EADDRINUSE if
/// another kind of file exists there. Semantic source: unix(7).
int restoration_socket_listen(const char *path);

/// Connects to a socket at a path. Reads and writes time out after 30 seconds.
///
/// Returns a descriptor, closed on exec, or minus an error number: -EPERM if the peer belongs to
/// another user.
int restoration_socket_connect(const char *path);

/// Accepts a pending connection. Reads and writes time out after one second.
///
/// Returns a descriptor, closed on exec, or minus an error number: -EPERM if the peer belongs to
/// another user; its connection is then closed.
int restoration_socket_accept(int listening);

#endif
