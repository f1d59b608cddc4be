/// Sockets of this machine, for programs of one user. Swift's Glibc module shows neither who is at
/// the other end nor how to close a descriptor on exec.
#ifndef RESTORATION_SOCKETS_H
#define RESTORATION_SOCKETS_H

/// Listens at a path, in the place of a socket that is there: for this user alone.
///
/// Returns a descriptor that does not block, closed on exec, or minus an error number:
/// -EADDRINUSE if something else than a socket is there. Semantic source: unix(7).
int restoration_socket_listen(const char *path);

/// Connects to whoever listens at a path. Neither reading from it nor writing to it waits longer
/// than half a minute.
///
/// Returns a descriptor, closed on exec, or minus an error number: -EPERM if the other end is
/// another user's.
int restoration_socket_connect(const char *path);

/// Takes a connection, if there is one. Neither reading from it nor writing to it waits longer than
/// a second.
///
/// Returns a descriptor, closed on exec, or minus an error number: -EPERM if the other end is
/// another user's, which is closed then.
int restoration_socket_accept(int listening);

#endif
