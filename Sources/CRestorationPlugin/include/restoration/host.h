/// What a host offers to its plugins.
#ifndef RESTORATION_HOST_H
#define RESTORATION_HOST_H

#include "restoration/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How serious a log line is.
enum {
    RESTORATION_LOG_DEBUG = 1,
    RESTORATION_LOG_INFO = 2,
    RESTORATION_LOG_WARNING = 3,
    RESTORATION_LOG_ERROR = 4
};

/// The services of the host towards one plugin. Owned by the host; valid from the call of the
/// entry point until the process ends, so a plugin keeps the pointer.
typedef struct restoration_host restoration_host;
struct restoration_host {
    uint32_t struct_size; ///< Size the host compiled; fields past it do not exist.
    uint32_t abi_version; ///< What the host speaks, packed like `RESTORATION_ABI_VERSION`.
    void *context;        ///< The host's own; a plugin leaves it alone.

    /// The application that is running, e.g. "org.example.petfinder". Lives as long as the host.
    restoration_string application;

    /// Writes a line to the host's log, marked with the plugin's id. Never log what a person typed:
    /// logs are not encrypted. Copies `message`. [any thread]
    void (*log)(const restoration_host *host, uint32_t level, restoration_string message);

    /// Says why the call that is now running fails; the last message before it returns counts.
    /// Outside a call from the host it is logged instead. Copies `message`. [session thread]
    void (*fail)(const restoration_host *host, restoration_string message);

    /// Tells that the object's state has changed, so that the host preserves it soon. `object` is
    /// the handle from its creation request; a stale one is ignored. [any thread]
    void (*invalidate)(const restoration_host *host, restoration_handle object);

    /// Asks for an ability that this host defines for its plugins, by versioned id, e.g.
    /// "org.example.petfinder.pets/1". Returns its table, or null where the host does not have
    /// it. What is in the table says the host's own header. [session thread]
    const void *(*interface)(const restoration_host *host, restoration_string id);
    // Since the next minor version: new fields go here, never above.
};

#ifdef __cplusplus
}
#endif
#endif
