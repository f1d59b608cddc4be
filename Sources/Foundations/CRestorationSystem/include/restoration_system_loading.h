/// System facts and calls of the dynamic loader that Swift's modules lack.
#ifndef RESTORATION_SYSTEM_LOADING_H
#define RESTORATION_SYSTEM_LOADING_H

#include <stdint.h>

/// The environment of the process, ended by a null pointer; null if it has none. Swift refuses the
/// variable `environ` itself as unguarded global state.
char *const *restoration_environment(void);

/// 1 if the process has more rights than whoever started it (AT_SECURE), else 0.
int restoration_process_is_privileged(void);

/// What an error number of the system means, in English whatever the locale; null for a number that
/// the system does not know. The text is a constant.
const char *restoration_error_description(int code);

/// Loads a library for good, with all that it refers to resolved and nothing of it visible to
/// others: dlopen with RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE. Null on failure; then
/// `restoration_library_error` tells why.
void *restoration_library_open(const char *path);

/// The file of the library that the process has loaded under a name, without a slash, by which
/// other libraries may ask for it; null if there is none. Loads nothing. The text lives as long as
/// that library.
const char *restoration_library_loaded(const char *name);

/// Why the latest call failed, on this thread, in English whatever the locale; null if it did not.
/// Valid until the next call.
const char *restoration_library_error(void);

/// The address of a symbol in a library or in what it depends on; null if there is none.
void *restoration_library_symbol(void *library, const char *name);

/// The file of the library that has code or data at an address; null for the program itself. Lives
/// as long as the library is loaded.
const char *restoration_library_of(const void *address);

/// The same, as the library's own code finds it: what it does not define itself may come from the
/// program or from what was loaded before it, as where those bring an allocator of their own.
void *restoration_library_used_symbol(void *library, const char *name);

/// Keeps the library that this code lies in, if it is one, in memory until the process ends. It has
/// threads, handlers of signals and types of Swift, which dlclose(3) would take away from under
/// whoever uses them.
void restoration_stay_loaded(void);

/// 1 if the Swift runtime that this code uses lies in a library of its own; 0 if it does not, or if
/// that is not certain.
int restoration_swift_runtime_is_library(void);

#endif
