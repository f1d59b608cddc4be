#define _GNU_SOURCE
#include "other_threads.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/single_threaded.h>
#include <unistd.h>

// Returns false if the system does not say.
static bool read_switches_of_others(long *switches) {
    struct rusage before;
    struct rusage all;
    struct rusage after;
    do {
        if (getrusage(RUSAGE_THREAD, &before) != 0 || getrusage(RUSAGE_SELF, &all) != 0 ||
            getrusage(RUSAGE_THREAD, &after) != 0)
            return false;
        // This thread may have been taken off in between, and would be counted with the others.
    } while (before.ru_nvcsw + before.ru_nivcsw != after.ru_nvcsw + after.ru_nivcsw);
    *switches = all.ru_nvcsw + all.ru_nivcsw - after.ru_nvcsw - after.ru_nivcsw;
    return true;
}

// Whether a thread waits for something; false as well if that cannot be told.
static bool is_waiting(const char *thread) {
    char name[64];
    char text[128];
    if (snprintf(name, sizeof name, "/proc/self/task/%s/stat", thread) >= (int)sizeof name)
        return false;
    int file = open(name, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    text[count < 0 ? 0 : count] = '\0';
    // The thread's name stands in parentheses, and may hold some itself (proc_pid_stat(5)).
    const char *end = strrchr(text, ')');
    return end != NULL && (strncmp(end, ") S", 3) == 0 || strncmp(end, ") D", 3) == 0);
}

// With `look_closely`, each is looked at by itself; else all are taken to wait.
static other_threads look_at_others(bool look_closely) {
    other_threads others = {.are_none = __libc_single_threaded};
    if (others.are_none)
        return others;
    DIR *threads = opendir("/proc/self/task");
    if (threads == NULL)
        return others;
    others.wait = true;
    for (struct dirent *entry = readdir(threads); entry != NULL; entry = readdir(threads)) {
        int number = atoi(entry->d_name);
        if (number == 0 || number == gettid())
            continue;
        others.count++;
        others.sum += (uint64_t)number;
        if (look_closely && !is_waiting(entry->d_name))
            others.wait = false;
    }
    closedir(threads);
    // After the states: who waits was counted before. Threads that never were taken off a processor
    // do not exist; a system that says so does not count.
    if (!read_switches_of_others(&others.switches) ||
        (others.count > 0 && others.switches == 0))
        others.wait = false;
    return others;
}

other_threads other_threads_take(void) { return look_at_others(false); }

bool other_threads_rested(const other_threads *before) {
    // Threads that there are since then are of this one's making.
    if (before->are_none)
        return true;
    if (!before->wait)
        return false;
    other_threads now = look_at_others(true);
    return now.wait && now.count == before->count && now.sum == before->sum &&
           now.switches == before->switches;
}
