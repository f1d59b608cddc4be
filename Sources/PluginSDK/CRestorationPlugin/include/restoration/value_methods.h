/// Methods by value: functions of an object that the host calls by name, with values instead of C
/// types. The interface is for languages that cannot create a C function for each function type,
/// such as Swift, and for objects whose methods are known only at run time. C, C++ and Rust list
/// methods in `restoration_class.methods` (`method.h`). If an object has both, those come first in
/// the lookup of a name.
#ifndef RESTORATION_VALUE_METHODS_H
#define RESTORATION_VALUE_METHODS_H

#include "restoration/coder.h"
#include "restoration/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The interface's id, for `restoration_class.interface`.
#define RESTORATION_VALUE_METHODS_INTERFACE "org.restorationkit.value-methods/1"

/// The interface's table. Neither function is null. Both receive the pointer from `create`. The
/// host calls them on the session's thread, at any time between `create` and `destroy`, even during
/// a call from the plugin to the host. Coders are lent for the call.
///
/// Objects are passed as handles, since only archives contain references. For an object argument,
/// "arguments" has null, and the dictionary "objects" has the handle under the argument's number,
/// from 1, in decimal digits. A result may have such a dictionary too: 0 is the result itself,
/// other numbers are the elements of an array.
typedef struct restoration_value_methods {
    uint32_t struct_size; ///< `sizeof(restoration_value_methods)` as the plugin compiled it.
    uint32_t flags;       ///< Zero.

    /// Stores each method's parameter and result types under its name, as text for people:
    /// "(Double, Optional<String>) -> Int32".
    restoration_status (*list)(void *object, restoration_coder *methods);

    /// Calls a listed method. Reads the arguments from the array "arguments", which exists even if
    /// empty, and stores the result, if any, as "result".
    ///
    /// RESTORATION_MISMATCH if the arguments do not fit; the method was not called. The plugin then
    /// stores the mistake in `result`: either the expected number of arguments under "needed", or
    /// the number of the first wrong argument, from 1, under "argument", and the end of a sentence
    /// about it under "problem", such as "does not fit UInt8". RESTORATION_ABSENT if the method no
    /// longer exists. On other failures the caller receives an error with the message of
    /// `restoration_host.fail`. A method that changes preserved state calls
    /// `restoration_host.invalidate`.
    restoration_status (*call)(void *object, restoration_string name, restoration_coder *arguments,
                               restoration_coder *result);
    // Since the next minor version: new fields go here, never above.
} restoration_value_methods;

#ifdef __cplusplus
}
#endif
#endif
