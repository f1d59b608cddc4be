/// Precompiled C functions for callbacks, which need no executable memory at run time.
#ifndef CTRAMPOLINES_H
#define CTRAMPOLINES_H

#include <stdint.h>

/// The number of trampolines of each kind; 0 on processors with another calling convention.
#if (defined(__x86_64__) && defined(__linux__)) || defined(__aarch64__)
#define TRAMPOLINE_COUNT 64
#else
#define TRAMPOLINE_COUNT 0
#endif

/// The number of arguments of each class that a trampoline passes on. All of them are in registers,
/// so the number and order of others do not matter.
#define TRAMPOLINE_INTEGERS 6
#define TRAMPOLINE_FLOATS 8

/// The callback of all trampolines, with the trampoline's context, the registers and the address of
/// the result.
typedef void (*trampoline_handler)(void *context, const uint64_t *integers, const double *floats,
                                   void *result);

typedef void (*trampoline_function)(void);

/// Sets the callback. Call it before handing out a trampoline.
void trampolines_set_handler(trampoline_handler handler);

/// Sets the context of a trampoline. Add TRAMPOLINE_COUNT to the number of one that returns a
/// `float` or a `double`. Call it before handing out the trampoline.
void trampoline_set_context(int32_t number, void *context);

/// A trampoline that returns an integer or a pointer; null if the number is out of range.
trampoline_function trampoline_for_integers(int32_t number);

/// A trampoline that returns a `float` or a `double`; null if the number is out of range.
trampoline_function trampoline_for_floats(int32_t number);

#endif
