/// Methods: functions of a class's objects that the host calls by name.
#ifndef RESTORATION_METHOD_H
#define RESTORATION_METHOD_H

#include "restoration/property.h"
#include "restoration/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One method of a class. All text is UTF-8 and lives as long as the plugin.
///
/// The signature's first parameter is `object`: what `create` delivered. The others, and the
/// result, are `bool`, integers, `float32`, `float64`, `string`, `bytes`, structures and
/// enumerations of these, and pointers to one of them; nothing that is an address alone, for nobody
/// could say what it means to whoever calls. Out-parameters come back beside the result, and what
/// stands behind `fails` becomes an error of the caller's. What is owned is freed with `free`.
///
/// Every other `object` is a `restoration_handle`, which names any object of the session: one of
/// whatever class, of this plugin (`restoration_host.own_object`), another's, the program's own, or
/// one that could not be restored. So ask it for what is needed
/// (`restoration_host.object_interface`) before taking it for something. 0 is none, where the type
/// is `object?`. A handle keeps nobody alive; one that is returned has to name an object that is
/// there.
///
/// Called on the session's thread, at any time between `create` and `destroy`, also from within a
/// function of the plugin's that has called the host. Strings and bytes are lent for the call. A
/// method that calls `restoration_host.fail` has failed: the caller gets an error with the message,
/// and no result. One that changes what `encode` or a property would store calls
/// `restoration_host.invalidate`.
typedef struct restoration_method {
    uint32_t struct_size; ///< `sizeof(restoration_method)` as the plugin compiled it.
    uint32_t flags;       ///< Zero.
    restoration_string name;      ///< 1 to 255 bytes; unique within the class.
    restoration_string signature; ///< e.g. "(object, float64, out int32 rest) -> bool fails false"
    restoration_function function;
    // Since the next minor version: new fields go here, never above.
} restoration_method;

/// Fills in a method, for static tables:
///
///     static const restoration_method turn =
///         RESTORATION_METHOD("turn", "(object, int32) -> float64", dial_turn);
#define RESTORATION_METHOD(name, signature, function)                                              \
    {                                                                                              \
        sizeof(restoration_method), 0, RESTORATION_INITIALIZER(name),                              \
            RESTORATION_INITIALIZER(signature), (restoration_function)(function)                   \
    }

#ifdef __cplusplus
}
#endif
#endif
