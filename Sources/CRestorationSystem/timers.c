#define _GNU_SOURCE
#include "timers.h"
#include "restoration_descriptors.h"

#include <signal.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const enum __itimer_which kinds[3] = {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF};

// The system numbers the timers of a process one after the other, and uses no number again for
// long. So one that is made and deleted tells whether others were made before it, without a look
// at /proc/self/timers.
static int next_number(void) {
    struct sigevent nothing = {.sigev_notify = SIGEV_NONE};
    int number = -1;
    if (syscall(SYS_timer_create, CLOCK_MONOTONIC, &nothing, &number) != 0)
        return -1;
    syscall(SYS_timer_delete, number);
    return number;
}

static int64_t microseconds(const struct timeval *time) {
    return (int64_t)time->tv_sec * 1000000 + time->tv_usec;
}

static int64_t clock_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

void timers_take(timers *timers) {
    timers->earliest = clock_now();
    for (int index = 0; index < 3; index++)
        getitimer(kinds[index], &timers->intervals[index]);
    timers->latest = clock_now();
    timers->next = next_number();
}

// How much a timer can have run down, in microseconds.
typedef struct passed {
    int64_t least;
    int64_t most;
} passed;

// Whether a timer that ran down by that much, and was not set anew, has other values.
static bool is_other(const struct itimerval *before, const struct itimerval *now, passed passed) {
    int64_t interval = microseconds(&before->it_interval);
    int64_t left_before = microseconds(&before->it_value);
    int64_t left = microseconds(&now->it_value);
    if (microseconds(&now->it_interval) != interval)
        return true;
    // One that repeats is at rest, too, while its signal is blocked or ignored.
    if (left_before == 0)
        return left != 0 && interval == 0;
    if (left == 0)
        return left_before > passed.most;
    int64_t down = left_before - left;
    if (down < passed.least && interval > 0 && left_before <= passed.most)
        down += (passed.least - down + interval - 1) / interval * interval;
    return down < passed.least || down > passed.most;
}

// Whether a timer was set anew.
static bool was_set(const timers *timers, int index) {
    // The system rounds; and it counts processor time by its ticks, of 10 ms at most.
    const int64_t rounding = 1000, tick = 10000;
    const struct itimerval *before = &timers->intervals[index];
    passed passed = {clock_now() - timers->latest - rounding, 0};
    struct itimerval now;
    if (getitimer(kinds[index], &now) != 0)
        return false;
    passed.most = clock_now() - timers->earliest + rounding;
    if (kinds[index] != ITIMER_REAL && timerisset(&before->it_value)) {
        passed.least = -tick;
        passed.most = (passed.most + tick) * sysconf(_SC_NPROCESSORS_ONLN);
    }
    return is_other(before, &now, passed);
}

// What is left of the first timer, which runs while nobody computes, too.
static struct itimerval remaining(const timers *timers) {
    struct itimerval timer = timers->intervals[0];
    if (!timerisset(&timer.it_value))
        return timer;
    int64_t interval = microseconds(&timer.it_interval);
    int64_t left = microseconds(&timer.it_value) - (clock_now() - timers->earliest);
    if (left <= 0)
        left = interval > 0 ? interval - -left % interval : 1;
    timer.it_value = (struct timeval){left / 1000000, left % 1000000};
    return timer;
}

// Calls for each timer that was made since, until the answer is true; returns whether one was.
static bool any_new(const timers *timers, bool (*act)(int number)) {
    if (timers->next < 0)
        return false;
    int next = next_number();
    if (next <= timers->next + 1)
        return false;
    int file = restoration_above_standard(open("/proc/self/timers", O_RDONLY | O_CLOEXEC));
    FILE *list = fdopen(file, "r");
    if (list == NULL)
        return false;
    bool found = false;
    int number = -1;
    char *line = NULL;
    size_t size = 0;
    // Of each timer there are four lines (proc_pid_timers(5)): "ID: 1", then "signal: 14/…".
    while (!found && getline(&line, &size, list) >= 0) {
        int signal;
        if (sscanf(line, "ID: %d", &number) == 1 || sscanf(line, "signal: %d/", &signal) != 1)
            continue;
        if (number > timers->next && number < next && signal != 0 && signal != 32)
            found = act(number);
    }
    free(line);
    fclose(list);
    return found;
}

static bool is_there(int number) {
    (void)number;
    return true;
}

static bool delete_and_go_on(int number) {
    syscall(SYS_timer_delete, number);
    return false;
}

bool timers_differ(const timers *timers) {
    for (int index = 0; index < 3; index++)
        if (was_set(timers, index))
            return true;
    return any_new(timers, is_there);
}

void timers_put_back(const timers *timers) {
    for (int index = 0; index < 3; index++) {
        struct itimerval before = index == 0 ? remaining(timers) : timers->intervals[index];
        if (was_set(timers, index))
            setitimer(kinds[index], &before, NULL);
    }
    any_new(timers, delete_and_go_on);
}
