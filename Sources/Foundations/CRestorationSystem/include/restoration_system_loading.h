/// System facts and dynamic-loader calls that Swift's modules lack.
#ifndef RESTORATION_SYSTEM_LOADING_H
#define RESTORATION_SYSTEM_LOADING_H

#include <stdint.h>

/// The null-terminated environment of the process; null if it has none. Swift rejects the variable
/// `environ` itself as shared mutable state.
char *const *restoration_environment(void);

/// 1 if the process has more privileges than its user (AT_SECURE), otherwise 0.
int restoration_process_is_privileged(void);

/// The English description of an error number, regardless of the locale; null if unknown. The text
/// is a constant.
const char *restoration_error_description(int code);

/// Loads a library permanently, with all symbols resolved and none visible to others: dlopen with
/// RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE. Returns null on failure; `restoration_library_error` then
/// gives the reason.
void *restoration_library_open(const char *path);

/// The file of the loaded library with a name (without a slash) that other libraries may request;
/// null if none is loaded. Loads nothing. The text is valid as long as the library.
const char *restoration_library_loaded(const char *name);

/// The English description of this thread's last failed call, regardless of the locale; null if it
/// succeeded. Valid until the next call.
const char *restoration_library_error(void);

/// The address of a symbol in a library or its dependencies; null if there is none.
void *restoration_library_symbol(void *library, const char *name);

/// The file of the library with code or data at an address; null for the program itself. Valid
/// while the library is loaded.
const char *restoration_library_of(const void *address);

/// The address that the library's own code uses for a symbol. A symbol that the library does not
/// define may come from the program or from an earlier library, such as one with its own allocator.
void *restoration_library_used_symbol(void *library, const char *name);

/// Keeps this code's library, if it is in one, loaded until the process ends. dlclose(3) would
/// remove threads, signal handlers and Swift types in use.
void restoration_stay_loaded(void);

#endif
