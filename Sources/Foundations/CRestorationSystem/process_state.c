#define _GNU_SOURCE
#include "environment_copy.h"
#include "restoration_descriptors.h"
#include "open_file.h"
#include "restoration_process_state.h"
#include "signal_actions.h"

#include <fcntl.h>
#include <fenv.h>
#include <limits.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct restoration_process_state {
    fenv_t floating_point;
    signal_actions actions;
    sigset_t mask;
    char *locale; // null until first used
    locale_t thread_locale;
    char directory_path[PATH_MAX]; // empty if the directory has no name
    int directory;                 // then open; otherwise -1
    struct stat directory_facts;   // valid while it is open
    environment_copy environment;
    uint64_t changed_signals;
    uint32_t lasting;
    char changed_variables[256];
};

// Exception flags are not part of the mode: every calculation may set them.
static void control_only(fenv_t *mode, const fenv_t *control) {
#if defined(__x86_64__)
    mode->__control_word = control->__control_word;
    mode->__mxcsr = (control->__mxcsr & ~0x3fu) | (mode->__mxcsr & 0x3fu);
#elif defined(__aarch64__)
    mode->__fpcr = control->__fpcr;
#endif
}

static bool is_same_mode(const fenv_t *a, const fenv_t *b) {
#if defined(__x86_64__)
    return a->__control_word == b->__control_word && ((a->__mxcsr ^ b->__mxcsr) & ~0x3fu) == 0;
#elif defined(__aarch64__)
    return a->__fpcr == b->__fpcr;
#else
    return memcmp(a, b, sizeof *a) == 0;
#endif
}

restoration_process_state *restoration_process_state_make(void) {
    restoration_process_state *state = malloc(sizeof *state);
    if (state == NULL)
        return NULL;
    signal_actions_prepare(&state->actions);
    state->locale = NULL;
    state->directory = -1;
    state->environment = (environment_copy){0};
    return state;
}

static void take_locale(restoration_process_state *state) {
    const char *locale = setlocale(LC_ALL, NULL);
    if (locale != NULL && state->locale != NULL && strcmp(locale, state->locale) == 0)
        return;
    free(state->locale);
    state->locale = locale == NULL ? NULL : strdup(locale);
}

static void close_directory(restoration_process_state *state) {
    if (state->directory >= 0 && is_open_file(state->directory, &state->directory_facts))
        close(state->directory);
    state->directory = -1;
}

static bool has_name(const char *path) { return path[0] == '/'; }

static void take_directory(restoration_process_state *state) {
    close_directory(state);
    if (getcwd(state->directory_path, sizeof state->directory_path) != NULL &&
        has_name(state->directory_path))
        return;
    // A directory without a path (removed, or outside the root) still has an inode.
    state->directory_path[0] = '\0';
    state->directory = restoration_above_standard(open(".", O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (state->directory >= 0)
        fstat(state->directory, &state->directory_facts);
}

void restoration_process_state_take(restoration_process_state *state) {
    state->lasting = 0;
    state->changed_signals = 0;
    state->changed_variables[0] = '\0';
    fegetenv(&state->floating_point);
    signal_actions_take(&state->actions);
    pthread_sigmask(SIG_SETMASK, NULL, &state->mask);
    take_locale(state);
    state->thread_locale = uselocale((locale_t)0);
    take_directory(state);
    environment_copy_take(&state->environment);
}

static bool restore_floating_point(restoration_process_state *state) {
    fenv_t now;
    fegetenv(&now);
    if (is_same_mode(&now, &state->floating_point))
        return false;
    control_only(&now, &state->floating_point);
    fesetenv(&now);
    return true;
}

// Whether an arrived signal may have reset the handler.
static bool may_be_reset(const struct sigaction *before, const struct sigaction *now) {
    return ((unsigned int)before->sa_flags & SA_RESETHAND) != 0 && now->sa_handler == SIG_DFL;
}

static void restore_signal_handlers(restoration_process_state *state) {
    for (int number = 1; number <= SIGNAL_COUNT; number++) {
        struct sigaction before;
        struct sigaction now;
        if (!signal_action_differs(&state->actions, number, &before, &now) ||
            may_be_reset(&before, &now))
            continue;
        sigaction(number, &before, NULL);
        state->changed_signals |= UINT64_C(1) << (number - 1);
    }
}

static bool restore_signal_mask(const restoration_process_state *state) {
    sigset_t now;
    pthread_sigmask(SIG_SETMASK, NULL, &now);
    if (memcmp(&now, &state->mask, SIGNAL_COUNT / 8) == 0)
        return false;
    pthread_sigmask(SIG_SETMASK, &state->mask, NULL);
    return true;
}

static bool restore_thread_locale(const restoration_process_state *state) {
    if (uselocale((locale_t)0) == state->thread_locale)
        return false;
    uselocale(state->thread_locale);
    return true;
}

static bool has_other_locale(const restoration_process_state *state) {
    const char *now = setlocale(LC_ALL, NULL);
    return now != NULL && state->locale != NULL && strcmp(now, state->locale) != 0;
}

static bool has_other_directory(const restoration_process_state *state) {
    char path[PATH_MAX];
    if (has_name(state->directory_path))
        return getcwd(path, sizeof path) == NULL || strcmp(path, state->directory_path) != 0;
    return state->directory >= 0 && !is_open_file(AT_FDCWD, &state->directory_facts);
}

static bool restore_directory(const restoration_process_state *state) {
    if (has_name(state->directory_path))
        return chdir(state->directory_path) == 0 && !has_other_directory(state);
    return is_open_file(state->directory, &state->directory_facts) &&
           fchdir(state->directory) == 0;
}

// Changes of state that all threads share.
static uint32_t changes_of_process(restoration_process_state *state) {
    uint32_t changes = 0;
    if (signal_actions_differ(&state->actions))
        changes |= RESTORATION_CHANGED_SIGNAL_HANDLERS;
    if (has_other_locale(state))
        changes |= RESTORATION_CHANGED_LOCALE;
    if (has_other_directory(state))
        changes |= RESTORATION_CHANGED_DIRECTORY;
    if (environment_copy_differs(&state->environment, state->changed_variables,
                                 sizeof state->changed_variables))
        changes |= RESTORATION_CHANGED_ENVIRONMENT;
    return changes;
}

// Restores state that all threads share. Returns the parts that failed.
static uint32_t restore_shared(restoration_process_state *state, uint32_t changes) {
    uint32_t failed = changes & RESTORATION_CHANGED_ENVIRONMENT;
    if ((changes & RESTORATION_CHANGED_LOCALE) != 0)
        setlocale(LC_ALL, state->locale);
    if ((changes & RESTORATION_CHANGED_DIRECTORY) != 0 && !restore_directory(state))
        failed |= RESTORATION_CHANGED_DIRECTORY;
    return failed;
}

static uint32_t restore_thread(restoration_process_state *state) {
    uint32_t changed = 0;
    if (restore_signal_mask(state))
        changed |= RESTORATION_CHANGED_SIGNAL_MASK;
    if (restore_thread_locale(state))
        changed |= RESTORATION_CHANGED_LOCALE;

    uint32_t process = changes_of_process(state);
    if ((process & RESTORATION_CHANGED_SIGNAL_HANDLERS) != 0)
        restore_signal_handlers(state);
    if (state->changed_signals != 0)
        changed |= RESTORATION_CHANGED_SIGNAL_HANDLERS;

    uint32_t others = process & ~(uint32_t)RESTORATION_CHANGED_SIGNAL_HANDLERS;
    state->lasting = restore_shared(state, others);
    return changed | (others & ~state->lasting);
}

uint32_t restoration_process_state_restore(restoration_process_state *state) {
    uint32_t changed = 0;
    // First, because no calculation can be trusted until then.
    if (restore_floating_point(state))
        changed |= RESTORATION_CHANGED_FLOATING_POINT;
    return changed | restore_thread(state);
}

uint32_t restoration_process_state_lasting(const restoration_process_state *state) {
    return state->lasting;
}

uint64_t restoration_process_state_signals(const restoration_process_state *state) {
    return state->changed_signals;
}

const char *restoration_signal_name(int number) { return sigabbrev_np(number); }

const char *restoration_process_state_variables(const restoration_process_state *state) {
    return state->changed_variables;
}

void restoration_process_state_free(restoration_process_state *state) {
    close_directory(state);
    signal_actions_close(&state->actions);
    free(state->locale);
    environment_copy_free(&state->environment);
    free(state);
}
