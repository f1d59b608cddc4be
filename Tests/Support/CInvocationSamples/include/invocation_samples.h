/// C functions for the tests of calls by signature. Each leaves it to the compiler how a C function
/// of its type takes and returns values.
#ifndef INVOCATION_SAMPLES_H
#define INVOCATION_SAMPLES_H

/// Any function, by its name.
typedef void (*sample_function)(void);

/// The function of that name; null if there is none.
///
/// - `TYPE_same(TYPE) -> TYPE` for every type returns its argument (a string: a copy of it).
/// - `TYPE_received(TYPE) -> string` prints its argument.
/// - What else there is stands in `samples.c`.
sample_function sample_named(const char *name);


#endif
