/// The limits on what the process may use at one moment. Private to this module.
#ifndef RESOURCE_LIMITS_H
#define RESOURCE_LIMITS_H

#include <stdint.h>
#include <sys/resource.h>

/// Of the size of files, of open files, and of memory, in this order: without those, a program
/// fails where nobody looks for the cause.
typedef struct resource_limits {
    struct rlimit values[3];
} resource_limits;

/// Takes the limits as they are now.
void resource_limits_take(resource_limits *limits);

/// Which limits are others now; the first is bit 0.
uint32_t resource_limits_differ(const resource_limits *limits);

/// Sets these limits, numbered as above. Returns those that could not be set: only root may raise
/// a hard limit. A soft limit is then set as far as the hard one allows.
uint32_t resource_limits_set(const resource_limits *limits, uint32_t which);

#endif
