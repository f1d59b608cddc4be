/// The one header that a plugin includes.
///
/// A plugin is a shared library that exports one function, `restoration_plugin_entry`, and carries
/// its manifest in an ELF note. The host reads the note without running any code, loads the library
/// when a restoration path first needs one of its classes, and calls the entry point once.
#ifndef RESTORATION_PLUGIN_H
#define RESTORATION_PLUGIN_H

#include "restoration/coder.h"
#include "restoration/host.h"
#include "restoration/method.h"
#include "restoration/property.h"
#include "restoration/types.h"
#include "restoration/value_methods.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Why an object is being created.
enum {
    RESTORATION_REASON_MAKE = 0,    ///< The program asked for a new object; no state exists.
    RESTORATION_REASON_LAUNCH = 1,  ///< The program starts and brings back where its user was.
    RESTORATION_REASON_SESSION = 2, ///< The whole desktop session is being restored.
    RESTORATION_REASON_RECOVERY = 3, ///< The program did not end properly the last time.
    RESTORATION_REASON_PRISTINE = 4  ///< The program starts afresh; nothing is created for this.
};

typedef struct restoration_class restoration_class;

/// What the host tells about an object to be created. Lent for the call.
typedef struct restoration_creation_request {
    uint32_t struct_size; ///< Size the host compiled; fields past it do not exist.
    uint32_t reason;      ///< One of RESTORATION_REASON_….

    /// The restoration path: the identifiers from the root to this object, as their authors wrote
    /// them. The last one is this object's own; there is at least one.
    const restoration_string *path;
    uint64_t path_count;

    /// Names this object towards the host. Valid from when `create` returns until `destroy` does;
    /// and from an answer RESTORATION_NOT_YET until `create` is called with it again and answers
    /// otherwise, or `cancelled` is called with it.
    restoration_handle object;

    /// What the code that makes the object passes along, read by key; null if nothing.
    restoration_coder *parameters;
    /// The parts of the path that the route captured with `{name}`, read by name as strings; null
    /// if nothing.
    restoration_coder *captures;
    /// The object's own state, the same that `decode` will be given; null if it has none. Read it
    /// only to decide whether to return RESTORATION_DECLINED.
    restoration_coder *state;
    /// The class to create the object with, by the pointer that the plugin's descriptor holds: so
    /// one `create` may serve several classes.
    const restoration_class *object_class;
    // Since the next minor version: new fields go here, never above.
} restoration_creation_request;

/// A restoration class: how the host creates objects of one kind and moves their state.
///
/// All functions are called on the session's thread, one at a time. For a host with an asynchronous
/// main function that thread may change between calls, but not while one runs. A function pointer
/// that may be null says so. Nothing may be thrown, unwound or jumped across any of them.
struct restoration_class {
    uint32_t struct_size;    ///< `sizeof(restoration_class)` as the plugin compiled it.
    uint32_t schema_version; ///< Version of the state's layout, from 1 up; as in the manifest.
    restoration_string id;   ///< The class's id, as in the manifest. Lives as long as the plugin.

    /// Creates an object and stores it in `*object`, which the host passes back untouched and owns
    /// until `destroy`. Do little: state comes with `decode`, and the children of a new object with
    /// `made`. RESTORATION_OK with a non-null
    /// `*object`, RESTORATION_DECLINED for "no object, on purpose", RESTORATION_NOT_YET, or a
    /// failure. After RESTORATION_NOT_YET the host may ask more often than the plugin says that
    /// something has arrived; for a new object (RESTORATION_REASON_MAKE) it does not ask again.
    restoration_status (*create)(const restoration_creation_request *request, void **object);

    /// Stores the object's state. May be null: the object has none. On failure the host keeps the
    /// state that it saved the last time.
    restoration_status (*encode)(void *object, restoration_coder *coder);

    /// Applies the state. May be null. Absent keys are normal: the state may be older than the
    /// code. On failure the host retains the state and drops the object. After RESTORATION_NOT_YET
    /// it keeps both, and calls `encode`: what that stores is the baseline for what has changed. It
    /// calls this again when the state may be applied. If the plugin or the program has reported a
    /// change of the object meanwhile (`restoration_host.invalidate`), the values that differ from
    /// the baseline are laid over the state.
    restoration_status (*decode)(void *object, restoration_coder *coder);

    /// Every object of this restore has been decoded. May be null. What goes wrong here is said
    /// with `restoration_host.fail`: the report of the restore has it, and the object stays as it
    /// is.
    void (*finished)(void *object);

    /// Ends the object. Called exactly once for every object that `create` delivered.
    void (*destroy)(void *object);

    /// Returns the table of an optional ability, by versioned id, e.g.
    /// "org.restorationkit.petfinder.screen/1", or null if the object does not have it. The table
    /// must live as long as the object. May be null.
    const void *(*interface)(void *object, restoration_string id);

    /// Rewrites state that an older version of the class saved: reads `state`, whose layout is of
    /// `from_version`, and writes into `migrated` what it becomes in version `from_version + 1`.
    /// The host calls it once for every version between, before `create`. What is not written is
    /// gone; `restoration_put_copy` takes values over. May be null, or return
    /// RESTORATION_UNSUPPORTED: then `decode` gets the state as it is by then, and
    /// `coder->schema_version` tells its age. On other failures the host retains the state.
    restoration_status (*migrate)(const restoration_class *object_class, uint32_t from_version,
                                  restoration_coder *state, restoration_coder *migrated);

    /// Properties that the host preserves and restores by itself, after `encode` and before
    /// `decode`, either of which may then be null. May be null if `property_count` is 0; lives as
    /// long as the plugin.
    const restoration_property *const *properties;
    uint64_t property_count;

    /// The host does not wait any longer for an object whose `create` has answered
    /// RESTORATION_NOT_YET: its place is taken, it took too long, or the program ends. Called once,
    /// unless `create` answers otherwise before. The state is retained where it can still come
    /// back. May be null.
    void (*cancelled)(const restoration_class *object_class, restoration_handle object);

    /// Methods that the host calls by name. May be null if `method_count` is 0; lives as long as
    /// the plugin.
    const restoration_method *const *methods;
    uint64_t method_count;

    /// The object is new, and the host knows it by its handle: the moment to make its first
    /// children (`restoration_host.make`, `adopt`, `add_child`) or to register it. Called once,
    /// after a `create` for RESTORATION_REASON_MAKE has answered RESTORATION_OK, and before whoever
    /// asked for the object gets it. Not called for an object that a restore brings back, whose
    /// `decode` fetches its children, nor for one that was adopted. On failure the host destroys
    /// the object, and whoever asked for it is told why. May be null; a host from before this field
    /// does not call it.
    restoration_status (*made)(void *object);
    // Since the next minor version: new fields go here, never above.
};

typedef struct restoration_converter restoration_converter;

/// Rewrites state of one class and version as that of another, which the manifest names under
/// `from` and `to`: so state outlives the plugin that saved it. Called on the session's thread.
struct restoration_converter {
    uint32_t struct_size;  ///< `sizeof(restoration_converter)` as the plugin compiled it.
    uint32_t reserved;     ///< Zero.
    restoration_string id; ///< The converter's id, as in the manifest. Lives as long as the plugin.

    /// Reads `state` and writes into `converted` what it becomes. What is not written is gone;
    /// `restoration_put_copy` takes values over, and alone takes over references. On failure the
    /// host retains the state as it was. Nothing may be thrown, unwound or jumped across it.
    restoration_status (*convert)(const restoration_converter *converter, restoration_coder *state,
                                  restoration_coder *converted);
    // Since the next minor version: new fields go here, never above.
};

/// A plugin's descriptor. It and all that it points to live until the process ends: a plugin is
/// never unloaded.
typedef struct restoration_plugin {
    uint32_t struct_size;       ///< `sizeof(restoration_plugin)` as the plugin compiled it.
    uint32_t abi_version;       ///< `RESTORATION_ABI_VERSION` as the plugin compiled it.
    restoration_string id;      ///< Reverse DNS, e.g. "org.example.notes"; as in the manifest.
    restoration_string version; ///< e.g. "1.4.2"; as in the manifest.
    /// Every class that the manifest lists, in any order; pointers, so that classes may grow. May
    /// be null if `class_count` is 0.
    const restoration_class *const *classes;
    uint64_t class_count;
    /// Every converter that the manifest lists, in any order. May be null if `converter_count` is
    /// 0.
    const restoration_converter *const *converters;
    uint64_t converter_count;
    // Since the next minor version: new fields go here, never above.
} restoration_plugin;

/// Marks what a plugin exports; everything else should be hidden (`-fvisibility=hidden`).
#define RESTORATION_EXPORT __attribute__((visibility("default")))

/// The entry point, which the plugin defines. Called once per process, on the session's thread,
/// before anything else of the plugin. Returns the descriptor, or null after `host->fail` said why
/// this host will not do. It must be quick and leave the process as it found it: no threads, no
/// signal handlers, no locale.
RESTORATION_EXPORT const restoration_plugin *restoration_plugin_entry(const restoration_host *host);

/// The name of the note's owner (12 bytes with its NUL) and its type.
#define RESTORATION_NOTE_OWNER "Restoration"
#define RESTORATION_NOTE_TYPE 0x52535401u
/// The largest manifest, in bytes.
#define RESTORATION_MANIFEST_LIMIT 32768u

/// The assertion of the language, which `RESTORATION_MANIFEST` needs.
#ifdef __cplusplus
#define RESTORATION_ASSERT static_assert
#else
#define RESTORATION_ASSERT _Static_assert
#endif

/// Embeds the manifest, written as bare JSON between the parentheses, in the library:
///
///     RESTORATION_MANIFEST({
///         "manifest": 1,
///         "id": "org.example.notes",
///         ...
///     })
///
/// Use it once, at file scope, in one source file.
#define RESTORATION_MANIFEST(...)                                                                  \
    _Pragma("GCC diagnostic push")                                                                 \
    _Pragma("GCC diagnostic ignored \"-Woverlength-strings\"")                                     \
    __attribute__((section(".note.restoration"), used, aligned(4))) static const struct {          \
        uint32_t owner_size;                                                                       \
        uint32_t manifest_size;                                                                    \
        uint32_t type;                                                                             \
        char owner[12];                                                                            \
        char manifest[(sizeof(#__VA_ARGS__) + 3) / 4 * 4];                                         \
    } restoration_manifest_note = {12, sizeof(#__VA_ARGS__) - 1, RESTORATION_NOTE_TYPE,            \
                                   RESTORATION_NOTE_OWNER, #__VA_ARGS__};                          \
    RESTORATION_ASSERT(sizeof(#__VA_ARGS__) - 1 <= RESTORATION_MANIFEST_LIMIT,                     \
                       "the manifest is longer than RESTORATION_MANIFEST_LIMIT");                  \
    _Pragma("GCC diagnostic pop")

#ifndef __cplusplus
/// The host, from the entry point on, in a plugin whose entry point is RESTORATION_PLUGIN's. All C
/// files of the plugin share it, and nobody else sees it.
extern const restoration_host *restoration_plugin_host __attribute__((visibility("hidden")));

/// Defines the entry point and the descriptor, with pointers to one class or more:
///
///     RESTORATION_PLUGIN("org.example.notes", "1.4.2", &note, &list)
///
/// Id and version are those of the manifest, as string literals. Use it once, at file scope, below
/// the classes, without a semicolon. A plugin that decides whether a host will do writes
/// `restoration_plugin_entry` itself. C++ has a macro of this name in `plugin.hpp`.
#define RESTORATION_PLUGIN(plugin_id, plugin_version, ...)                                         \
    static const restoration_class *const restoration_plugin_classes[] = {__VA_ARGS__};            \
    RESTORATION_ENTRY_(plugin_id, plugin_version, restoration_plugin_classes,                      \
                       sizeof restoration_plugin_classes / sizeof *restoration_plugin_classes, 0,  \
                       0)

/// The same for a library that has converters and no classes:
///
///     RESTORATION_CONVERTERS("org.example.notes-converters", "1.0.0", &note_to_memo)
#define RESTORATION_CONVERTERS(plugin_id, plugin_version, ...)                                     \
    static const restoration_converter *const restoration_plugin_converters[] = {__VA_ARGS__};     \
    RESTORATION_ENTRY_(plugin_id, plugin_version, 0, 0, restoration_plugin_converters,             \
                       sizeof restoration_plugin_converters                                        \
                           / sizeof *restoration_plugin_converters)

/// The same for a plugin that has both, each list in parentheses:
///
///     RESTORATION_PLUGIN_WITH_CONVERTERS("org.example.memos", "3.0.0", (&memo), (&note_to_memo))
#define RESTORATION_PLUGIN_WITH_CONVERTERS(plugin_id, plugin_version, classes, converters)         \
    static const restoration_class *const restoration_plugin_classes[] = {                         \
        RESTORATION_LIST_ classes};                                                                \
    static const restoration_converter *const restoration_plugin_converters[] = {                  \
        RESTORATION_LIST_ converters};                                                             \
    RESTORATION_ENTRY_(plugin_id, plugin_version, restoration_plugin_classes,                      \
                       sizeof restoration_plugin_classes / sizeof *restoration_plugin_classes,     \
                       restoration_plugin_converters,                                              \
                       sizeof restoration_plugin_converters                                        \
                           / sizeof *restoration_plugin_converters)

#define RESTORATION_LIST_(...) __VA_ARGS__
#define RESTORATION_ENTRY_(plugin_id, plugin_version, ...)                                         \
    const restoration_host *restoration_plugin_host;                                               \
    const restoration_plugin *restoration_plugin_entry(const restoration_host *host) {             \
        static const restoration_plugin plugin = {                                                 \
            sizeof(restoration_plugin),                                                            \
            RESTORATION_ABI_VERSION,                                                               \
            RESTORATION_INITIALIZER(plugin_id),                                                    \
            RESTORATION_INITIALIZER(plugin_version),                                               \
            __VA_ARGS__};                                                                          \
        restoration_plugin_host = host;                                                            \
        return &plugin;                                                                            \
    }
#endif

#ifdef __cplusplus
}
#endif
#endif
