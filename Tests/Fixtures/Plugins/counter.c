// A well-behaved plugin that logs its calls: the smallest one with every function.
#include <pthread.h>

#include "fixture.h"

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.counter", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.app"],
    "classes": [{"id": "Counter", "version": 2, "aliases": ["Tally"],
                 "routes": ["Tabs/{tab}/Counter"]}]
})

/// The interface "org.example.counter/1", a table for each object.
typedef struct counter_interface {
    void *context; ///< Passed to the functions.
    int64_t (*count)(void *context);
    void (*increment)(void *context);
    void (*increment_elsewhere)(void *context);
} counter_interface;

typedef struct counter {
    restoration_handle handle;
    int64_t count;
    counter_interface table;
} counter;

static int64_t get_count(void *self) { return ((counter *)self)->count; }

static void increment(void *context) {
    counter *self = context;
    self->count++;
    host->invalidate(host, self->handle);
}

static void *invalidate(void *context) {
    counter *self = context;
    host->invalidate(host, self->handle);
    host->log(host, RESTORATION_LOG_WARNING, TEXT("from another thread"));
    host->fail(host, TEXT("nothing is running here"));
    if (host->interface(host, TEXT("org.example.app/1")) == NULL)
        host->log(host, 77, TEXT("no interface here"));
    return NULL;
}

static void increment_elsewhere(void *context) {
    pthread_t thread;
    ((counter *)context)->count++;
    pthread_create(&thread, NULL, invalidate, context);
    pthread_join(thread, NULL);
}

static void say_text(const char *what, restoration_string text) {
    char line[256];
    snprintf(line, sizeof line, "%s %.*s", what, (int)text.count, text.bytes);
    say(line);
}

static restoration_status create(const restoration_creation_request *request, void **object) {
    restoration_string text;
    char line[256];
    snprintf(line, sizeof line, "create for reason %u", request->reason);
    say(line);
    for (uint64_t index = 0; index < request->path_count; index++)
        say_text("path", request->path[index]);
    if (restoration_get_string(request->captures, TEXT("tab"), &text) == RESTORATION_OK)
        say_text("tab", text);
    say_text("class", request->object_class->id);
    int64_t step;
    if (restoration_get_int64(request->state, TEXT("count"), &step) == RESTORATION_OK)
        say("there is state");
    if (restoration_get_int64(request->parameters, TEXT("decline"), &step) == RESTORATION_OK)
        return RESTORATION_DECLINED;

    counter *self = calloc(1, sizeof *self);
    self->handle = request->object;
    self->table = (counter_interface){self, get_count, increment, increment_elsewhere};
    restoration_get_int64(request->parameters, TEXT("count"), &self->count);
    // Not a change: the object is being created.
    host->invalidate(host, self->handle);
    *object = self;
    return RESTORATION_OK;
}

static restoration_status encode(void *object, restoration_coder *coder) {
    return restoration_put_int64(coder, TEXT("count"), ((counter *)object)->count);
}

static restoration_status decode(void *object, restoration_coder *coder) {
    counter *self = object;
    host->invalidate(host, self->handle);
    return restoration_get_int64(coder, TEXT("count"), &self->count);
}

static void finished(void *object) {
    say("finished");
}

static void destroy(void *object) {
    say("destroy");
    free(object);
}

static const void *interface(void *object, restoration_string id) {
    if (id.count == 21 && memcmp(id.bytes, "org.example.counter/1", 21) == 0)
        return &((counter *)object)->table;
    // Forwards all other ids to the host.
    return host->interface(host, id);
}

CLASS(class, "Counter", 2, .create = create, .encode = encode, .decode = decode,
      .finished = finished, .destroy = destroy, .interface = interface);

ENTRY_POINT("org.example.counter", class)
