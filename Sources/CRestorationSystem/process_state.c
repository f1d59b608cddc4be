#define _GNU_SOURCE
#include "other_threads.h"
#include "restoration_process_state.h"

#include <fcntl.h>
#include <fenv.h>
#include <link.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SIGNAL_COUNT 64

struct restoration_process_state {
    fenv_t floating_point;
    struct sigaction actions[SIGNAL_COUNT + 1]; // by number; 0 is no signal
    sigset_t mask;
    char *locale;
    locale_t thread_locale;
    int directory;
    char *environment; // all variables, each with its NUL, and one NUL more
    other_threads others;
    unsigned long long library_count;
    uint64_t changed_signals;
    uint64_t doubtful_signals;
    uint32_t doubtful;
    char changed_variables[256];
};

static int read_library_count(struct dl_phdr_info *info, size_t size, void *count) {
    (void)size;
    *(unsigned long long *)count = info->dlpi_adds - info->dlpi_subs;
    return 1;
}

struct code_search {
    unsigned long long skipped; // libraries not to look at, of those in the order of loading
    uintptr_t address;
};

static int is_in_library(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size;
    struct code_search *search = context;
    if (search->skipped > 0) {
        search->skipped--;
        return 0;
    }
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        if (segment->p_type == PT_LOAD && (segment->p_flags & PF_X) != 0 &&
            search->address - info->dlpi_addr - segment->p_vaddr < segment->p_memsz)
            return 1;
    }
    return 0;
}

// Whether a handler is code that came into the process since the state was taken.
static bool is_new_code(const restoration_process_state *state, const struct sigaction *action) {
    if (action->sa_handler == SIG_DFL || action->sa_handler == SIG_IGN)
        return false;
    struct code_search search = {state->library_count, (uintptr_t)action->sa_sigaction};
    return dl_iterate_phdr(is_in_library, &search) != 0;
}

// The flags of past exceptions are no part of the mode: every calculation may set them.
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

// Signals that can be given a handler. The C library keeps two for itself, and refuses them.
static bool can_be_handled(int number) { return number != SIGKILL && number != SIGSTOP; }

static bool is_same_action(const struct sigaction *a, const struct sigaction *b) {
    // The mask is longer than what the system uses of it; the rest is not defined.
    return a->sa_sigaction == b->sa_sigaction && a->sa_flags == b->sa_flags &&
           memcmp(&a->sa_mask, &b->sa_mask, SIGNAL_COUNT / 8) == 0;
}

static char *copy_of_environment(void) {
    size_t size = 1;
    for (char **entry = environ; entry != NULL && *entry != NULL; entry++)
        size += strlen(*entry) + 1;
    char *copy = malloc(size);
    if (copy == NULL)
        return NULL;
    char *end = copy;
    for (char **entry = environ; entry != NULL && *entry != NULL; entry++) {
        size_t count = strlen(*entry) + 1;
        // Another thread may have changed the environment in between.
        if (count > size - 1 - (size_t)(end - copy))
            break;
        memcpy(end, *entry, count);
        end += count;
    }
    *end = '\0';
    return copy;
}

restoration_process_state *restoration_process_state_take(void) {
    restoration_process_state *state = calloc(1, sizeof *state);
    if (state == NULL)
        return NULL;
    // First of all: what others do from here on counts.
    state->others = other_threads_take();
    fegetenv(&state->floating_point);
    for (int number = 1; number <= SIGNAL_COUNT; number++)
        if (can_be_handled(number))
            sigaction(number, NULL, &state->actions[number]);
    pthread_sigmask(SIG_SETMASK, NULL, &state->mask);
    const char *locale = setlocale(LC_ALL, NULL);
    state->locale = locale == NULL ? NULL : strdup(locale);
    state->thread_locale = uselocale((locale_t)0);
    state->directory = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    state->environment = copy_of_environment();
    dl_iterate_phdr(read_library_count, &state->library_count);
    return state;
}

static bool put_back_floating_point(restoration_process_state *state) {
    fenv_t now;
    fegetenv(&now);
    if (is_same_mode(&now, &state->floating_point))
        return false;
    control_only(&now, &state->floating_point);
    fesetenv(&now);
    return true;
}

static bool has_other_action(const restoration_process_state *state, int number,
                             struct sigaction *now) {
    return can_be_handled(number) && sigaction(number, NULL, now) == 0 &&
           !is_same_action(now, &state->actions[number]);
}

static bool has_other_actions(const restoration_process_state *state) {
    struct sigaction now;
    for (int number = 1; number <= SIGNAL_COUNT; number++)
        if (has_other_action(state, number, &now))
            return true;
    return false;
}

static void put_back_signal_handlers(restoration_process_state *state, bool rested) {
    for (int number = 1; number <= SIGNAL_COUNT; number++) {
        struct sigaction now;
        if (!has_other_action(state, number, &now))
            continue;
        uint64_t signal = UINT64_C(1) << (number - 1);
        if (rested || is_new_code(state, &now)) {
            sigaction(number, &state->actions[number], NULL);
            state->changed_signals |= signal;
        } else {
            state->doubtful_signals |= signal;
        }
    }
}

static bool put_back_signal_mask(const restoration_process_state *state) {
    sigset_t now;
    pthread_sigmask(SIG_SETMASK, NULL, &now);
    if (memcmp(&now, &state->mask, SIGNAL_COUNT / 8) == 0)
        return false;
    pthread_sigmask(SIG_SETMASK, &state->mask, NULL);
    return true;
}

static bool put_back_thread_locale(const restoration_process_state *state) {
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
    struct stat before;
    struct stat now;
    // A directory that was removed before still has a number.
    if (state->directory < 0 || fstat(state->directory, &before) != 0 || stat(".", &now) != 0)
        return false;
    return before.st_dev != now.st_dev || before.st_ino != now.st_ino;
}

static void add_changed_variable(restoration_process_state *state, const char *entry) {
    size_t count = strcspn(entry, "=");
    size_t used = strlen(state->changed_variables);
    if (used + 2 + count + 1 > sizeof state->changed_variables)
        return;
    if (used > 0)
        memcpy(state->changed_variables + used, ", ", 3);
    strncat(state->changed_variables, entry, count);
}

static bool is_in_copy(const char *copy, const char *entry, size_t count) {
    for (; *copy != '\0'; copy += strlen(copy) + 1)
        if (strncmp(copy, entry, count) == 0)
            return true;
    return false;
}

static bool is_in_environment(const char *entry) {
    size_t count = strcspn(entry, "=") + 1;
    for (char **other = environ; other != NULL && *other != NULL; other++)
        if (strncmp(*other, entry, count) == 0)
            return true;
    return false;
}

static bool has_same_environment(const char *copy) {
    for (char **entry = environ; entry != NULL && *entry != NULL; entry++) {
        if (strcmp(copy, *entry) != 0 || *copy == '\0')
            return false;
        copy += strlen(copy) + 1;
    }
    return *copy == '\0';
}

static bool has_other_environment(restoration_process_state *state) {
    if (state->environment == NULL || has_same_environment(state->environment))
        return false;
    for (char **entry = environ; entry != NULL && *entry != NULL; entry++)
        if (!is_in_copy(state->environment, *entry, strlen(*entry) + 1))
            add_changed_variable(state, *entry);
    for (const char *entry = state->environment; *entry != '\0'; entry += strlen(entry) + 1)
        if (!is_in_environment(entry))
            add_changed_variable(state, entry);
    return state->changed_variables[0] != '\0';
}

// What all threads share, and any of them may have changed.
static uint32_t changes_of_process(restoration_process_state *state) {
    uint32_t changes = 0;
    if (has_other_actions(state))
        changes |= RESTORATION_CHANGED_SIGNAL_HANDLERS;
    if (has_other_locale(state))
        changes |= RESTORATION_CHANGED_LOCALE;
    if (has_other_directory(state))
        changes |= RESTORATION_CHANGED_DIRECTORY;
    if (has_other_environment(state))
        changes |= RESTORATION_CHANGED_ENVIRONMENT;
    return changes;
}

uint32_t restoration_process_state_put_back(restoration_process_state *state) {
    uint32_t changed = 0;
    // First of all: until then, no calculation is to be trusted.
    if (put_back_floating_point(state))
        changed |= RESTORATION_CHANGED_FLOATING_POINT;
    if (put_back_signal_mask(state))
        changed |= RESTORATION_CHANGED_SIGNAL_MASK;
    if (put_back_thread_locale(state))
        changed |= RESTORATION_CHANGED_LOCALE;

    uint32_t process = changes_of_process(state);
    if (process == 0)
        return changed;
    // After the look at what has changed: only what others did before it counts.
    bool rested = other_threads_rested(&state->others);
    if ((process & RESTORATION_CHANGED_SIGNAL_HANDLERS) != 0)
        put_back_signal_handlers(state, rested);
    if (state->changed_signals != 0)
        changed |= RESTORATION_CHANGED_SIGNAL_HANDLERS;
    if (state->doubtful_signals != 0)
        state->doubtful |= RESTORATION_CHANGED_SIGNAL_HANDLERS;

    uint32_t others = process & ~(uint32_t)RESTORATION_CHANGED_SIGNAL_HANDLERS;
    if (!rested) {
        state->doubtful |= others;
        return changed;
    }
    changed |= others;
    if ((others & RESTORATION_CHANGED_LOCALE) != 0)
        setlocale(LC_ALL, state->locale);
    if ((others & RESTORATION_CHANGED_DIRECTORY) != 0 && fchdir(state->directory) != 0)
        changed &= ~(uint32_t)RESTORATION_CHANGED_DIRECTORY;
    return changed;
}

uint32_t restoration_process_state_doubtful(const restoration_process_state *state) {
    return state->doubtful;
}

uint64_t restoration_process_state_signals(const restoration_process_state *state) {
    return state->changed_signals;
}

uint64_t restoration_process_state_doubtful_signals(const restoration_process_state *state) {
    return state->doubtful_signals;
}

const char *restoration_signal_name(int number) { return sigabbrev_np(number); }

const char *restoration_process_state_variables(const restoration_process_state *state) {
    return state->changed_variables;
}

void restoration_process_state_free(restoration_process_state *state) {
    if (state->directory >= 0)
        close(state->directory);
    free(state->locale);
    free(state->environment);
    free(state);
}
