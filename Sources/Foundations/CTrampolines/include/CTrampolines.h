/// C functions made before anybody knows what they are for: callbacks for which no memory has to be
/// made executable while the program runs.
#ifndef CTRAMPOLINES_H
#define CTRAMPOLINES_H

#include <stdint.h>

/// How many there are of each kind; 0 on processors whose calling convention is not known here.
#if (defined(__x86_64__) && defined(__linux__)) || defined(__aarch64__)
#define TRAMPOLINE_COUNT 64
#else
#define TRAMPOLINE_COUNT 0
#endif

/// How many arguments of each class a trampoline passes on. All of them come in registers, for
/// which it does not matter what other arguments there are.
#define TRAMPOLINE_INTEGERS 6
#define TRAMPOLINE_FLOATS 8

/// What trampolines call: with their context, what is in the registers, and where their result
/// belongs.
typedef void (*trampoline_handler)(void *context, const uint64_t *integers, const double *floats,
                                   void *result);

/// Any function.
typedef void (*trampoline_function)(void);

/// Sets what all trampolines call. To be done before one is handed out.
void trampolines_set_handler(trampoline_handler handler);

/// Sets the context of one: by its number, to which TRAMPOLINE_COUNT is added for those that return
/// a `float` or a `double`. To be done before it is handed out.
void trampoline_set_context(int32_t number, void *context);

/// A trampoline that returns an integer or a pointer, by its number; null if there is none.
trampoline_function trampoline_for_integers(int32_t number);

/// The same for a `float` or a `double`.
trampoline_function trampoline_for_floats(int32_t number);

#endif
