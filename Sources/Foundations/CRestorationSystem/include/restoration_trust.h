/// Who may write to a file, beyond what its mode says.
#ifndef RESTORATION_TRUST_H
#define RESTORATION_TRUST_H

#include <stdint.h>

/// 1 if a group is the private one of the process's user: the primary one, of the user's name, and
/// without other members. Asks the system's name service for these two entries, which may take its
/// time. That the group is nobody else's primary one is looked up in /etc/passwd alone: a name
/// service in the network may have no list of all users, or a very long one.
int restoration_group_is_private(uint32_t group);

/// 1 if a group is the primary one of another user than `user` in a file like /etc/passwd, or if
/// that cannot be read.
int restoration_group_has_others(const char *users, uint32_t group, uint32_t user);

/// 1 if an access control list says more about the file than its mode. Does not follow links.
int restoration_has_access_list(const char *path);

#endif
