/// What a host offers to its plugins.
#ifndef RESTORATION_HOST_H
#define RESTORATION_HOST_H

#include "restoration/coder.h"
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

struct restoration_class;

/// The services of the host towards one plugin. Owned by the host; valid from the call of the
/// entry point until the process ends, so a plugin keeps the pointer.
typedef struct restoration_host restoration_host;
struct restoration_host {
    uint32_t struct_size; ///< Size the host compiled; fields past it do not exist.
    uint32_t abi_version; ///< What the host speaks, packed like `RESTORATION_ABI_VERSION`.
    void *context;        ///< The host's own; a plugin leaves it alone.

    /// The application that is running, e.g. "org.restorationkit.petfinder". Lives as long as the
    /// host.
    restoration_string application;

    /// Writes a line to the host's log, marked with the plugin's id. Never log what a person typed:
    /// logs are not encrypted. Copies `message`. [any thread]
    void (*log)(const restoration_host *host, uint32_t level, restoration_string message);

    /// Says why the call that is now running fails; the last message before it returns counts.
    /// The call has failed then, also if it returns RESTORATION_OK. Outside a call from the host it
    /// is logged instead. Copies `message`. [session thread]
    void (*fail)(const restoration_host *host, restoration_string message);

    /// Tells that the object's state has changed, so that the host preserves it soon. `object` is
    /// the handle from its creation request; a stale one is ignored. [any thread]
    void (*invalidate)(const restoration_host *host, restoration_handle object);

    /// Asks for an ability that this host defines for its plugins, by versioned id, e.g.
    /// "org.restorationkit.petfinder.pets/1". Returns its table, or null where the host does not
    /// have it. What is in the table says the host's own header. [session thread]
    const void *(*interface)(const restoration_host *host, restoration_string id);

    // Objects. A handle names any object of the session, whoever made it: the host's, another
    // plugin's, one that could not be restored. It keeps nobody alive, is never reused, and once
    // its object has ended the functions below return RESTORATION_INVALID for it; so they do for an
    // object whose `create` has not returned yet, and for arguments that are null. Out-parameters
    // are written only with RESTORATION_OK. RESTORATION_UNSUPPORTED where the host has no session.

    /// Makes `child` a child of `parent`, an object of this plugin, and keeps it alive as long as
    /// that lives or until `remove_child`. The child's path is the parent's with its own identifier
    /// behind; a child that has a parent already moves. The parent's `encode` must store a
    /// reference, or the child is not preserved. On a restore it is a child again as soon as the
    /// parent's `decode` fetches the reference. A second time is harmless. RESTORATION_INVALID if
    /// `child` is `parent` or contains it, or has no identifier. [session thread]
    restoration_status (*add_child)(const restoration_host *host, restoration_handle parent,
                                    restoration_handle child);
    /// Undoes `add_child`. The child ends unless somebody else keeps it; nothing of it is preserved
    /// any more. RESTORATION_ABSENT if it is no child of `parent`. [session thread]
    restoration_status (*remove_child)(const restoration_host *host, restoration_handle parent,
                                       restoration_handle child);
    /// The object that contains `object`; 0 for one that has none. [session thread]
    restoration_status (*parent)(const restoration_host *host, restoration_handle object,
                                 restoration_handle *parent);
    /// The child at `index`, from 0, in the order in which they were added. RESTORATION_ABSENT past
    /// the last. [session thread]
    restoration_status (*child_at)(const restoration_host *host, restoration_handle object,
                                   uint64_t index, restoration_handle *child);

    /// Asks the host for a new object under `parent`, an object of this plugin: the class whose
    /// route claims the path creates it, in this plugin or another. It becomes a child
    /// (`add_child`). `write_parameters`, which may be null, is called once, before this returns,
    /// with a coder for writing what the class's `create` shall read; what it returns other than
    /// RESTORATION_OK is returned from here. RESTORATION_DECLINED if the class declines,
    /// RESTORATION_NOT_YET if it cannot make an object yet (ask again some time);
    /// RESTORATION_FAILED if no route claims the path or the creation fails: the host's log says
    /// why. [session thread]
    restoration_status (*make)(const restoration_host *host, restoration_handle parent,
                               restoration_string identifier,
                               restoration_status (*write_parameters)(void *context,
                                                                      restoration_coder *coder),
                               void *context, restoration_handle *object);
    /// Hands the host an object that the plugin made itself, of one of its own classes. It becomes
    /// a child of `parent` with that identifier, is preserved, restored and, in the end, destroyed
    /// like an object that `create` delivered. On failure it still belongs to the plugin.
    /// RESTORATION_INVALID if it belongs to the host already. [session thread]
    restoration_status (*adopt)(const restoration_host *host, restoration_handle parent,
                                restoration_string identifier,
                                const struct restoration_class *object_class, void *object,
                                restoration_handle *handle);

    /// Makes an object of this plugin known by an identifier outside the tree, so that others find
    /// it and references to it are restored wherever it is. `parent` may be 0.
    /// RESTORATION_INVALID if another object has the identifier there. [session thread]
    restoration_status (*register_object)(const restoration_host *host, restoration_handle object,
                                          restoration_string identifier,
                                          restoration_handle parent);
    /// Finds the live object at a path: `count` identifiers from the root. RESTORATION_ABSENT if
    /// there is none now. The host's own objects are found if the object above lists them among its
    /// children, or they are registered; plugins' objects always. [session thread]
    restoration_status (*find)(const restoration_host *host, const restoration_string *path,
                               uint64_t count, restoration_handle *object);
    /// What the plugin's own `create` delivered (or `adopt` took) for an object; null for an object
    /// of anybody else, and for a stale handle. [session thread]
    void *(*own_object)(const restoration_host *host, restoration_handle object);
    /// Asks any object for the table of an ability, by versioned id. `*pointer` receives what its
    /// functions expect as their object: what `create` delivered, or for an object of the program's
    /// own what the program's header says. RESTORATION_UNSUPPORTED if the object does not have it.
    /// The table is valid as long as the object. [session thread]
    restoration_status (*object_interface)(const restoration_host *host, restoration_handle object,
                                           restoration_string id, const void **table,
                                           void **pointer);

    /// Asks for a fact about the running program, as text that lives as long as the host:
    /// "application.version", "restoration.reason" ("launch", "session",
    /// "recovery", "pristine"), "restoration.stage" ("idle", "preserving", "restoring"),
    /// "host.abi" ("0.2"), "session.thread" ("fixed", or "changing" if the session belongs to
    /// Swift's main actor, which a program with an asynchronous main function runs on several
    /// threads, one after the other); and of the state that the program was started with
    /// "saved.time" (seconds since 1970-01-01 UTC, nine decimals), "saved.application.version",
    /// "saved.system.version".
    /// RESTORATION_UNSUPPORTED for a key that this host does not know, RESTORATION_ABSENT where
    /// there is no answer now. [session thread]
    restoration_status (*query)(const restoration_host *host, restoration_string key,
                                restoration_string *value);

    /// Says that what `object` waits for is there: the host calls the `create` again that has
    /// answered RESTORATION_NOT_YET, with the same handle, or the `decode` of an object that has.
    /// Never from within this call; it may come before they have returned. `object` is the handle
    /// from the creation request; one that nobody waits for, any more or at all, is ignored. Any
    /// number of times. [any thread]
    void (*arrived)(const restoration_host *host, restoration_handle object);

    /// Says that the function of the plugin that the host has called is still at work: the time
    /// after which it counts as hung begins anew. For what takes seconds; call it once in a
    /// second, not for each element of a loop. Ask RESTORATION_HOST_HAS first.
    /// [session thread]
    void (*report_progress)(const restoration_host *host);
    // Since the next minor version: new fields go here, never above.
};

/// Tells whether `host` has the field, so that a plugin built against a newer header can ask before
/// it calls: `if (RESTORATION_HOST_HAS(host, find)) …`.
#define RESTORATION_HOST_HAS(host, field)                                                          \
    ((size_t)(host)->struct_size >= offsetof(restoration_host, field) + sizeof((host)->field))

#ifdef __cplusplus
}
#endif
#endif
