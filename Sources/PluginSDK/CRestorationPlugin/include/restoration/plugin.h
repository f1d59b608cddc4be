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
#include "restoration/shape.h"
#include "restoration/types.h"
#include "restoration/value_methods.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The reason for creating an object.
enum {
    RESTORATION_REASON_MAKE = 0,    ///< The program asked for a new object; no state exists.
    RESTORATION_REASON_LAUNCH = 1,  ///< The program starts and restores its last state.
    RESTORATION_REASON_SESSION = 2, ///< The whole desktop session is being restored.
    RESTORATION_REASON_RECOVERY = 3, ///< The program did not end properly last time.
    RESTORATION_REASON_PRISTINE = 4  ///< The program starts afresh. Never a reason to create.
};

typedef struct restoration_class restoration_class;

/// The host's description of an object to create. Lent for the call.
typedef struct restoration_creation_request {
    uint32_t struct_size; ///< Size the host compiled; fields past it do not exist.
    uint32_t reason;      ///< One of RESTORATION_REASON_….

    /// The restoration path: the unescaped identifiers from the root to this object. The last one
    /// is this object's own, so there is at least one.
    const restoration_string *path;
    uint64_t path_count;

    /// The host's handle for this object. Valid from the return of `create` until `destroy`
    /// returns. After RESTORATION_NOT_YET the handle is valid until a later `create` with it
    /// returns another status, or until the host passes it to `cancelled`.
    restoration_handle object;

    /// Parameters from the code that makes the object, read by key. Null if there are none.
    restoration_coder *parameters;
    /// The path components that the route captured with `{name}`, read by name as strings. Null if
    /// there are none.
    restoration_coder *captures;
    /// The object's own state, the same that `decode` receives. Null if it has none. Read it only
    /// to decide whether to return RESTORATION_DECLINED.
    restoration_coder *state;
    /// The class to create, as the pointer from the plugin's descriptor. One `create` can thus
    /// serve several classes.
    const restoration_class *object_class;
    // Since the next minor version: new fields go here, never above.
} restoration_creation_request;

/// A restoration class: the functions with which the host creates objects of one kind and preserves
/// and restores their state.
///
/// The host calls all functions on the session's thread, one at a time. With an asynchronous main
/// function the thread may change between calls, but not during one. A function pointer may be null
/// only where its comment says so. Never throw, unwind or jump across any of them.
struct restoration_class {
    uint32_t struct_size;    ///< `sizeof(restoration_class)` as the plugin compiled it.
    uint32_t schema_version; ///< Version of the state's layout, from 1; as in the manifest.
    restoration_string id;   ///< The class's id, as in the manifest. Lives as long as the plugin.

    /// Creates an object and stores it in `*object`. The host owns it until `destroy` and passes
    /// the pointer back untouched. Do little here: `decode` brings the state, and `made` adds the
    /// children of a new object. Returns RESTORATION_OK with a non-null `*object`,
    /// RESTORATION_DECLINED for deliberately no object, RESTORATION_NOT_YET, or a failure. After
    /// RESTORATION_NOT_YET the host may call again, even more often than the plugin reports
    /// arrivals, but never for a new object (RESTORATION_REASON_MAKE).
    restoration_status (*create)(const restoration_creation_request *request, void **object);

    /// Stores the object's state. Null if the class has none. On failure the host retains the state
    /// of the last save.
    restoration_status (*encode)(void *object, restoration_coder *coder);

    /// Applies the state. May be null. Absent keys are normal, since the state may be older than
    /// the code. On failure the host retains the state and drops the object.
    ///
    /// After RESTORATION_NOT_YET the host retains both, and calls `encode` to record a baseline. It
    /// calls `decode` again when the state may be applied. If the object was invalidated meanwhile
    /// (`restoration_host.invalidate`), the host merges the values that differ from the baseline
    /// into the state.
    restoration_status (*decode)(void *object, restoration_coder *coder);

    /// Called after every object of this restore has been decoded. May be null. Report a failure
    /// with `restoration_host.fail`: it appears in the restore's report, and the object stays as it
    /// is.
    void (*finished)(void *object);

    /// Destroys the object. Called exactly once for every object that `create` delivered.
    void (*destroy)(void *object);

    /// Returns the table of an optional interface by versioned id, such as
    /// "org.restorationkit.petfinder.screen/1", or null if the object does not have it. The table
    /// must live as long as the object. May be null.
    const void *(*interface)(void *object, restoration_string id);

    /// Rewrites state that an older version of the class saved: reads `state` of version
    /// `from_version` and writes `migrated` as version `from_version + 1`. The host calls it before
    /// `create`, once for every version step.
    /// Values that are not written are dropped. `restoration_put_copy` copies values. May be null
    /// or return RESTORATION_UNSUPPORTED: then `decode` receives the state as it is by then, and
    /// `coder->schema_version` gives its version. On other failures the host retains the state.
    restoration_status (*migrate)(const restoration_class *object_class, uint32_t from_version,
                                  restoration_coder *state, restoration_coder *migrated);

    /// Properties that the host preserves after `encode` and restores before `decode`. With
    /// properties, `encode` and `decode` may be null. Null only if `property_count` is 0. Lives as
    /// long as the plugin.
    const restoration_property *const *properties;
    uint64_t property_count;

    /// The host stops waiting for an object whose `create` returned RESTORATION_NOT_YET, because
    /// its place is taken, the wait timed out, or the program ends. Called once, unless a later
    /// `create` returns another status first. The host retains the state if a later restore can
    /// still use it. May be null.
    void (*cancelled)(const restoration_class *object_class, restoration_handle object);

    /// Methods that the host calls by name. Null only if `method_count` is 0. Lives as long as the
    /// plugin.
    const restoration_method *const *methods;
    uint64_t method_count;

    /// The new object now has a handle that the host accepts. Make its first children here
    /// (`restoration_host.make`, `adopt`, `add_child`), or register it. Called once, after `create`
    /// for RESTORATION_REASON_MAKE returned RESTORATION_OK, and before the caller of `make`
    /// receives the object. Not called for restored objects, whose `decode` fetches their children,
    /// nor for adopted ones. On failure the host destroys the object and reports the reason to the
    /// caller. May be null. A host without this field does not call it.
    restoration_status (*made)(void *object);

    /// The children, presented object and elements of the class's objects. Null for objects
    /// without. Lives as long as the class.
    const restoration_shape *shape;
    /// For the author of the class, whose `create` finds it by `request->object_class`. The host
    /// does not touch it.
    void *user_data;
    /// RESTORATION_CLASS_…, or 0.
    uint32_t flags;
    uint32_t reserved; ///< Zero.
    // Since the next minor version: new fields go here, never above.
};

/// The flags of a class.
enum {
    /// The objects are elements: leaf state of one owner, such as a scroll position. The shape of
    /// the owner lists them. They decode after all owners have decoded and been attached.
    RESTORATION_CLASS_ELEMENT = 1,
    /// The objects hold secrets, such as a password, and are never preserved. Only with
    /// RESTORATION_CLASS_ELEMENT.
    RESTORATION_CLASS_SECRET = 2
};

/// Begins the initialiser of a class. Its functions follow by name:
///
///     static const restoration_class desk_class = {RESTORATION_CLASS("Desk", 1),
///                                                  .encode = desk_encode,
///                                                  .decode = desk_decode};
#ifndef __cplusplus
#define RESTORATION_CLASS(name, version)                                                           \
    .struct_size = sizeof(restoration_class), .schema_version = (version),                         \
    .id = RESTORATION_INITIALIZER(name)
#else
#define RESTORATION_CLASS(name, version)                                                           \
    sizeof(restoration_class), (version), RESTORATION_INITIALIZER(name)
#endif

typedef struct restoration_converter restoration_converter;

/// Rewrites state of one class and version as state of another, which the manifest names under
/// `from` and `to`. State thus outlives the plugin that saved it. Called on the session's thread.
struct restoration_converter {
    uint32_t struct_size;  ///< `sizeof(restoration_converter)` as the plugin compiled it.
    uint32_t reserved;     ///< Zero.
    restoration_string id; ///< The converter's id, as in the manifest. Lives as long as the plugin.

    /// Reads `state` and writes its new form to `converted`. Values that are not written are
    /// dropped. `restoration_put_copy` copies values, and is the only way to copy references. On
    /// failure the host retains the state unchanged. Never throw, unwind or jump across this
    /// function.
    restoration_status (*convert)(const restoration_converter *converter, restoration_coder *state,
                                  restoration_coder *converted);
    // Since the next minor version: new fields go here, never above.
};

/// A plugin's descriptor. The host never unloads a plugin, so the descriptor and everything it
/// points to live until the process ends.
typedef struct restoration_plugin {
    uint32_t struct_size;       ///< `sizeof(restoration_plugin)` as the plugin compiled it.
    uint32_t abi_version;       ///< `RESTORATION_ABI_VERSION` as the plugin compiled it.
    restoration_string id;      ///< Reverse DNS, e.g. "org.example.notes"; as in the manifest.
    restoration_string version; ///< e.g. "1.4.2"; as in the manifest.
    /// Every class of the manifest, in any order. Pointers, so that the struct may grow. Null only
    /// if `class_count` is 0.
    const restoration_class *const *classes;
    uint64_t class_count;
    /// Every converter of the manifest, in any order. Null only if `converter_count` is 0.
    const restoration_converter *const *converters;
    uint64_t converter_count;
    // Since the next minor version: new fields go here, never above.
} restoration_plugin;

/// Exports a symbol. Hide everything else (`-fvisibility=hidden`).
#define RESTORATION_EXPORT __attribute__((visibility("default")))

/// The entry point, which the plugin defines. The host calls it once per process, on the session's
/// thread, before any other function of the plugin. Returns the descriptor, or null to refuse this
/// host after giving the reason with `host->fail`. It must be quick and must not change the
/// process: no threads, no signal handlers, no locale.
RESTORATION_EXPORT const restoration_plugin *restoration_plugin_entry(const restoration_host *host);

/// The note's owner name (12 bytes with NUL) and type.
#define RESTORATION_NOTE_OWNER "Restoration"
#define RESTORATION_NOTE_TYPE 0x52535401u
/// The maximum size of a manifest, in bytes.
#define RESTORATION_MANIFEST_LIMIT 32768u

/// The language's static assertion, for `RESTORATION_MANIFEST`.
#ifdef __cplusplus
#define RESTORATION_ASSERT static_assert
#else
#define RESTORATION_ASSERT _Static_assert
#endif

/// Embeds the manifest in the library, written as bare JSON in the parentheses:
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
/// The host, in a plugin with the entry point of RESTORATION_PLUGIN. Set when the entry point is
/// called. Visible to all C files of the plugin and to no other library.
extern const restoration_host *restoration_plugin_host __attribute__((visibility("hidden")));

/// Defines the entry point and the descriptor from pointers to one or more classes:
///
///     RESTORATION_PLUGIN("org.example.notes", "1.4.2", &note, &list)
///
/// The id and version are string literals that match the manifest. Use it once, at file scope,
/// below the classes, without a semicolon. A plugin that wants to check the host writes
/// `restoration_plugin_entry` by hand. In C++, `plugin.hpp` has a macro of this name.
#define RESTORATION_PLUGIN(plugin_id, plugin_version, ...)                                         \
    static const restoration_class *const restoration_plugin_classes[] = {__VA_ARGS__};            \
    RESTORATION_ENTRY_(plugin_id, plugin_version, restoration_plugin_classes,                      \
                       sizeof restoration_plugin_classes / sizeof *restoration_plugin_classes, 0,  \
                       0)

/// Like RESTORATION_PLUGIN, for a library with converters and no classes:
///
///     RESTORATION_CONVERTERS("org.example.notes-converters", "1.0.0", &note_to_memo)
#define RESTORATION_CONVERTERS(plugin_id, plugin_version, ...)                                     \
    static const restoration_converter *const restoration_plugin_converters[] = {__VA_ARGS__};     \
    RESTORATION_ENTRY_(plugin_id, plugin_version, 0, 0, restoration_plugin_converters,             \
                       sizeof restoration_plugin_converters                                        \
                           / sizeof *restoration_plugin_converters)

/// Like RESTORATION_PLUGIN, for classes and converters, each list in parentheses:
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
