/// Restorable properties: state that the host moves by calling getters and setters. A plugin needs
/// no code for encoding and decoding them.
#ifndef RESTORATION_PROPERTY_H
#define RESTORATION_PROPERTY_H

#include <stdbool.h>

#include "restoration/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Any C function. Cast to it; the host calls by the signature that stands beside it.
typedef void (*restoration_function)(void);

/// The flags of a property.
enum {
    /// The value that the getter returns right after `create` is the default: while the property
    /// has it, nothing is stored, and a record without the key leaves the setter uncalled. An
    /// object that was made with parameters, or adopted, has no defaults: it stores all its
    /// properties. A property with a `default_value` has that instead.
    RESTORATION_PROPERTY_OMIT_DEFAULT = 1,
    /// Tools never show the value (`restoration_mark_sensitive`).
    RESTORATION_PROPERTY_SENSITIVE = 2
};

/// One property of a class. All text is UTF-8 and lives as long as the plugin.
///
/// A signature reads like a C prototype without names: `(object) -> float64`,
/// `(object, float64)`. The first argument is always `object`: what `create` delivered. Types:
/// `bool` (a C `bool`), `int8` to `int64`, `uint8` to `uint64`, `size` (a `size_t`), `float32`,
/// `float64`, `string` (a `const char *`, UTF-8 with a NUL behind; null is "no text") and
/// `owned string` (the same, to be freed with `free`), which is for a getter's result only;
/// `enum {still, moving = 7}`, and structures of numbers: `{float64 x, float64 y}`. A structure may
/// go through pointers as well: `(object, out {float64 x, float64 y})`, or a result of the type
/// `{float64 x, float64 y} *`, which is copied at once; and a parameter of that type.
///
/// Getters and setters are called on the session's thread: getters when the object is preserved
/// and, for a default, right after `create`; setters when it is restored, in the order of the
/// table, each whose key is stored or that has a declared default. A string handed to a setter is
/// lent for the call; one that a getter returns is copied at once. One that calls
/// `restoration_host.fail` has failed, with the consequences of a failed `encode` or `decode`; so
/// has a getter whose text is not UTF-8, and a property whose stored value is of another kind or
/// does not fit the setter's type.
typedef struct restoration_property {
    uint32_t struct_size; ///< `sizeof(restoration_property)` as the plugin compiled it.
    uint32_t flags;       ///< RESTORATION_PROPERTY_…, or 0.
    /// The key in the object's state, 1 to 255 bytes; unique within the class, and none that its
    /// `encode` stores under.
    restoration_string key;
    restoration_string getter_signature; ///< e.g. "(object) -> float64"
    restoration_function getter;
    restoration_string setter_signature; ///< e.g. "(object, float64)"; what it returns is ignored.
    restoration_function setter;
    /// The key of another property of the class that is restored before this one, which then comes
    /// right after it; empty for the order of the table.
    restoration_string restored_after;
    /// What the property is set to where nothing is stored, as JSON that fits the type: `1.5`,
    /// `true`, `"text"`, `null`. Empty for none: then the setter is not called.
    /// With RESTORATION_PROPERTY_OMIT_DEFAULT it is also what is not stored, in place of the value
    /// right after `create`, and for every object.
    restoration_string default_value;
    // Since the next minor version: new fields go here, never above.
} restoration_property;

/// Fills in a property, for static tables:
///
///     static const restoration_property zoom = RESTORATION_PROPERTY(
///         "zoom", "(object) -> float64", view_zoom, "(object, float64)", view_set_zoom, 0);
#define RESTORATION_PROPERTY(key, getter_signature, getter, setter_signature, setter, flags)       \
    RESTORATION_ORDERED_PROPERTY(key, getter_signature, getter, setter_signature, setter, flags,   \
                                 "", "")

/// The same with a property that is restored before, and a default; either may be "":
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
