/// Restorable properties: state that the host preserves and restores by calling getters and
/// setters. A plugin needs no code to encode and decode them.
#ifndef RESTORATION_PROPERTY_H
#define RESTORATION_PROPERTY_H

#include <stdbool.h>

#include "restoration/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Any C function, by cast. The host calls it according to the signature in the same table.
typedef void (*restoration_function)(void);

/// The flags of a property.
enum {
    /// Omits the default, which is the getter's value right after `create`. While the property has
    /// that value, the host does not store it, and without the key the host does not call the
    /// setter. Objects made with parameters and adopted objects have no defaults: all their
    /// properties are stored. A `default_value` replaces this default.
    RESTORATION_PROPERTY_OMIT_DEFAULT = 1,
    /// Tools never show the value (`restoration_mark_sensitive`).
    RESTORATION_PROPERTY_SENSITIVE = 2
};

/// One property of a class. All text is UTF-8 and lives as long as the plugin.
///
/// A signature is a C prototype without names: `(object) -> float64`, `(object, float64)`. The
/// first argument is always `object`: the pointer from `create`. Types: `bool` (a C `bool`); `int8`
/// to `int64`; `uint8` to `uint64`; `size` (a `size_t`); `float32`; `float64`; `string` (a
/// NUL-terminated UTF-8 `const char *`; null is "no text"); `owned string` (the same, freed with
/// `free`; only for a getter's result); `enum {still, moving = 7}`; and structures of numbers:
/// `{float64 x, float64 y}`. A structure may also be passed by pointer: `(object, out {float64 x,
/// float64 y})`, a parameter of the type `{float64 x, float64 y} *`, or a result of that type,
/// which the host copies at once.
///
/// The host calls getters and setters on the session's thread: getters when it preserves the object
/// and, for a default, right after `create`; setters when it restores the object, in table order,
/// if the key is stored or a default is declared. A string passed to a setter is lent for the call.
/// A returned string is copied at once. A getter or setter fails by calling
/// `restoration_host.fail`, with the consequences of a failed `encode` or `decode`. So does text
/// from a getter that is not UTF-8, or a stored value of another kind or out of the setter's range.
typedef struct restoration_property {
    uint32_t struct_size; ///< `sizeof(restoration_property)` as the plugin compiled it.
    uint32_t flags;       ///< RESTORATION_PROPERTY_…, or 0.
    /// The key in the object's state: 1 to 255 bytes, unique within the class, and not one that
    /// `encode` uses.
    restoration_string key;
    restoration_string getter_signature; ///< e.g. "(object) -> float64"
    restoration_function getter;
    restoration_string setter_signature; ///< Such as "(object, float64)". The result is ignored.
    restoration_function setter;
    /// The key of another property of the class that is restored first, right before this one.
    /// Empty for table order.
    restoration_string restored_after;
    /// The value to set if none is stored, as JSON that fits the type: `1.5`, `true`, `"text"`,
    /// `null`. If empty, the setter is not called.
    /// With RESTORATION_PROPERTY_OMIT_DEFAULT it also replaces the value right after `create` as
    /// the value that is not stored, for every object.
    restoration_string default_value;
    // Since the next minor version: new fields go here, never above.
} restoration_property;

/// Initialises a property, for static tables:
///
///     static const restoration_property zoom = RESTORATION_PROPERTY(
///         "zoom", "(object) -> float64", view_zoom, "(object, float64)", view_set_zoom, 0);
#define RESTORATION_PROPERTY(key, getter_signature, getter, setter_signature, setter, flags)       \
    RESTORATION_ORDERED_PROPERTY(key, getter_signature, getter, setter_signature, setter, flags,   \
                                 "", "")

/// Like RESTORATION_PROPERTY, plus the property to restore first and a default. Either may be "":
///
///     static const restoration_property page = RESTORATION_ORDERED_PROPERTY(
///         "page", "(object) -> int32", book_page, "(object, int32)", book_set_page,
///         RESTORATION_PROPERTY_OMIT_DEFAULT, "chapter", "1");
#define RESTORATION_ORDERED_PROPERTY(key, getter_signature, getter, setter_signature, setter,      \
                                     flags, restored_after, default_value)                         \
    {                                                                                              \
        sizeof(restoration_property), (flags), RESTORATION_INITIALIZER(key),                       \
            RESTORATION_INITIALIZER(getter_signature), (restoration_function)(getter),             \
            RESTORATION_INITIALIZER(setter_signature), (restoration_function)(setter),             \
            RESTORATION_INITIALIZER(restored_after), RESTORATION_INITIALIZER(default_value)        \
    }

#ifdef __cplusplus
}
#endif
#endif
