#define _GNU_SOURCE
#include "signal_actions.h"
#include "restoration_descriptors.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint64_t bit(int number) { return UINT64_C(1) << (number - 1); }

// All signals that can be given a handler. The C library keeps two for itself, and refuses them.
static uint64_t all_signals(void) { return ~(bit(SIGKILL) | bit(SIGSTOP) | bit(32) | bit(33)); }

static const uint64_t signals_in_proc = 0x7fffffff;

// Moves on behind so many spaces; null if there are not as many.
static const char *behind_spaces(const char *text, int count) {
    for (; count > 0 && text != NULL; count--) {
        text = strchr(text, ' ');
        text = text == NULL ? NULL : text + 1;
    }
    return text;
}

// Reads which signals are ignored and caught. Returns false if the system does not say.
static bool read_masks(const signal_actions *known, uint64_t *ignored, uint64_t *caught) {
    char text[1024];
    ssize_t count = known->file < 0 ? -1 : pread(known->file, text, sizeof text - 1, 0);
    if (count <= 0)
        return false;
    text[count] = '\0';
    // Somebody may have closed the file, and the number may be another's now.
    if (atoi(text) != known->thread)
        return false;
    // The thread's name, the second value, stands in parentheses, and may hold some itself, and
    // spaces. Those ignored are value 33, followed by those caught (proc_pid_stat(5)).
    const char *masks = behind_spaces(strrchr(text, ')'), 31);
    if (masks == NULL)
        return false;
    char *end = NULL;
    *ignored = strtoull(masks, &end, 10);
    *caught = strtoull(end, NULL, 10);
    return true;
}

// After a fork, what is open tells of the other process; and the main actor may have moved on.
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

// The flags of this one say what becomes of children whether it has a handler or not.
static bool is_always_asked_for(int number) { return number == SIGCHLD; }

void signal_actions_prepare(signal_actions *known) { known->file = -1; }

void signal_actions_take(signal_actions *known) {
    known->watched = all_signals() & signals_in_proc;
    if (!read_masks_anew(known, &known->ignored, &known->caught)) {
        known->watched = all_signals();
        known->ignored = 0;
        known->caught = known->watched;
    }
    for (int number = 1; number <= SIGNAL_COUNT; number++)
        if ((known->caught & bit(number)) != 0 || is_always_asked_for(number))
            sigaction(number, NULL, &known->actions[number]);
}

static bool is_same_action(const struct sigaction *a, const struct sigaction *b) {
    // The mask is longer than what the system uses of it; the rest is not defined.
    return a->sa_sigaction == b->sa_sigaction && a->sa_flags == b->sa_flags &&
           memcmp(&a->sa_mask, &b->sa_mask, SIGNAL_COUNT / 8) == 0;
}

bool signal_action_differs(const signal_actions *known, int number, struct sigaction *before,
                           struct sigaction *now) {
    if ((known->watched & bit(number)) == 0 || sigaction(number, NULL, now) != 0)
        return false;
    if ((known->caught & bit(number)) != 0 || is_always_asked_for(number)) {
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
    // Where only the others were asked for, all of them are.
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
    // The number may be another file's now.
    if (read_masks(known, &ignored, &caught))
        close(known->file);
    known->file = -1;
}
