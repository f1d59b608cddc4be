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

#endif
