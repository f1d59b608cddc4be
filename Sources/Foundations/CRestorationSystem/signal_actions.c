#define _GNU_SOURCE
#include "signal_actions.h"
#include "restoration_descriptors.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint64_t bit(int number) { return UINT64_C(1) << (number - 1); }

// All signals that can have handlers. The C library reserves and rejects two.
static uint64_t all_signals(void) { return ~(bit(SIGKILL) | bit(SIGSTOP) | bit(32) | bit(33)); }

static const uint64_t signals_in_proc = 0x7fffffff;

// Skips that many spaces; null if there are fewer.
static const char *after_spaces(const char *text, int count) {
    for (; count > 0 && text != NULL; count--) {
        text = strchr(text, ' ');
        text = text == NULL ? NULL : text + 1;
    }
    return text;
}

// Reads the ignored and caught signals. Returns false if the system does not provide them.
static bool read_masks(const signal_actions *known, uint64_t *ignored, uint64_t *caught) {
    char text[1024];
    ssize_t count = known->file < 0 ? -1 : pread(known->file, text, sizeof text - 1, 0);
    if (count <= 0)
        return false;
    text[count] = '\0';
    // Other code may have closed the file and reused its number.
    if (atoi(text) != known->thread)
        return false;
    // The thread's name, the second value, is in parentheses and may contain parentheses and
    // spaces. Value 33 has the ignored signals, the next the caught ones (proc_pid_stat(5)).
    const char *masks = after_spaces(strrchr(text, ')'), 31);
    if (masks == NULL)
        return false;
    char *end = NULL;
    *ignored = strtoull(masks, &end, 10);
    *caught = strtoull(end, NULL, 10);
    return true;
}

// Reopens the file after a fork, which leaves the parent's open, or when the main actor changed
// threads.
static void open_file(signal_actions *known) {
    pid_t process = getpid();
    if (known->file >= 0 && known->process == process && known->thread == gettid())
        return;
    signal_actions_close(known);
    known->process = process;
    known->thread = gettid();
    known->file = restoration_above_standard(open("/proc/thread-self/stat", O_RDONLY | O_CLOEXEC));
}

static bool read_masks_anew(signal_actions *known, uint64_t *ignored, uint64_t *caught) {
    open_file(known);
    if (read_masks(known, ignored, caught))
        return true;
    known->file = -1;
    open_file(known);
    return read_masks(known, ignored, caught);
}

// SIGCHLD's flags control children even without a handler.
static bool is_always_queried(int number) { return number == SIGCHLD; }

void signal_actions_prepare(signal_actions *known) { known->file = -1; }

void signal_actions_take(signal_actions *known) {
    known->watched = all_signals() & signals_in_proc;
    if (!read_masks_anew(known, &known->ignored, &known->caught)) {
        known->watched = all_signals();
        known->ignored = 0;
        known->caught = known->watched;
    }
    for (int number = 1; number <= SIGNAL_COUNT; number++)
        if ((known->caught & bit(number)) != 0 || is_always_queried(number))
            sigaction(number, NULL, &known->actions[number]);
}

static bool is_same_action(const struct sigaction *a, const struct sigaction *b) {
    // The system uses only a part of the mask; the rest is undefined.
    return a->sa_sigaction == b->sa_sigaction && a->sa_flags == b->sa_flags &&
           memcmp(&a->sa_mask, &b->sa_mask, SIGNAL_COUNT / 8) == 0;
}

bool signal_action_differs(const signal_actions *known, int number, struct sigaction *before,
                           struct sigaction *now) {
    if ((known->watched & bit(number)) == 0 || sigaction(number, NULL, now) != 0)
        return false;
    if ((known->caught & bit(number)) != 0 || is_always_queried(number)) {
        *before = known->actions[number];
        return !is_same_action(before, now);
    }
    memset(before, 0, sizeof *before);
    before->sa_handler = (known->ignored & bit(number)) != 0 ? SIG_IGN : SIG_DFL;
    return now->sa_handler != before->sa_handler;
}

bool signal_actions_differ(const signal_actions *known) {
    uint64_t ignored = known->ignored;
    uint64_t caught = known->caught;
    // Without the masks, all watched signals are queried.
    uint64_t asked = known->watched;
    if (known->watched != all_signals() && read_masks(known, &ignored, &caught))
        asked = known->caught | bit(SIGCHLD);
    if (ignored != known->ignored || caught != known->caught)
        return true;
    struct sigaction before;
    struct sigaction now;
    for (int number = 1; number <= SIGNAL_COUNT; number++)
        if ((asked & bit(number)) != 0 && signal_action_differs(known, number, &before, &now))
            return true;
    return false;
}

void signal_actions_close(signal_actions *known) {
    uint64_t ignored;
    uint64_t caught;
    // The number may have been reused.
    if (read_masks(known, &ignored, &caught))
        close(known->file);
    known->file = -1;
}
