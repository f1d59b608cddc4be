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

/// Makes an eventfd that does not block and is closed on exec. Returns it, or minus an error
/// number.
int restoration_event_descriptor(void);
/// Makes the descriptor readable. Async-signal-safe.
void restoration_event_signal(int descriptor);
/// Makes the descriptor quiet.
void restoration_event_clear(int descriptor);
/// Waits until the descriptor is readable, for so many milliseconds at most. May return early.
void restoration_event_wait(int descriptor, int milliseconds);

/// Writes the system's name and release, such as "Linux 6.1.0", with a NUL, into `size` bytes.
void restoration_system_version(char *buffer, size_t size);

/// Takes a slot for a watcher of signals, which `descriptor` wakes. Returns the slot, or minus an
/// error number: ENOSPC when 16 are taken.
int restoration_signal_open(int descriptor);
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
/// No handler uses the descriptor afterwards.
void restoration_signal_close(int slot);
/// Does what a watched signal's earlier disposition, if it was the default, would have done;
/// nothing if it was ignored or had a handler, which has been called.
void restoration_signal_perform_default(int signal_number);

#endif
