/// Which processors threads run on: a set of them is changed by macros, which Swift's modules lack.
#ifndef RESTORATION_PROCESSORS_H
#define RESTORATION_PROCESSORS_H

#include <pthread.h>

/// Keeps a thread that is yet to be made off the processor on which the caller runs: it gets the
/// others that the caller may use.
///
/// Left to itself, the system may start a thread on its maker's processor, and let both take turns
/// there while others rest.
///
/// Returns 0, or an error number: ESRCH if there is no other processor. Nothing is changed then.
/// Semantic source: pthread_attr_setaffinity_np(3).
int restoration_use_other_processors(pthread_attr_t *attributes);

#endif
