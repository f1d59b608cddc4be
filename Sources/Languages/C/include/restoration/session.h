/// The host side of state preservation and restoration, for programs in C and in languages that
/// call C: `librestoration.so.0`.
///
/// A session preserves the program's objects and brings them back at the next launch. The program
/// describes its objects by a `restoration_class`, as a plugin does (`plugin.h`), and their state
/// passes through a `restoration_coder` (`coder.h`).
///
/// **Threads.** A session belongs to the thread that opens it. All functions return
/// RESTORATION_WRONG_THREAD on another thread, except those marked [any thread]. The library calls
/// the program only on the session's thread, and only from inside a call of the program. In a
/// forked child every call returns RESTORATION_FORKED. No function is async-signal-safe.
///
/// **Callbacks.** Functions marked [in callbacks] may be called from inside a callback of the
/// session, such as `decode`. Others return RESTORATION_IN_CALLBACK there, and do nothing. If a
/// callback leaves by `longjmp` or an exception, every later call returns RESTORATION_JUMPED, and
/// `restoration_session_close` releases the lock, leaks the rest, and writes nothing.
///
/// **Ownership.** An object that the program *lends* (`restoration_session_add_root`, `_add_child`,
/// `_register_object`, `_adopt`) stays the program's. The program calls
/// `restoration_session_forget` before it frees the object, or closes the session first. An object
/// that a class *creates* belongs to the session, which calls `destroy` once. It lives while a
/// living object refers to it by its latest `encode` or `decode`, or contains it, or while the
/// program holds it (`restoration_session_hold`). Otherwise it is destroyed after the next durable
/// save, or at `restoration_session_close`: children first, outside any callback. A child made
/// under a plugin's object lives as long as the plugin keeps it.
///
/// **Errors.** Functions return a status. `restoration_last_problem` describes the failure.
///
/// **Text.** Identifiers, paths and texts are NUL-terminated UTF-8, copied by the callee.
/// Identifiers have 1 to 255 bytes. Coders take a `restoration_string` (`restoration_text`).
///
/// **Memory.** Each result in a `**` parameter is one block that contains everything it points to.
/// Free it with `restoration_free`, on any thread, before or after `restoration_session_close`.
#ifndef RESTORATION_SESSION_H
#define RESTORATION_SESSION_H

#include <stdio.h>

#include "restoration/plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Declares an exported function.
#define RESTORATION_API __attribute__((visibility("default")))
/// Warns if the status is unused.
#define RESTORATION_MUST_CHECK __attribute__((warn_unused_result))

/// An open session. Not an address: calls with a closed session or any other pointer return
/// RESTORATION_CLOSED.
typedef struct restoration_session restoration_session;

// MARK: Errors

/// A failure of a call.
typedef struct restoration_problem {
    uint32_t struct_size;      ///< Size the library compiled; fields past it do not exist.
    restoration_status status; ///< The status that the call returned.
    const char *problem;       ///< A sentence without its full stop. No text is ever null.
    const char *place;         ///< A path, file or identifier; "" for none.
    const char *remedy;        ///< One or more sentences.
} restoration_problem;

/// The last failed call of the calling thread, which includes an open that returned null. Valid
/// until the thread's next failed call. Before the first failure it has RESTORATION_OK and empty
/// texts. [any thread] [in callbacks]
RESTORATION_API const restoration_problem *restoration_last_problem(void);

/// Prints the last problem in three lines, and returns 1, as for `return` in `main`. [any thread]
/// [in callbacks]
///
///     error: The session has restored already
///       fix: Call restore() once, after all calls that prepare for it.
RESTORATION_API int restoration_print_problem(FILE *stream);

/// A status's name, such as "RESTORATION_LIMIT". Null for an unknown number. [any thread] [in
/// callbacks]
RESTORATION_API const char *restoration_status_name(restoration_status status);

/// The version of the library in use, packed like RESTORATION_ABI_VERSION. [any thread] [in
/// callbacks]
RESTORATION_API uint32_t restoration_version(void);

/// Frees a result of the library. Null is ignored. [any thread] [in callbacks]
RESTORATION_API void restoration_free(void *result);

// MARK: Opening and closing

/// The treatment of failures; see `Docs/RestorePolicy.md`.
enum {
    RESTORATION_PRESET_GRANULAR = 0, ///< A failure costs as little as possible.
    RESTORATION_PRESET_UIKIT = 1     ///< As in UIKit. The session saves only on request.
};

/// The flags of a session's options.
enum {
    RESTORATION_OPTION_SAVES_ON_REQUEST = 1,     ///< Changes are not saved automatically.
    RESTORATION_OPTION_WITHOUT_STATE = 2,        ///< Takes no lock, saves and restores nothing.
    RESTORATION_OPTION_AUDITS_SAVES = 4,         ///< Saves also report unreferenced objects.
    RESTORATION_OPTION_ANY_PLUGIN = 8,           ///< Accepts plugins that serve every application.
    RESTORATION_OPTION_EXPIRES_AT_RESTART = 16,  ///< Sets aside state from before a reboot.
    RESTORATION_OPTION_KEEPS_STATE = 32,         ///< For development: no crash costs any state.
    RESTORATION_OPTION_ACCEPTS_RELOADS = 64,     ///< `restorectl plugin dev` may reload plugins.
    RESTORATION_OPTION_IGNORES_FATAL_SIGNALS = 128 ///< Fatal signals are not recorded.
};

typedef struct restoration_save restoration_save; ///< See `session_report.h`.
/// See `session_report.h`.
typedef struct restoration_saves_elsewhere restoration_saves_elsewhere;

/// The program's functions that a session calls, on its thread and from inside a call of the
/// program. A pointer may be null. Never throw, unwind or jump across any of them.
typedef struct restoration_callbacks {
    uint32_t struct_size; ///< `sizeof(restoration_callbacks)` as the program compiled it.
    uint32_t reserved;    ///< Zero.
    void *user_data;      ///< The first argument of each function.

    /// A line of the log, at a level of `host.h`. Lines of the saving thread arrive in the next
    /// `restoration_session_run_pending`.
    void (*log)(void *user_data, uint32_t level, restoration_string message);
    /// The outcome of a save. Lent for the call.
    void (*saved)(void *user_data, const restoration_save *save);
    /// The restoration window has closed: the restore is complete.
    void (*settled)(void *user_data);
    /// Another build of a plugin has replaced the loaded one.
    void (*plugin_reloaded)(void *user_data, const char *plugin);
    /// Deferred objects have been restored, parents first. The array is lent.
    void (*restored_awaited)(void *user_data, const restoration_handle *objects, uint64_t count);
    /// A signal has arrived, and the session has saved (`restoration_session_handle_signals`).
    void (*signalled)(void *user_data, int signal);
    /// Another device has made a save that `restoration_session_newer_elsewhere` has not returned
    /// yet. Receives all of them, lent for the call.
    void (*newer_elsewhere)(void *user_data, const restoration_saves_elsewhere *saves);

    // The application's own record, which the four functions share. After a failure of `encode` or
    // `decode`, saves retain its values.

    /// Asked before each save. RESTORATION_DECLINED saves nothing, and sets saved state aside.
    restoration_status (*should_preserve)(void *user_data, restoration_coder *coder);
    /// Stores values of the application itself, before any object encodes.
    restoration_status (*encode)(void *user_data, restoration_coder *coder);
    /// Asked before a restore if state was saved. RESTORATION_DECLINED starts afresh.
    restoration_status (*should_restore)(void *user_data, restoration_coder *coder);
    /// Reads the application's values, when all objects have decoded.
    restoration_status (*decode)(void *user_data, restoration_coder *coder);
    // Since the next minor version: new fields go here, never above.
} restoration_callbacks;

/// A session's settings. Begin with RESTORATION_OPTIONS_INIT, whose zeros are the defaults. The
/// session copies all but `callbacks`.
typedef struct restoration_options {
    uint32_t struct_size; ///< `sizeof(restoration_options)` as the program compiled it.
    uint32_t preset;      ///< RESTORATION_PRESET_…
    uint32_t flags;       ///< RESTORATION_OPTION_…, or 0.
    uint32_t reserved;    ///< Zero.
    const char *instance; ///< Reserved for a later version: null.
    /// The connection string of a PostgreSQL database that gets a sealed copy of the newest state
    /// for the person's other machines. Null keeps the state on this machine.
    const char *remote;
    /// The person whose state it is, if the role of `remote` serves many people: 1 to 200 bytes
    /// without control characters. Null for the role's own.
    const char *person;
    /// One directory for all files of the session, with its key. Null for the user's directories.
    const char *private_directory;
    /// The directory of the archives. Null for `$XDG_STATE_HOME/<application>/restoration`.
    const char *state_directory;
    /// The directory of the key file. Null for `$XDG_DATA_HOME/restoration/keys`.
    const char *key_directory;
    /// Directories searched for plugins before all others.
    const char *const *plugin_directories;
    uint64_t plugin_directory_count;
    const char *application_version; ///< Stored with the state. Null for none.
    /// The longest time before a change is saved; 0 for 1,000.
    uint64_t autosave_milliseconds;
    /// How long a callback may run before it counts as hung; 0 for 10,000, UINT64_MAX for ever.
    uint64_t hang_milliseconds;
    /// How long the session waits for objects that said "not yet"; 0 for 30,000, UINT64_MAX for
    /// ever.
    uint64_t arrival_milliseconds;
    /// The age above which state is set aside; 0 for no limit.
    uint64_t maximum_age_seconds;
    /// Must live until the session is closed. Null for none.
    const restoration_callbacks *callbacks;
    // Since the next minor version: new fields go here, never above.
} restoration_options;

/// The default options.
#define RESTORATION_OPTIONS_INIT                                                                   \
    {                                                                                              \
        sizeof(restoration_options), 0, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL,   \
            0, 0, 0, 0, NULL                                                                       \
    }

/// Opens the session of an application and locks its state.
///
/// `application` is reverse DNS, such as "org.example.desk", and names the state's directory.
/// `options` may be null. Returns null on failure: RESTORATION_BUSY if another process, or another
/// session of this process, has the state in use; RESTORATION_VERSION_MISMATCH for headers of
/// another version, or options of a size that this version does not have; RESTORATION_INVALID for a
/// bad id or option; RESTORATION_LIMIT if 4,096 sessions are open; RESTORATION_FAILED if a
/// directory cannot be used. [any thread]
#define restoration_session_open(application, options)                                             \
    restoration_session_open_version(RESTORATION_ABI_VERSION, application, options)
RESTORATION_API restoration_session *
restoration_session_open_version(uint32_t version, const char *application,
                                 const restoration_options *options);

/// Ends the session and releases the lock. Saves nothing, so unsaved changes are lost. Calls no
/// function of a lent object. Waits for a save in progress, and destroys the session's own objects.
/// Null does nothing. RESTORATION_IN_CALLBACK in a callback: the session stays open. In a forked
/// child it does nothing.
RESTORATION_API restoration_status restoration_session_close(restoration_session *session);

/// Removes the saved state for good, when the user asks for it, and closes the session.
/// RESTORATION_FAILED if a file cannot be removed; the session then stays open.
RESTORATION_API restoration_status restoration_session_discard(restoration_session *session);

// MARK: Objects of the program

/// Lends an object at which preservation starts. The program builds roots on every launch, with the
/// same identifiers, before it restores.
///
/// `handle` may be null. `object_class` must live until the session is closed. Its `create` and
/// `destroy` are not called for lent objects, and may be null. RESTORATION_INVALID for null
/// arguments, a bad identifier, and an object that is lent already; RESTORATION_VERSION_MISMATCH
/// for a class that is too small.
RESTORATION_API restoration_status
restoration_session_add_root(restoration_session *session, const char *identifier,
                             const restoration_class *object_class, void *object,
                             restoration_handle *handle);
/// As `restoration_session_add_root`, for one root of several with equal identifiers, such as
/// windows. `scope` distinguishes them: 1 to 255 bytes.
RESTORATION_API restoration_status
restoration_session_add_scoped_root(restoration_session *session, const char *identifier,
                                    const char *scope, const restoration_class *object_class,
                                    void *object, restoration_handle *handle);
/// Makes an object with a handle a root: one that was made without a parent, or adopted. `scope`
/// may be null.
RESTORATION_API restoration_status
restoration_session_use_as_root(restoration_session *session, restoration_handle object,
                              const char *scope);
/// Lends an object that the program builds on every launch below `parent`, so that a restore finds
/// it there. It is preserved if the parent contains it by its shape, or encodes a reference to it.
/// Results as for `restoration_session_add_root`; RESTORATION_STALE for a stale parent.
RESTORATION_API restoration_status
restoration_session_add_child(restoration_session *session, restoration_handle parent,
                              const char *identifier, const restoration_class *object_class,
                              void *object, restoration_handle *handle);
/// Lends an object, which need not be a child, under an identifier, so that others can refer to it.
/// It is preserved if a preserved object refers to it. `parent` gives its path a prefix, or is 0.
/// Results as for `restoration_session_add_child`.
RESTORATION_API restoration_status
restoration_session_register_object(restoration_session *session, restoration_handle parent,
                                    const char *identifier, const restoration_class *object_class,
                                    void *object, restoration_handle *handle);
/// Lends an object of a library to a binding, which reads and writes its state. `class_name` and
/// `identifier` may be null: the binding is asked. Adopting an object twice gives the same handle.
/// RESTORATION_FAILED if there is no such binding, or it has no class for the object.
RESTORATION_API restoration_status
restoration_session_adopt(restoration_session *session, const char *binding, const char *class_name,
                          const char *identifier, void *object, restoration_handle *handle);

/// Removes a lent object from the session. The program may then free it, because the session calls
/// none of its functions any more. The object's state ends at the next save, as when the user
/// closes a window; in a callback of a save, at the save after it. If the object was a root, the
/// outcome of that save names it. RESTORATION_INVALID for an object that is not lent. [in
/// callbacks]
RESTORATION_API restoration_status restoration_session_forget(restoration_session *session,
                                                              restoration_handle object);

/// The pointer of an object of the program: the lent one, or the one from `create`. Null for other
/// objects, for one that could not be restored, and for a stale handle. [in callbacks]
RESTORATION_API void *restoration_session_object(restoration_session *session,
                                                 restoration_handle object);

/// Holds an object of the session, so that it lives without a reference to it. Counted. [in
/// callbacks]
RESTORATION_API restoration_status restoration_session_hold(restoration_session *session,
                                                            restoration_handle object);
/// Undoes one `restoration_session_hold`. RESTORATION_INVALID without one. [in callbacks]
RESTORATION_API restoration_status restoration_session_release(restoration_session *session,
                                                               restoration_handle object);

// MARK: Classes

/// Registers a class, so that restores and `restoration_session_make` create its objects. The class
/// needs `create` and `destroy`, and must live until the session is closed. A class replaces an
/// earlier one with the same id.
RESTORATION_API restoration_status
restoration_session_add_class(restoration_session *session, const restoration_class *object_class);
/// Declares a former id of a class, for older archives. Also for the class of a lent object.
RESTORATION_API restoration_status restoration_session_alias_class(restoration_session *session,
                                                                   const char *former_id,
                                                                   const char *id);
/// Declares a former path of an object, such as "Tabs/Games" for "Tabs/Matches". Before the
/// restore.
RESTORATION_API restoration_status restoration_session_alias_path(restoration_session *session,
                                                                  const char *former_path,
                                                                  const char *path);

/// The services of the session for classes, which may be called in callbacks as a plugin calls
/// them: `fail`, `make`, `add_child`, `find`, `arrived` and the others of `host.h`. A file that
/// serves as a plugin, too, calls the same functions through `restoration_plugin_host`. Valid until
/// the session is closed. Null for a closed session, and on another thread. [in callbacks]
RESTORATION_API const restoration_host *restoration_session_host(restoration_session *session);

/// Fails the running callback with a reason, as `restoration_host.fail` does. [in callbacks]
RESTORATION_API void restoration_session_fail(restoration_session *session, const char *reason);

// MARK: Restoring

/// Restores the saved state. Call it once, when the roots are added, even if nothing was saved:
/// until then nothing is saved. Damaged state is set aside, never deleted.
///
/// `reason` is one of RESTORATION_REASON_LAUNCH, _SESSION, _RECOVERY and _PRISTINE, which restores
/// nothing; RESTORATION_INVALID for another. RESTORATION_ALREADY_RESTORED for a second call;
/// RESTORATION_KEY_UNAVAILABLE if there is saved state without its key: nothing is saved then.
/// Objects that were not restored are not a failure: see the report (`session_report.h`).
RESTORATION_API RESTORATION_MUST_CHECK restoration_status
restoration_session_restore(restoration_session *session, uint32_t reason);

/// Makes a new object, which the next launch recreates in the same way. `class_id` names a
/// registered class, or is null for the class that the routes of plugins choose. `parent` is 0 for
/// an object without. `write_parameters` may be null; it stores what `create` reads.
///
/// The object lives until the next durable save, and longer if a living object then refers to it or
/// contains it, or the program holds it. RESTORATION_DECLINED if its class declines;
/// RESTORATION_NOT_YET if it cannot create it yet; RESTORATION_FAILED if no route matches, or the
/// creation fails.
RESTORATION_API restoration_status
restoration_session_make(restoration_session *session, restoration_handle parent,
                         const char *identifier, const char *class_id,
                         restoration_status (*write_parameters)(void *context,
                                                                restoration_coder *coder),
                         void *context, restoration_handle *object);
/// Renames an object that was made, restored by its class or registered. RESTORATION_TAKEN if
/// another object has the path; RESTORATION_INVALID for an object that the program names itself.
RESTORATION_API restoration_status restoration_session_rename(restoration_session *session,
                                                              restoration_handle object,
                                                              const char *identifier);
/// Moves an object, one that `restoration_session_rename` accepts, below another one, or to the top
/// with 0. Needed only for an object that no shape contains: a save learns the parent from the
/// shape. Results as for `restoration_session_rename`.
RESTORATION_API restoration_status restoration_session_move(restoration_session *session,
                                                            restoration_handle object,
                                                            restoration_handle parent);

/// Finds the live object at a path such as "Desk/Note". RESTORATION_ABSENT if there is none. [in
/// callbacks]
RESTORATION_API restoration_status restoration_session_find(restoration_session *session,
                                                            const char *path,
                                                            restoration_handle *object);

/// Restores the deferred state of an object that can apply it now, or of an owner that has loaded
/// its elements. Does nothing without deferred state. RESTORATION_FAILED if state cannot be
/// applied; it is then retained.
RESTORATION_API restoration_status restoration_session_apply_awaited(restoration_session *session,
                                                                     restoration_handle object);
/// Reports that the data of an object has arrived, after RESTORATION_NOT_YET. `object` is the
/// handle from the creation request, or of the object whose `decode` returned "not yet". The
/// session calls again in the next `restoration_session_run_pending`. A stale handle is ignored.
/// [any thread] [in callbacks]
RESTORATION_API restoration_status restoration_session_arrived(restoration_session *session,
                                                               restoration_handle object);

// MARK: Saving

/// Reports that an object's state has changed, so that it is saved within the autosave interval.
/// Cheap: call it on every change. A stale handle is ignored on another thread. [any thread] [in
/// callbacks]
RESTORATION_API restoration_status restoration_session_invalidate(restoration_session *session,
                                                                  restoration_handle object);

/// Saves now, and returns when the state is durable. `restoration_session_last_save`
/// (`session_report.h`) has the outcome.
///
/// RESTORATION_DISK_FULL if the disk is full; RESTORATION_FAILED if it fails: the previous state is
/// intact, and the save is tried again. RESTORATION_NOT_RESTORED before the restore;
/// RESTORATION_DECLINED if the program's `should_preserve` declined.
RESTORATION_API RESTORATION_MUST_CHECK restoration_status
restoration_session_preserve(restoration_session *session);
/// Captures the state now, and writes it on a thread of the library. A later
/// `restoration_session_run_pending` passes the outcome to the callback `saved`. Results as for
/// `restoration_session_preserve`.
RESTORATION_API RESTORATION_MUST_CHECK restoration_status
restoration_session_preserve_in_background(restoration_session *session);
/// Whether a change is not on the disk yet: 1 or 0. [in callbacks]
RESTORATION_API int restoration_session_has_unsaved_changes(restoration_session *session);

/// Gives up retained state for good: of the object at `path` and all below it, or of all objects of
/// `plugin`. The other is null. Saves before and after. `*count` receives the number of records,
/// and may be null. RESTORATION_ABSENT if nothing is retained there.
RESTORATION_API restoration_status restoration_session_give_up(restoration_session *session,
                                                               const char *path,
                                                               const char *plugin,
                                                               uint64_t *count);

// MARK: Other machines

/// Continues with this machine's state: `restoration_session_newer_elsewhere` (`session_report.h`)
/// no longer returns the present saves, which stay in the database. RESTORATION_UNSUPPORTED without
/// the option `remote`.
RESTORATION_API restoration_status restoration_session_keep_mine(restoration_session *session);
/// Replaces this machine's state by that of another device of the person. This machine's state
/// stays on the disk as `archive.mine`.
///
/// Before the restore, this launch restores the other state. Later, the session saves, replaces the
/// state and closes, like `restoration_session_close`. Waits for the database. On failure nothing
/// is replaced and the session stays open: RESTORATION_KEY_UNAVAILABLE if the other device has
/// another key; RESTORATION_INVALID if `device` is no ID; RESTORATION_UNSUPPORTED without the
/// option `remote`; RESTORATION_FAILED otherwise.
RESTORATION_API restoration_status restoration_session_take_over(restoration_session *session,
                                                                 const char *device);
/// Makes the state current again that `restoration_session_take_over` replaced. Otherwise like that
/// function, but needs no connection. RESTORATION_FAILED if there is no such state.
RESTORATION_API restoration_status restoration_session_take_mine_back(restoration_session *session);

// MARK: Event loop

/// A descriptor that is readable when `restoration_session_run_pending` has work. Wait for it
/// beside the program's own, and ask for it before each wait. Close-on-exec. -1, which poll(2)
/// skips, for a closed session, in a forked child, and on another thread. [in callbacks]
RESTORATION_API int restoration_session_descriptor(restoration_session *session);
/// The time until work is due, in milliseconds for poll(2): -1 for none. [in callbacks]
RESTORATION_API int restoration_session_milliseconds(restoration_session *session);
/// Does all pending work: due saves, outcomes of saves, arrivals, signals. Does not wait.
RESTORATION_API restoration_status restoration_session_run_pending(restoration_session *session);
/// Attaches the session to a GLib main loop, which then does the pending work. `main_context` is a
/// `GMainContext` that the session's thread runs; null for the default one, GTK's.
/// RESTORATION_UNSUPPORTED if the process has no GLib. `restoration_session_close` detaches.
RESTORATION_API restoration_status restoration_session_attach_to_glib(restoration_session *session,
                                                                      void *main_context);
/// Undoes `restoration_session_attach_to_glib`.
RESTORATION_API restoration_status
restoration_session_detach_from_glib(restoration_session *session);

/// Saves when one of `count` signals arrives (SIGINT, SIGTERM, SIGHUP or SIGTSTP), then calls the
/// callback `signalled`, or without one performs the default action. Happens in
/// `restoration_session_run_pending`. Another call replaces the signals; `count` 0 ends the
/// handling.
RESTORATION_API restoration_status restoration_session_handle_signals(restoration_session *session,
                                                                      const int *signals,
                                                                      uint64_t count);
/// Performs the default action of a signal, which usually ends the process. [in callbacks]
RESTORATION_API restoration_status
restoration_session_perform_default_action(restoration_session *session, int signal);

// MARK: Interfaces, methods and properties

/// Looks up an interface of any object by versioned id. `*pointer` receives the first argument for
/// the table's functions. RESTORATION_UNSUPPORTED if the object does not have it. [in callbacks]
RESTORATION_API restoration_status restoration_session_interface(restoration_session *session,
                                                                 restoration_handle object,
                                                                 const char *id,
                                                                 const void **table,
                                                                 void **pointer);
/// Offers an interface of the program to its plugins. `table` must live, unchanged, until the
/// process ends.
RESTORATION_API restoration_status restoration_session_offer(restoration_session *session,
                                                             const char *id, const void *table);
/// Calls a method by name with `count` arguments, and stores the first result in `*result`, which
/// may be null; kind RESTORATION_KIND_NULL for a method without one. A reference is an object's
/// handle. Text and bytes of the result are valid until the session's next call of this function or
/// of `restoration_session_get_property`. RESTORATION_ABSENT without such a method;
/// RESTORATION_MISMATCH if the arguments or the result do not fit a `restoration_value`, before
/// anything is called where possible; RESTORATION_FAILED if the method fails.
RESTORATION_API restoration_status
restoration_session_call(restoration_session *session, restoration_handle object,
                         const char *method, const restoration_value *arguments, uint64_t count,
                         restoration_value *result);
/// Reads a property of an object by key. Results as for `restoration_session_call`.
RESTORATION_API restoration_status
restoration_session_get_property(restoration_session *session, restoration_handle object,
                                 const char *key, restoration_value *value);
/// Writes a property of an object by key, and reports the change. Results as for
/// `restoration_session_call`.
RESTORATION_API restoration_status
restoration_session_set_property(restoration_session *session, restoration_handle object,
                                 const char *key, const restoration_value *value);

// MARK: Plugins

/// Searches for plugins again, after some were installed or updated, and restores their objects.
RESTORATION_API restoration_status
restoration_session_plugins_changed(restoration_session *session);
/// Replaces the loaded build of a plugin by the one in the plugin directories. For development.
RESTORATION_API restoration_status restoration_session_reload_plugin(restoration_session *session,
                                                                     const char *plugin);
/// Chooses a plugin where several have equally specific routes. `class_name` and `route` may be
/// null: all.
RESTORATION_API restoration_status restoration_session_pin(restoration_session *session,
                                                           const char *plugin,
                                                           const char *class_name,
                                                           const char *route);

// MARK: After a crash

/// Restores objects again that were left out after crashes, and lets all objects encode again.
/// Before the restore, it also ignores a crash of the last launch.
RESTORATION_API restoration_status
restoration_session_retry_objects_set_aside(restoration_session *session);
/// Restarts the hang timer of the running callback. Call it about once a second in slow work. [in
/// callbacks]
RESTORATION_API restoration_status
restoration_session_report_progress(restoration_session *session);
/// Announces that restoring continues after the restore. A crash before the matching
/// `restoration_session_complete_window` counts as one of the restore.
RESTORATION_API restoration_status restoration_session_extend_window(restoration_session *session);
/// Ends the work that `restoration_session_extend_window` announced.
RESTORATION_API restoration_status
restoration_session_complete_window(restoration_session *session);

#ifdef __cplusplus
}
#endif
#endif
