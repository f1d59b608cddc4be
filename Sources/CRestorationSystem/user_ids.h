/// As whom the process acts at one moment. Private to this module.
#ifndef USER_IDS_H
#define USER_IDS_H

#include <stdbool.h>
#include <sys/types.h>

/// Real, effective and saved, in this order.
typedef struct user_ids {
    uid_t users[3];
    gid_t groups[3];
} user_ids;

/// Takes the ids as they are now.
void user_ids_take(user_ids *ids);

/// Whether they are others now.
bool user_ids_differ(const user_ids *ids);

/// Sets the ids as they were. Returns false if the system does not allow it.
bool user_ids_put_back(const user_ids *ids);

#endif
