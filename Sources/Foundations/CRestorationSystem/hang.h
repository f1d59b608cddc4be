#ifndef RESTORATION_HANG_H
#define RESTORATION_HANG_H

#include <stdatomic.h>

/// A futex: 1 while the watcher thread sleeps without a timeout, or is about to, because no watched
/// code runs. restoration_ledger_mark_write() wakes it.
extern _Atomic(unsigned int) restoration_hang_is_asleep;
void restoration_hang_wake(void);

#endif
