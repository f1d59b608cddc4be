/// A GLib main context that calls back when a descriptor is readable or a deadline passes. Building
/// needs no GLib: its functions are looked up in the process, which already uses it.
#ifndef RESTORATION_MAIN_CONTEXT_H
#define RESTORATION_MAIN_CONTEXT_H

/// The client of a main context, whose thread calls all functions.
typedef struct restoration_main_client {
    void *context;
    /// The descriptor that becomes readable when there is work. Called before each wait.
    int (*descriptor)(void *context);
    /// The milliseconds until the next deadline; -1 for none. Called before each wait, so that new
    /// deadlines need no notification.
    int (*milliseconds)(void *context);
    /// Performs due work.
    void (*run)(void *context);
    /// Called once, after all other calls.
    void (*release)(void *context);
} restoration_main_client;

/// Adds a client to a `GMainContext`; null means the default one. Returns the source. Returns null,
/// without calling `release`, if the process lacks a function, whose name is then in `missing`.
void *restoration_main_attach(const restoration_main_client *client, void *main_context,
                              const char **missing);
/// Removes a client; also callable from its functions. `source` is invalid afterwards.
void restoration_main_detach(void *source);

#endif
