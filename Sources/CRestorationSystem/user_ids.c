#define _GNU_SOURCE
#include "user_ids.h"

#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

void user_ids_take(user_ids *ids) {
    getresuid(&ids->users[0], &ids->users[1], &ids->users[2]);
    getresgid(&ids->groups[0], &ids->groups[1], &ids->groups[2]);
}

bool user_ids_differ(const user_ids *ids) {
    user_ids now;
    user_ids_take(&now);
    return memcmp(&now, ids, sizeof now) != 0;
}

// For this thread alone before all: where the C library may do it in one thread and not in another,
// it ends the process.
static bool set_users(const uid_t ids[3]) {
    return syscall(SYS_setresuid, ids[0], ids[1], ids[2]) == 0 &&
           setresuid(ids[0], ids[1], ids[2]) == 0;
}

static bool set_groups(const gid_t ids[3]) {
    return syscall(SYS_setresgid, ids[0], ids[1], ids[2]) == 0 &&
           setresgid(ids[0], ids[1], ids[2]) == 0;
}

bool user_ids_put_back(const user_ids *ids) {
    // The user first, who may be root, and may set the group.
    bool is_user = set_users(ids->users);
    return set_groups(ids->groups) && is_user;
}
