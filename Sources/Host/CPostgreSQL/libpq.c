#include "restoration_libpq.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static restoration_libpq functions;
static char message[512];

void restoration_libpq_ignore(void *argument, const char *message) {
    (void)argument;
    (void)message;
}

static void fail(void) {
    const char *reason = dlerror();
    snprintf(message, sizeof message, "%s", reason ? reason : "a function is missing");
}

static void load(void) {
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        fail();
        return;
    }
#define FIND(name)                                                                                 \
    functions.name = (__typeof__(&name))dlsym(library, #name);                                     \
    if (!functions.name) {                                                                         \
        fail();                                                                                    \
        return;                                                                                    \
    }
    RESTORATION_LIBPQ_FUNCTIONS(FIND)
}

const restoration_libpq *restoration_libpq_load(const char **error) {
    pthread_once(&once, load);
    *error = message;
    return message[0] ? NULL : &functions;
}
