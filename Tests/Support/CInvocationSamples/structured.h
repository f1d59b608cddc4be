#ifndef STRUCTURED_H
#define STRUCTURED_H

#include "invocation_samples.h"

/// As `sample_named`, for the functions of `structured.c`.
sample_function structured_sample_named(const char *name);

/// The same for `callbacks.c`.
sample_function callback_sample_named(const char *name);

#endif
