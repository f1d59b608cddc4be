#define _GNU_SOURCE
#include "invocation_samples.h"
#include "structured.h"

#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

// Functions that call a function argument.

typedef int32_t (*mapping)(int32_t);

static int32_t apply(mapping function, int32_t value) { return function(value); }

static int32_t apply_many(mapping function, int32_t count) {
    int32_t sum = 0;
    for (int32_t index = 0; index < count; index++)
        sum += function(index);
    return sum;
}

struct work {
    mapping function;
    int32_t sum;
};

static void *work(void *context) {
    struct work *work = context;
    work->sum = apply_many(work->function, 1000);
    return NULL;
}

static int32_t apply_on_threads(mapping function) {
    enum { COUNT = 8 };
    pthread_t threads[COUNT];
    struct work parts[COUNT];
    int32_t sum = 0;
    for (int index = 0; index < COUNT; index++) {
        parts[index] = (struct work){function, 0};
        if (pthread_create(&threads[index], NULL, work, &parts[index]) != 0)
            return -1;
    }
    for (int index = 0; index < COUNT; index++) {
        pthread_join(threads[index], NULL);
        sum += parts[index].sum;
    }
    return sum;
}

/// The function's result in a forked child, 0 to 255; -1 if the child did not exit normally.
static int32_t apply_in_fork(mapping function, int32_t value) {
    pid_t child = fork();
    if (child == 0) {
        alarm(60);
        _exit(function(value));
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return -1;
    return WEXITSTATUS(status);
}

/// Passes null for every output but the length.
static size_t apply_unwanted(bool (*function)(int32_t *, char **, void **, size_t *)) {
    size_t length = 0;
    function(NULL, NULL, NULL, &length);
    return length;
}

/// The bytes allocated by `malloc`; 0 if another allocator replaces it.
static int64_t bytes_in_use(void) {
    struct mallinfo2 all = mallinfo2();
    return (int64_t)(all.uordblks + all.hblkhd);
}

static int32_t errno_after(mapping function) {
    errno = ENOENT;
    function(0);
    return errno;
}

static int32_t apply_outputs(bool (*function)(int32_t, int32_t *, char **, uint8_t *, size_t)) {
    int32_t number = 5;
    char *text = NULL;
    uint8_t bytes[] = {1, 2};
    if (!function(7, &number, &text, bytes, sizeof bytes))
        return number == 5 && text == NULL && bytes[0] == 1 ? -1 : -2;
    int32_t sum = number + (int32_t)strlen(text) * 1000 + bytes[0] * 100 + bytes[1] * 10;
    free(text);
    return sum;
}

/// Forbids making memory executable that was writable. Returns whether the system supports that.
static bool forbid_writable_code(void) { return prctl(65 /* PR_SET_MDWE */, 1L, 0L, 0L, 0L) == 0; }

#define ONE(name) {#name, (sample_function)name}

sample_function callback_sample_named(const char *name) {
    static const struct {
        const char *name;
        sample_function function;
    } samples[] = {
        ONE(apply), ONE(apply_on_threads),
        ONE(apply_in_fork), ONE(errno_after), ONE(apply_outputs),
        ONE(apply_unwanted), ONE(bytes_in_use), ONE(forbid_writable_code), ONE(qsort),
    };
    for (size_t index = 0; index < sizeof samples / sizeof *samples; index++)
        if (strcmp(samples[index].name, name) == 0)
            return samples[index].function;
    return NULL;
}
