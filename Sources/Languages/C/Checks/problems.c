// The last problem of each thread, and the functions without a session.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

struct kept_problem {
    restoration_problem problem;
    char *texts[3];
};

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void forget(void *problem) {
    struct kept_problem *kept = problem;
    if (kept == NULL)
        return;
    for (int i = 0; i < 3; i++)
        free(kept->texts[i]);
    free(kept);
}

static void make_key(void) { pthread_key_create(&key, forget); }

// The main thread runs no destructors of thread-specific data, so its problem is freed here.
__attribute__((destructor)) static void forget_own(void) {
    // Also creates the key if no call has, so that the key is not another library's.
    pthread_once(&once, make_key);
    forget(pthread_getspecific(key));
    pthread_setspecific(key, NULL);
}

static char *copy(const char *text) { return strdup(text == NULL ? "" : text); }

restoration_status restoration_refuse(restoration_status status, const char *problem,
                                              const char *place, const char *remedy) {
    pthread_once(&once, make_key);
    struct kept_problem *kept = pthread_getspecific(key);
    if (kept == NULL) {
        kept = calloc(1, sizeof *kept);
        if (kept == NULL || pthread_setspecific(key, kept) != 0) {
            free(kept);
            return status;
        }
    }
    // Copied before the earlier texts are freed, because the arguments may be these texts.
    char *const texts[3] = {copy(problem), copy(place), copy(remedy)};
    for (int i = 0; i < 3; i++) {
        free(kept->texts[i]);
        kept->texts[i] = texts[i];
    }
    kept->problem.struct_size = sizeof(restoration_problem);
    kept->problem.status = status;
    kept->problem.problem = texts[0] == NULL ? "" : texts[0];
    kept->problem.place = texts[1] == NULL ? "" : texts[1];
    kept->problem.remedy = texts[2] == NULL ? "" : texts[2];
    return status;
}

const restoration_problem *restoration_last_problem(void) {
    static const restoration_problem none = {sizeof none, RESTORATION_OK, "", "", ""};
    pthread_once(&once, make_key);
    const struct kept_problem *kept = pthread_getspecific(key);
    return kept == NULL ? &none : &kept->problem;
}

int restoration_print_problem(FILE *stream) {
    const restoration_problem *last = restoration_last_problem();
    if (stream == NULL)
        return 1;
    fprintf(stream, "error: %s\n", last->problem);
    if (last->place[0] != '\0')
        fprintf(stream, "   at: %s\n", last->place);
    if (last->remedy[0] != '\0')
        fprintf(stream, "  fix: %s\n", last->remedy);
    return 1;
}

const char *restoration_status_name(restoration_status status) {
    switch (status) {
#define NAME(status)                                                                               \
    case status:                                                                                   \
        return #status
        NAME(RESTORATION_OK);
        NAME(RESTORATION_DECLINED);
        NAME(RESTORATION_ABSENT);
        NAME(RESTORATION_MISMATCH);
        NAME(RESTORATION_UNSUPPORTED);
        NAME(RESTORATION_LIMIT);
        NAME(RESTORATION_INVALID);
        NAME(RESTORATION_WRONG_THREAD);
        NAME(RESTORATION_FAILED);
        NAME(RESTORATION_NOT_YET);
        NAME(RESTORATION_BUSY);
        NAME(RESTORATION_KEY_UNAVAILABLE);
        NAME(RESTORATION_DISK_FULL);
        NAME(RESTORATION_NOT_RESTORED);
        NAME(RESTORATION_ALREADY_RESTORED);
        NAME(RESTORATION_CLOSED);
        NAME(RESTORATION_STALE);
        NAME(RESTORATION_FORKED);
        NAME(RESTORATION_IN_CALLBACK);
        NAME(RESTORATION_JUMPED);
        NAME(RESTORATION_VERSION_MISMATCH);
        NAME(RESTORATION_TAKEN);
#undef NAME
    default:
        return NULL;
    }
}

uint32_t restoration_version(void) { return RESTORATION_ABI_VERSION; }

void restoration_free(void *result) { free(result); }
