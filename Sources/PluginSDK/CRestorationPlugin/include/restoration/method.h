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
/// The signature's first parameter is `object`: the pointer from `create`. The other parameters and
/// the result are `bool`, integers, `float32`, `float64`, `string`, `bytes`, structures and
/// enumerations of these, and pointers to one of them. Bare addresses are not allowed, since they
/// mean nothing to the caller. Out-parameters are returned beside the result. The condition after
/// `fails` becomes the caller's error. Owned results are freed with `free`.
///
/// Every other `object` is a `restoration_handle`. It names any object of the session, of any
/// class: the plugin's (`restoration_host.own_object`), another plugin's, the program's, or an
/// unavailable one. Look up the interface that you need (`restoration_host.object_interface`)
/// before using it. 0 means no object, if the type is `object?`. A handle keeps no object alive. A
/// returned handle must name an existing object.
///
/// The host calls methods on the session's thread, at any time between `create` and `destroy`, even
/// during a call from the plugin to the host. Strings and bytes are lent for the call. A method
/// fails by calling `restoration_host.fail`: the caller receives an error with the message and no
/// result. A method that changes state stored by `encode` or by a property calls
/// `restoration_host.invalidate`.
typedef struct restoration_method {
    uint32_t struct_size; ///< `sizeof(restoration_method)` as the plugin compiled it.
    uint32_t flags;       ///< Zero.
    restoration_string name;      ///< 1 to 255 bytes; unique within the class.
    restoration_string signature; ///< e.g. "(object, float64, out int32 rest) -> bool fails false"
    restoration_function function;
    // Since the next minor version: new fields go here, never above.
} restoration_method;

/// Initialises a method, for static tables:
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
