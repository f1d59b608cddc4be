#define _GNU_SOURCE
#include "restoration_trust.h"
#include "restoration_descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/xattr.h>
#include <unistd.h>

int restoration_group_has_others(const char *users, uint32_t group, uint32_t user) {
    FILE *file = fdopen(restoration_above_standard(open(users, O_RDONLY | O_CLOEXEC)), "r");
    if (file == NULL)
        return 1;
    int has_others = 0;
    struct passwd entry;
    struct passwd *found = NULL;
    char text[4096];
    // An entry that does not fit counts as another user.
    int error = 0;
    while (!has_others && (error = fgetpwent_r(file, &entry, text, sizeof text, &found)) == 0)
        has_others = found->pw_gid == group && found->pw_uid != user;
    fclose(file);
    return has_others || error == ERANGE;
}

int restoration_group_is_private(uint32_t group) {
    struct passwd user;
    struct passwd *found_user = NULL;
    struct group entry;
    struct group *found_group = NULL;
    char user_text[4096];
    char group_text[4096];
    // A group that does not fit has several members.
    if (getpwuid_r(geteuid(), &user, user_text, sizeof user_text, &found_user) != 0 ||
        getgrgid_r(group, &entry, group_text, sizeof group_text, &found_group) != 0 ||
        found_user == NULL || found_group == NULL)
        return 0;
    if (user.pw_gid != group || strcmp(user.pw_name, entry.gr_name) != 0)
        return 0;
    for (char **member = entry.gr_mem; *member != NULL; member++)
        if (strcmp(*member, user.pw_name) != 0)
            return 0;
    // Users whose primary group this is are listed only in the passwd file.
    return !restoration_group_has_others("/etc/passwd", group, geteuid());
}

int restoration_has_access_list(const char *path) {
    return lgetxattr(path, "system.posix_acl_access", NULL, 0) > 0;
}
