/// A GLib main context that calls back when a descriptor is readable or a deadline has come. GLib
/// is not needed to build this: its functions are looked up in the process, which uses it already.
#ifndef RESTORATION_MAIN_CONTEXT_H
#define RESTORATION_MAIN_CONTEXT_H

/// What a main context drives. All functions are called on the thread that runs the context.
typedef struct restoration_main_client {
    void *context;
    /// The descriptor that is readable when there is something to do. Asked before each wait.
    int (*descriptor)(void *context);
    /// The milliseconds until something has to be done at the latest; -1 if nothing is planned.
    /// Asked before each wait, so that a new deadline needs no telling.
    int (*milliseconds)(void *context);
    /// Does what has come up.
    void (*run)(void *context);
    /// Called once: neither of the others is called any more.
    void (*release)(void *context);
} restoration_main_client;

/// Adds a client to a `GMainContext`; null means the default one. Returns the source, or null with
/// the name of the function that the process lacks in `missing`; then `release` is not called.
void *restoration_main_attach(const restoration_main_client *client, void *main_context,
                              const char **missing);
/// Takes a client off again; also from one of its functions. `source` is gone when this returns.
void restoration_main_detach(void *source);

#endif
