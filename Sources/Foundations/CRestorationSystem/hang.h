#ifndef RESTORATION_HANG_H
#define RESTORATION_HANG_H

#include <stdatomic.h>

/// 1 while the hang watcher sleeps or is about to. Code that writes a mark wakes it. A futex.
extern _Atomic(unsigned int) restoration_hang_is_asleep;
void restoration_hang_wake(void);

#endif
