#ifndef RESTORATION_HANG_H
#define RESTORATION_HANG_H

#include <stdatomic.h>

/// 1 while the thread that looks for hangs sleeps, or is about to: whoever marks that code runs
/// wakes it. A futex.
extern _Atomic(unsigned int) restoration_hang_is_asleep;
void restoration_hang_wake(void);

#endif
