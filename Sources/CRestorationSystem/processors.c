#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "restoration_processors.h"

#include <errno.h>
#include <sched.h>

int restoration_use_other_processors(pthread_attr_t *attributes) {
    cpu_set_t processors;
    int own = sched_getcpu();
    // EINVAL where the system has more processors than the set has room for (sched_getaffinity(2)).
    if (own < 0 || sched_getaffinity(0, sizeof processors, &processors) != 0)
        return errno;
    CPU_CLR(own, &processors);
    if (CPU_COUNT(&processors) == 0)
        return ESRCH;
    return pthread_attr_setaffinity_np(attributes, sizeof processors, &processors);
}
