/// The timers of the process that send signals at one moment. Private to this module.
#ifndef TIMERS_H
#define TIMERS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/time.h>

/// The three of setitimer(2), the first of which alarm(2) sets, too, and how many there have been
/// of timer_create(2).
typedef struct timers {
    struct itimerval intervals[3];
    int64_t earliest; ///< Those were read then or later, in microseconds of CLOCK_MONOTONIC,
    int64_t latest;   ///< and then or earlier.
    int next; ///< The number that a timer made now had; -1 where none can be made.
} timers;

/// Takes the timers as they are now.
void timers_take(timers *timers);

/// Whether others are set now: those that have less, or more, left than time has passed. One that
/// counts processor time may have less left by as much as all processors together can have spent.
/// Of those of timer_create(2), a new one counts that is still there and sends a signal that is
/// not the C library's own, where the system says so in /proc/self/timers.
bool timers_differ(const timers *timers);

/// Sets the timers as they were, less the time that has passed, and deletes those that are new.
/// One that would have ended meanwhile ends at once. One that counts processor time gets all back.
void timers_put_back(const timers *timers);

#endif
