/// Thread wakeups, signal watching and system facts that Swift's Glibc module lacks or that must be
/// async-signal-safe.
#ifndef RESTORATION_EVENTS_H
#define RESTORATION_EVENTS_H

#include <stddef.h>
#include <stdint.h>

/// A descriptor that becomes readable when the child `process` ends, closed on exec.
///
/// Returns it, or the negative error number: -ENOSYS before Linux 5.3. Semantic source:
/// pidfd_open(2).
int restoration_end_descriptor(int process);

/// The time of CLOCK_MONOTONIC in nanoseconds. Costs less than Swift's clocks. Any thread;
/// async-signal-safe.
uint64_t restoration_nanoseconds(void);

/// Wakes a thread that waits for descriptors. It is a socket pair: other code may close a
/// descriptor, and a socket can be distinguished from a file that reuses its number.
///
/// Does nothing in a forked child, which shares the sockets with its parent.
typedef struct restoration_wakeup restoration_wakeup;

/// Creates a wakeup with nonblocking sockets, closed on exec; null with `errno` on failure.
restoration_wakeup *restoration_wakeup_make(void);
/// Closes the sockets and frees the memory.
void restoration_wakeup_free(restoration_wakeup *wakeup);
/// The descriptor to wait for.
int restoration_wakeup_descriptor(const restoration_wakeup *wakeup);
/// Makes the descriptor readable. Any thread; async-signal-safe.
void restoration_wakeup_signal(const restoration_wakeup *wakeup);
/// Makes the descriptor unreadable until the next signal.
void restoration_wakeup_clear(const restoration_wakeup *wakeup);
/// Replaces and signals the sockets if other code closed one of them. Returns 0 if they were
/// intact, 1 if they are new, or minus an error number.
int restoration_wakeup_repair(restoration_wakeup *wakeup);
/// Waits up to `milliseconds` until the descriptor is readable. May return early.
void restoration_event_wait(int descriptor, int milliseconds);

/// Writes the system's name and release, such as "Linux 6.1.0", with a NUL, to `size` bytes.
void restoration_system_version(char *buffer, size_t size);

/// Takes a slot for a signal watcher. `wakeup` wakes the watcher and must outlive the slot. Returns
/// the slot, or minus an error number: ENOSPC if all 16 are taken.
int restoration_signal_open(const restoration_wakeup *wakeup);
/// Watches a signal for the slot, also if other code has replaced our handler. Our handler also
/// calls the earlier handler. Returns 0 or an error number.
///
/// If there was no earlier handler, SIGTERM and SIGINT end the process when repeated at least half
/// a second after one that some slot has not handled.
int restoration_signal_watch(int slot, int signal_number);
/// Whether other code has replaced the handler of a watched signal. Its own handler may call ours.
int restoration_signal_is_replaced(int signal_number);
/// Takes the signals that have arrived for the slot, as bits by number.
///
/// They count as being handled until restoration_signal_done().
uint64_t restoration_signal_take(int slot);
/// Marks signals that were taken as handled.
void restoration_signal_done(int slot, uint64_t signals);
/// Frees the slot. An unwatched signal regains its earlier disposition, unless another handler was
/// installed. A pending signal without other watchers is raised again before this returns if its
/// disposition is the default. Handlers do not use the wakeup afterwards.
void restoration_signal_close(int slot);
/// Performs a watched signal's earlier disposition if it was the default. Does nothing if the
/// signal was ignored or had a handler, which has been called.
void restoration_signal_perform_default(int signal_number);

#endif
