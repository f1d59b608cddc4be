/// Waking a thread, watching signals, and a few facts, which Swift's Glibc module does not show or
/// which must be async-signal-safe.
#ifndef RESTORATION_EVENTS_H
#define RESTORATION_EVENTS_H

#include <stddef.h>
#include <stdint.h>

/// A descriptor that is readable from when the child `process` ends, closed on exec.
///
/// Returns it, or the negative error number: -ENOSYS before Linux 5.3. Semantic source:
/// pidfd_open(2).
int restoration_end_descriptor(int process);

/// Wakes a thread that waits for descriptors. It is a pair of sockets: other code of the process
/// may close a descriptor, and a socket can be told from the file that then has its number.
///
/// In a forked child, which shares the sockets with its parent, it does nothing.
typedef struct restoration_wakeup restoration_wakeup;

/// Makes one whose sockets do not block and are closed on exec; null with `errno` if there is none.
restoration_wakeup *restoration_wakeup_make(void);
/// Closes the sockets and frees the memory.
void restoration_wakeup_free(restoration_wakeup *wakeup);
/// The descriptor to wait for.
int restoration_wakeup_descriptor(const restoration_wakeup *wakeup);
/// Makes the descriptor readable. Any thread; async-signal-safe.
void restoration_wakeup_signal(const restoration_wakeup *wakeup);
/// Makes the descriptor quiet.
void restoration_wakeup_clear(const restoration_wakeup *wakeup);
/// Makes new sockets if other code has closed one of the pair, and signals them. Returns 0 if the
/// sockets are whole, 1 if they are new now, or minus an error number.
int restoration_wakeup_mend(restoration_wakeup *wakeup);
/// Waits until the descriptor is readable, for so many milliseconds at most. May return early.
void restoration_event_wait(int descriptor, int milliseconds);

/// Writes the system's name and release, such as "Linux 6.1.0", with a NUL, into `size` bytes.
void restoration_system_version(char *buffer, size_t size);

/// Takes a slot for a watcher of signals, whom `wakeup` wakes: it outlives the slot. Returns the
/// slot, or minus an error number: ENOSPC when 16 are taken.
int restoration_signal_open(const restoration_wakeup *wakeup);
/// Watches a signal for the slot. The handler that was there before is called as well, from the
/// handler. Returns 0 or an error number.
///
/// Where there was none, SIGTERM and SIGINT end the process if they come again, half a second or
/// more after one that some slot has not handled yet.
int restoration_signal_watch(int slot, int signal_number);
/// Takes the signals that have arrived for the slot, as bits by number.
///
/// They count as being handled until restoration_signal_done().
uint64_t restoration_signal_take(int slot);
/// Says that these signals, which were taken, are handled.
void restoration_signal_done(int slot, uint64_t signals);
/// Gives the slot up; a signal that nobody watches any more gets its earlier disposition back,
/// unless another handler was installed meanwhile. A signal that has arrived, was not taken and is
/// watched by nobody else is raised again if its disposition is the default, before this returns.
/// No handler uses the wake-up afterwards.
void restoration_signal_close(int slot);
/// Does what a watched signal's earlier disposition, if it was the default, would have done;
/// nothing if it was ignored or had a handler, which has been called.
void restoration_signal_perform_default(int signal_number);

#endif
