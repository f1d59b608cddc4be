#include "CTrampolines.h"

#include <stddef.h>

// The calling conventions of x86-64 (System V) and AArch64 number integer and floating-point
// registers separately. A function that declares all of these registers finds in them any arguments
// that fit, in any order. Reading unused registers is harmless.

static trampoline_handler handle;
static void *contexts[2 * TRAMPOLINE_COUNT + 1];

void trampolines_set_handler(trampoline_handler handler) { handle = handler; }

void trampoline_set_context(int32_t number, void *context) {
    if (number >= 0 && number < 2 * TRAMPOLINE_COUNT)
        contexts[number] = context;
}

#define PARAMETERS                                                                                 \
    uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f, double m, double n,    \
        double o, double p, double q, double r, double s, double t

#define TRAMPOLINE(number)                                                                         \
    static uint64_t integers_##number(PARAMETERS) {                                                \
        const uint64_t integers[] = {a, b, c, d, e, f};                                            \
        const double floats[] = {m, n, o, p, q, r, s, t};                                          \
        uint64_t result = 0;                                                                       \
        handle(contexts[number], integers, floats, &result);                                       \
        return result;                                                                             \
    }                                                                                              \
    static double floats_##number(PARAMETERS) {                                                    \
        const uint64_t integers[] = {a, b, c, d, e, f};                                            \
        const double floats[] = {m, n, o, p, q, r, s, t};                                          \
        double result = 0;                                                                         \
        handle(contexts[TRAMPOLINE_COUNT + number], integers, floats, &result);                    \
        return result;                                                                             \
    }

#if TRAMPOLINE_COUNT > 0

#define EIGHT(make, tens)                                                                          \
    make(tens##0) make(tens##1) make(tens##2) make(tens##3) make(tens##4) make(tens##5)            \
        make(tens##6) make(tens##7)

// Octal numbers, so that 64 numbers are pairs of digits.
#define ALL(make)                                                                                  \
    EIGHT(make, 00) EIGHT(make, 01) EIGHT(make, 02) EIGHT(make, 03) EIGHT(make, 04)                \
    EIGHT(make, 05) EIGHT(make, 06) EIGHT(make, 07)

ALL(TRAMPOLINE)

#define INTEGERS(number) (trampoline_function)integers_##number,
#define FLOATS(number) (trampoline_function)floats_##number,

static const trampoline_function for_integers[] = {ALL(INTEGERS)};
static const trampoline_function for_floats[] = {ALL(FLOATS)};

trampoline_function trampoline_for_integers(int32_t number) {
    return number >= 0 && number < TRAMPOLINE_COUNT ? for_integers[number] : NULL;
}

trampoline_function trampoline_for_floats(int32_t number) {
    return number >= 0 && number < TRAMPOLINE_COUNT ? for_floats[number] : NULL;
}

#else

trampoline_function trampoline_for_integers(int32_t number) {
    (void)number;
    return NULL;
}

trampoline_function trampoline_for_floats(int32_t number) {
    (void)number;
    return NULL;
}

#endif
