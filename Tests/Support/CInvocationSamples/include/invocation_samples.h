/// C functions for the tests of calls by signature. The C compiler decides how each takes and
/// returns its values.
#ifndef INVOCATION_SAMPLES_H
#define INVOCATION_SAMPLES_H

/// A function of any type.
typedef void (*sample_function)(void);

/// The function with that name; null if there is none.
///
/// - `TYPE_same(TYPE) -> TYPE`, for every type, returns its argument (a string: a copy).
/// - `TYPE_received(TYPE) -> string` returns its argument as text.
/// - `samples.c` defines all others.
sample_function sample_named(const char *name);


#endif
