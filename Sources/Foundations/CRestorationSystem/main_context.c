#define _GNU_SOURCE
#include "restoration_main_context.h"

#include <dlfcn.h>
#include <stddef.h>

// The source functions of GLib's gmain.h; the interface is stable since 2.36. Its booleans are int.
typedef struct source_functions {
    int (*prepare)(void *source, int *timeout);
    int (*check)(void *source);
    int (*dispatch)(void *source, int (*callback)(void *), void *data);
    void (*finalize)(void *source);
    void *reserved[2];
} source_functions;

enum {
    io_in = 1, // G_IO_IN
    io_error = 8, // G_IO_ERR
    // A GSource takes 96 bytes. Our data follows, with room to spare.
    source_size = 256,
};

typedef struct client_source {
    char source[source_size];
    restoration_main_client client;
    void *tag;
    int descriptor; // the descriptor of the tag
} client_source;

static struct {
    void *(*new_source)(source_functions *functions, unsigned size);
    void *(*add_unix_fd)(void *source, int descriptor, unsigned events);
    unsigned (*query_unix_fd)(void *source, void *tag);
    void (*remove_unix_fd)(void *source, void *tag);
    void (*set_name)(void *source, const char *name);
    unsigned (*attach)(void *source, void *main_context);
    void (*destroy)(void *source);
    void (*unref)(void *source);
} glib;

static void wait_for_descriptor(client_source *source) {
    int descriptor = source->client.descriptor(source->client.context);
    if (source->tag != NULL && descriptor == source->descriptor) return;
    if (source->tag != NULL) glib.remove_unix_fd(source, source->tag);
    source->tag = glib.add_unix_fd(source, descriptor, io_in | io_error);
    source->descriptor = descriptor;
}

static int prepare(void *source, int *timeout) {
    restoration_main_client *client = &((client_source *)source)->client;
    wait_for_descriptor(source);
    *timeout = client->milliseconds(client->context);
    return *timeout == 0;
}

static int check(void *source) {
    client_source *own = source;
    return glib.query_unix_fd(source, own->tag) != 0 ||
           own->client.milliseconds(own->client.context) == 0;
}

static int dispatch(void *source, int (*callback)(void *), void *data) {
    (void)callback, (void)data;
    restoration_main_client *client = &((client_source *)source)->client;
    client->run(client->context);
    return 1; // G_SOURCE_CONTINUE
}

static void finalize(void *source) {
    restoration_main_client *client = &((client_source *)source)->client;
    client->release(client->context);
}

static source_functions functions = {prepare, check, dispatch, finalize, {NULL, NULL}};

// A program that does not link GLib itself may have loaded it with RTLD_LOCAL.
static void *symbol(const char *name) {
    void *address = dlsym(RTLD_DEFAULT, name);
    if (address != NULL) return address;
    void *library = dlopen("libglib-2.0.so.0", RTLD_NOLOAD | RTLD_LAZY);
    // Not closed while its functions are in use.
    if (library != NULL) address = dlsym(library, name);
    return address;
}

// Returns the name of a missing function, or null.
static const char *find_functions(void) {
    const struct {
        const char *name;
        void **place;
    } wanted[] = {
        {"g_source_new", (void **)&glib.new_source},
        {"g_source_add_unix_fd", (void **)&glib.add_unix_fd},
        {"g_source_remove_unix_fd", (void **)&glib.remove_unix_fd},
        {"g_source_query_unix_fd", (void **)&glib.query_unix_fd},
        {"g_source_set_name", (void **)&glib.set_name},
        {"g_source_attach", (void **)&glib.attach},
        {"g_source_destroy", (void **)&glib.destroy},
        {"g_source_unref", (void **)&glib.unref},
    };
    for (size_t index = 0; index < sizeof wanted / sizeof *wanted; index += 1) {
        void *address = symbol(wanted[index].name);
        if (address == NULL) return wanted[index].name;
        // Several threads may look up the same functions at once.
        __atomic_store_n(wanted[index].place, address, __ATOMIC_RELAXED);
    }
    return NULL;
}

void *restoration_main_attach(const restoration_main_client *client, void *main_context,
                              const char **missing) {
    *missing = find_functions();
    if (*missing != NULL) return NULL;
    client_source *source = glib.new_source(&functions, sizeof *source);
    source->client = *client;
    source->tag = NULL;
    wait_for_descriptor(source);
    glib.set_name(source, "restoration session");
    glib.attach(source, main_context);
    return source;
}

void restoration_main_detach(void *source) {
    glib.destroy(source);
    glib.unref(source);
}
