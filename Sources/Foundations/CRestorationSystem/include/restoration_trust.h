/// Write access to files beyond their mode.
#ifndef RESTORATION_TRUST_H
#define RESTORATION_TRUST_H

#include <stdint.h>

/// 1 if a group is private to the process's user: the user's primary group, of the same name,
/// without other members. Asks the system's name service for both entries, which may take time.
/// Only /etc/passwd is searched for other users of the group, because a network name service may
/// have no list of all users, or a very long one.
int restoration_group_is_private(uint32_t group);

/// 1 if a group is the primary one of a user other than `user` in a passwd file, or if the file
/// cannot be read.
int restoration_group_has_others(const char *users, uint32_t group, uint32_t user);

/// 1 if an access control list extends the file's mode. Does not follow links.
int restoration_has_access_list(const char *path);

#endif
