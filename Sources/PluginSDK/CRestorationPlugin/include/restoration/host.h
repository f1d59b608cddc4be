/// The services that a host offers to its plugins.
#ifndef RESTORATION_HOST_H
#define RESTORATION_HOST_H

#include "restoration/coder.h"
#include "restoration/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The severity of a log line.
enum {
    RESTORATION_LOG_DEBUG = 1,
    RESTORATION_LOG_INFO = 2,
    RESTORATION_LOG_WARNING = 3,
    RESTORATION_LOG_ERROR = 4
};

struct restoration_class;

/// The services of the host for one plugin. Owned by the host. Valid from the call of the entry
/// point until the process ends, so a plugin may store the pointer.
typedef struct restoration_host restoration_host;
struct restoration_host {
    uint32_t struct_size; ///< Size the host compiled; fields past it do not exist.
    uint32_t abi_version; ///< The host's ABI version, packed like `RESTORATION_ABI_VERSION`.
    void *context;        ///< The host's own; a plugin must not touch it.

    /// The id of the running application, such as "org.restorationkit.petfinder". Lives as long as
    /// the host.
    restoration_string application;

    /// Writes a line to the host's log, marked with the plugin's id. Copies `message`. Never log
    /// text that a user typed: logs are not encrypted. [any thread]
    void (*log)(const restoration_host *host, uint32_t level, restoration_string message);

    /// Fails the current call with a reason, even if the call returns RESTORATION_OK. The last
    /// message before the call returns counts. Outside a call from the host, the message is only
    /// logged. Copies `message`. [session thread]
    void (*fail)(const restoration_host *host, restoration_string message);

    /// Reports that the object's state has changed, so that the host preserves it soon. `object` is
    /// the handle from its creation request. A stale handle is ignored. [any thread]
    void (*invalidate)(const restoration_host *host, restoration_handle object);

    /// Returns the table of an interface that this host defines for its plugins, by versioned id
    /// such as "org.restorationkit.petfinder.pets/1", or null if the host does not have it. The
    /// host's own header describes the table. [session thread]
    const void *(*interface)(const restoration_host *host, restoration_string id);

    // Objects. A handle names any object of the session: the host's, the plugin's, another
    // plugin's, or an unavailable one. A handle keeps no object alive and is never reused. The
    // functions below return RESTORATION_INVALID for the handle of a deallocated object, for an
    // object whose `create` has not returned yet, and for null arguments. They write out-parameters
    // only with RESTORATION_OK. They return RESTORATION_UNSUPPORTED if the host has no session.

    /// Makes `child` a child of `parent`, an object of this plugin. The parent keeps the child
    /// alive until it is deallocated itself, or until `remove_child`. The child's path becomes the
    /// parent's path plus the child's identifier. A child with another parent moves. The host
    /// preserves the child only if the parent's `encode` stores a reference to it. On a restore it
    /// becomes a child again when the parent's `decode` reads the reference. Adding a child twice
    /// is harmless. RESTORATION_INVALID if `child` is `parent` or contains it, or has no
    /// identifier. [session thread]
    restoration_status (*add_child)(const restoration_host *host, restoration_handle parent,
                                    restoration_handle child);
    /// Undoes `add_child`. The child is deallocated unless another owner keeps it alive, and is no
    /// longer preserved. RESTORATION_ABSENT if it is not a child of `parent`. [session thread]
    restoration_status (*remove_child)(const restoration_host *host, restoration_handle parent,
                                       restoration_handle child);
    /// The parent of `object`, or 0 if it has none. [session thread]
    restoration_status (*parent)(const restoration_host *host, restoration_handle object,
                                 restoration_handle *parent);
    /// The child at `index`, from 0 in the order of adding. Children that `decode` only reads come
    /// after those that it adds. RESTORATION_ABSENT past the last. [session thread]
    restoration_status (*child_at)(const restoration_host *host, restoration_handle object,
                                   uint64_t index, restoration_handle *child);

    /// Creates an object under `parent`, an object of this plugin. The class whose route matches
    /// the path creates it, in this plugin or another, and it becomes a child (`add_child`).
    /// `write_parameters` may be null. It is called once, before this function returns, with a
    /// coder for the parameters that the class's `create` reads. This function returns its status
    /// if that is not RESTORATION_OK. RESTORATION_DECLINED if the class declines;
    /// RESTORATION_NOT_YET if it cannot create the object yet (try again later); RESTORATION_FAILED
    /// if no route matches the path or the creation fails, with the reason in the host's log.
    /// [session thread]
    restoration_status (*make)(const restoration_host *host, restoration_handle parent,
                               restoration_string identifier,
                               restoration_status (*write_parameters)(void *context,
                                                                      restoration_coder *coder),
                               void *context, restoration_handle *object);
    /// Transfers an object that the plugin made itself, of one of its own classes, to the host. The
    /// object becomes a child of `parent` with that identifier. The host preserves, restores and
    /// finally destroys it like an object from `create`. On failure the plugin still owns it.
    /// RESTORATION_INVALID if the host owns it already. [session thread]
    restoration_status (*adopt)(const restoration_host *host, restoration_handle parent,
                                restoration_string identifier,
                                const struct restoration_class *object_class, void *object,
                                restoration_handle *handle);

    /// Registers an object of this plugin, which need not be a child, under an identifier. Other
    /// code can then find it, and references to it are restored. `parent` may be 0.
    /// RESTORATION_INVALID if another object has the identifier there. [session thread]
    restoration_status (*register_object)(const restoration_host *host, restoration_handle object,
                                          restoration_string identifier,
                                          restoration_handle parent);
    /// Finds the live object at a path of `count` identifiers from the root. RESTORATION_ABSENT if
    /// there is none now. Objects of plugins are always found; the host's own only if their parent
    /// lists them as children or they are registered. [session thread]
    restoration_status (*find)(const restoration_host *host, const restoration_string *path,
                               uint64_t count, restoration_handle *object);
    /// The pointer from the plugin's own `create` (or passed to `adopt`). Null for other objects
    /// and for a stale handle. [session thread]
    void *(*own_object)(const restoration_host *host, restoration_handle object);
    /// Looks up an interface of any object by versioned id. `*pointer` receives the object argument
    /// for the table's functions: the pointer from `create`, or for the program's own objects the
    /// pointer that the program's header defines. RESTORATION_UNSUPPORTED if the object does not
    /// have the interface. The table lives as long as the object. [session thread]
    restoration_status (*object_interface)(const restoration_host *host, restoration_handle object,
                                           restoration_string id, const void **table,
                                           void **pointer);

    /// Reads a fact about the running program, as text that lives as long as the host.
    ///
    /// About the program: "application.version"; "restoration.reason" ("launch", "session",
    /// "recovery", "pristine"); "restoration.stage" ("idle", "preserving", "restoring"); "host.abi"
    /// ("0.3"); "session.thread" ("fixed", or "changing" if the session belongs to Swift's main
    /// actor, which a program with an asynchronous main function runs on different threads in
    /// turn).
    ///
    /// About the state at the start of the program: "saved.time" (seconds since 1970-01-01 UTC,
    /// nine decimals), "saved.application.version", "saved.system.version".
    ///
    /// RESTORATION_UNSUPPORTED for a key that this host does not know; RESTORATION_ABSENT if there
    /// is no value now. [session thread]
    restoration_status (*query)(const restoration_host *host, restoration_string key,
                                restoration_string *value);

    /// Reports that the data for `object` has arrived. After `create` or `decode` returned
    /// RESTORATION_NOT_YET, the host calls it again with the same handle, but never during this
    /// call. `arrived` may be called before they return, and any number of times. `object`
    /// is the handle from the creation request. The handle of an object that is not deferred is
    /// ignored. [any thread]
    void (*arrived)(const restoration_host *host, restoration_handle object);

    /// Restarts the hang timer of the current call. Call it about once a second during slow work,
    /// not for each element of a loop. Check RESTORATION_HOST_HAS first. [session thread]
    void (*report_progress)(const restoration_host *host);
    // Since the next minor version: new fields go here, never above.
};

/// Whether `host` has the field. Check this before calling a function newer than the host: `if
/// (RESTORATION_HOST_HAS(host, find)) …`.
#define RESTORATION_HOST_HAS(host, field)                                                          \
    ((size_t)(host)->struct_size >= offsetof(restoration_host, field) + sizeof((host)->field))

#ifdef __cplusplus
}
#endif
#endif
