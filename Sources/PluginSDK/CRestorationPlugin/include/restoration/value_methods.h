/// Methods by value: functions of an object that the host calls by name, with values in place of
/// C's types. The interface is for languages that have no C function for each type of function,
/// such as Swift, and for objects whose methods are known only at runtime. C, C++ and Rust list
/// theirs in `restoration_class.methods` (`method.h`). An object may have both; a name is looked
/// for there first.
#ifndef RESTORATION_VALUE_METHODS_H
#define RESTORATION_VALUE_METHODS_H

#include "restoration/coder.h"
#include "restoration/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The interface's id, for `restoration_class.interface`.
#define RESTORATION_VALUE_METHODS_INTERFACE "org.restorationkit.value-methods/1"

/// The table of the interface. Both functions are there, get what `create` delivered, and are
/// called on the session's thread, at any time between `create` and `destroy`, also from within a
/// function of the plugin's that has called the host. Coders are lent for the call.
///
/// Objects go by their handles, since a reference is something of an archive's: where an argument
/// is one, "arguments" has null in its place, and the dictionary "objects" the handle under the
/// argument's number, from 1, in decimal digits. A result may have such a dictionary beside it: 0
/// is the result itself, other numbers stand for the elements of a result that is an array.
typedef struct restoration_value_methods {
    uint32_t struct_size; ///< `sizeof(restoration_value_methods)` as the plugin compiled it.
    uint32_t flags;       ///< Zero.

    /// Stores, under the name of each method, what it takes and returns, as text for people:
    /// "(Double, Optional<String>) -> Int32".
    restoration_status (*list)(void *object, restoration_coder *methods);

    /// Calls a method that was listed. Reads its arguments as the array "arguments", which is there
    /// even if it is empty, and stores its result as "result", or nothing.
    ///
    /// RESTORATION_MISMATCH if the arguments are not what it takes: then nothing was done. What is
    /// wrong the plugin stores in `result`: under "needed" how many arguments it takes; or under
    /// "argument" the number of the first wrong one, from 1, and under "problem" the end of a
    /// sentence about it, such as "does not fit UInt8". RESTORATION_ABSENT if there is no such
    /// method any more. On other failures the caller gets an error with the message of
    /// `restoration_host.fail`. A method that changes what is preserved calls
    /// `restoration_host.invalidate`.
    restoration_status (*call)(void *object, restoration_string name, restoration_coder *arguments,
                               restoration_coder *result);
    // Since the next minor version: new fields go here, never above.
} restoration_value_methods;

#ifdef __cplusplus
}
#endif
#endif
