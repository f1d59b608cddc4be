// Ends its process at the place and in the way that the environment names. RESTORATION_CRASH_AT is
// "load", "entry", "create", "make", "decode", "set", "finished", "encode", "get", "interface",
// "method" or "destroy". RESTORATION_CRASH_BY is one of `ways`. RESTORATION_CRASH_IDENTIFIER is the
// identifier of the object, except for "load" and "entry". Without these variables, the plugin does
// not crash.
//
// With -DMIGRATES, the class has version 2, and "migrate" is another place. PLUGIN and ROUTE build
// another plugin from the source.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <time.h>
#include <unistd.h>

#include "fixture.h"

#ifndef PLUGIN
#define PLUGIN "org.example.crashing"
#endif
#ifndef ROUTE
#define ROUTE "Frame/*"
#endif
#ifdef MIGRATES
#define SCHEMA 2
#define MIGRATE migrate
#else
#define SCHEMA 1
#define MIGRATE NULL
#endif

REPLACED_MANIFEST({
    "manifest": 1, "id": PLUGIN, "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.test", "org.restorationkit.petfinder"],
    "classes": [{"id": "Fragile", "version": SCHEMA,
                 "routes": [ROUTE, "Tabs/Find/Details/Edit", "Tabs/Find/Details/Notes"]}]
})

#ifdef REBUILT
// Another build of the same version.
__attribute__((used)) static const char rebuilt[4096] = {1};
#endif

typedef struct fragile {
    char identifier[32];
    char text[64];
    int32_t count;
} fragile;

static volatile sig_atomic_t sink;

static void raise_segv(void) { raise(SIGSEGV); }
static void dereference(void) { *(volatile int *)(uintptr_t)8 = 1; }
static void trap(void) { __builtin_trap(); }
static void divide(void) { raise(SIGFPE); }
// Harmless without a sanitizer.
static void overrun(void) {
    volatile char *block = malloc(8);
    volatile int end = 8;
    block[end] = 1;
    free((void *)block);
}
static void end_unstamped(void) { raise(SIGKILL); }
static void end_by_exit(void) { exit(3); }
static void end_at_once(void) { _exit(3); }

__attribute__((noinline)) static int overflow(int depth) {
    volatile char room[4096];
    room[0] = (char)depth;
    return depth < 0 ? 0 : overflow(depth + 1) + room[0];
}

static void overflow_stack(void) { sink = overflow(1); }

// Reports through a pipe that it has reached this point.
static void tell(void) {
    FILE *pipe = fopen(getenv("RESTORATION_CRASH_PIPE"), "w");
    fprintf(pipe, "%d\n", (int)getpid());
    fclose(pipe);
}

static void hang(void) {
    tell();
    for (;;)
        pause();
}

static void loop(void) {
    tell();
    for (;;)
        sink++;
}

static void *dereference_on_thread(void *unused) {
    dereference();
    return unused;
}

static void run_on_thread(void *(*function)(void *)) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, function, NULL) == 0)
        pthread_join(thread, NULL);
}

static void crash_on_thread(void) { run_on_thread(dereference_on_thread); }

// The same, on a thread with an alternate signal stack.
static void *dereference_with_stack(void *unused) {
    static char room[64 << 10];
    stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
    if (sigaltstack(&stack, NULL) == 0)
        dereference();
    return unused;
}

static void crash_on_thread_with_stack(void) { run_on_thread(dereference_with_stack); }

// Never returns, without a report through the pipe.
static void spin(void) {
    for (;;)
        sink++;
}

// Takes half a second, and reports progress throughout.
static void work(void) {
    struct timespec start, now;
    clock_gettime(CLOCK_MONOTONIC, &start);
    do {
        if (RESTORATION_HOST_HAS(host, report_progress))
            host->report_progress(host);
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while ((now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1000000 < 500);
}

static const struct {
    const char *name;
    void (*function)(void);
} ways[] = {{"segv", raise_segv}, {"address", dereference}, {"abort", abort},
            {"trap", trap},       {"fpe", divide},          {"overflow", overflow_stack},
            {"hang", hang},       {"loop", loop},           {"kill", end_unstamped},
            {"spin", spin},       {"work", work},           {"exit", end_by_exit},
            {"exitAtOnce", end_at_once},
            {"thread", crash_on_thread},
            {"threadWithStack", crash_on_thread_with_stack}, {"overrun", overrun}};

static bool is_set(const char *name, const char *value) {
    const char *set = getenv(name);
    return set != NULL && strcmp(set, value) == 0;
}

static void end_at(const char *stage) {
    if (!is_set("RESTORATION_CRASH_AT", stage))
        return;
    for (size_t index = 0; index < sizeof ways / sizeof *ways; index++)
        if (is_set("RESTORATION_CRASH_BY", ways[index].name))
            ways[index].function();
}

__attribute__((constructor)) static void load(void) { end_at("load"); }

static void reach(const char *stage, const fragile *self) {
    if (is_set("RESTORATION_CRASH_IDENTIFIER", self->identifier))
        end_at(stage);
}

static restoration_status create(const restoration_creation_request *request, void **object) {
    fragile *self = calloc(1, sizeof *self);
    const restoration_string name = request->path[request->path_count - 1];
    snprintf(self->identifier, sizeof self->identifier, "%.*s", (int)name.count, name.bytes);
    snprintf(self->text, sizeof self->text, "text of %s", self->identifier);
    self->count = 1;
    reach(request->reason == RESTORATION_REASON_MAKE ? "make" : "create", self);
    *object = self;
    return RESTORATION_OK;
}

static restoration_status encode(void *object, restoration_coder *coder) {
    reach("encode", object);
    return restoration_put_string(coder, TEXT("text"), text_of(((fragile *)object)->text));
}

static restoration_status decode(void *object, restoration_coder *coder) {
    restoration_string text;
    reach("decode", object);
    return restoration_get_string(coder, TEXT("text"), &text);
}

static void finished(void *object) { reach("finished", object); }
static void destroy(void *object) {
    reach("destroy", object);
    free(object);
}

static const void *interface(void *object, restoration_string name) {
    (void)name;
    reach("interface", object);
    return NULL;
}
static int32_t poke(void *object) {
    reach("method", object);
    return 1;
}

static int32_t get_count(fragile *self) {
    reach("get", self);
    return self->count;
}
static void set_count(fragile *self, int32_t count) {
    reach("set", self);
    self->count = count;
}

static const restoration_property count_property = RESTORATION_PROPERTY(
    "count", "(object) -> int32", get_count, "(object, int32)", set_count, 0);
static const restoration_property *const properties[] = {&count_property};

#ifdef MIGRATES
static restoration_status migrate(const restoration_class *object_class, uint32_t from_version,
                                  restoration_coder *state, restoration_coder *migrated) {
    restoration_string text;
    fragile named = {0};
    (void)object_class, (void)from_version;
    CHECK(restoration_get_string(state, TEXT("text"), &text) == RESTORATION_OK);
    // The text ends with the object's identifier.
    snprintf(named.identifier, sizeof named.identifier, "%.1s", text.bytes + text.count - 1);
    reach("migrate", &named);
    restoration_put_copy(migrated, TEXT("count"), state, TEXT("count"));
    return restoration_put_copy(migrated, TEXT("text"), state, TEXT("text"));
}
#endif

static const restoration_method poke_method =
    RESTORATION_METHOD("poke", "(object) -> int32", poke);
static const restoration_method *const methods[] = {&poke_method};

CLASS(fragile_class, "Fragile", SCHEMA, .create = create, .encode = encode, .decode = decode,
      .finished = finished, .interface = interface, .methods = methods, .method_count = 1,
      .properties = properties, .property_count = 1, .migrate = MIGRATE, .destroy = destroy);

ENTRY_POINT_RUNNING(end_at("entry"), PLUGIN, &fragile_class)
