/// Who may write to a file, beyond what its mode says.
#ifndef RESTORATION_TRUST_H
#define RESTORATION_TRUST_H

#include <stdint.h>

/// 1 if a group is the private one of the process's user: the primary one, of the user's name, and
/// without other members. Asks the system's name service, which may take its time.
int restoration_group_is_private(uint32_t group);

/// 1 if an access control list says more about the file than its mode. Does not follow links.
int restoration_has_access_list(const char *path);

#endif
