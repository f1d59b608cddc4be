#define _GNU_SOURCE
#include "resource_limits.h"

#define LIMIT_COUNT 3

static const enum __rlimit_resource resources[LIMIT_COUNT] = {RLIMIT_FSIZE, RLIMIT_NOFILE,
                                                              RLIMIT_AS};

void resource_limits_take(resource_limits *limits) {
    for (int number = 0; number < LIMIT_COUNT; number++)
        getrlimit(resources[number], &limits->values[number]);
}

uint32_t resource_limits_differ(const resource_limits *limits) {
    uint32_t changed = 0;
    for (int number = 0; number < LIMIT_COUNT; number++) {
        const struct rlimit *before = &limits->values[number];
        struct rlimit now;
        if (getrlimit(resources[number], &now) == 0 &&
            (now.rlim_cur != before->rlim_cur || now.rlim_max != before->rlim_max))
            changed |= UINT32_C(1) << number;
    }
    return changed;
}

uint32_t resource_limits_set(const resource_limits *limits, uint32_t which) {
    uint32_t failed = 0;
    for (int number = 0; number < LIMIT_COUNT; number++) {
        if ((which & UINT32_C(1) << number) == 0 ||
            setrlimit(resources[number], &limits->values[number]) == 0)
            continue;
        failed |= UINT32_C(1) << number;
        struct rlimit now;
        if (getrlimit(resources[number], &now) != 0)
            continue;
        now.rlim_cur = limits->values[number].rlim_cur;
        if (now.rlim_cur > now.rlim_max)
            now.rlim_cur = now.rlim_max;
        setrlimit(resources[number], &now);
    }
    return failed;
}
