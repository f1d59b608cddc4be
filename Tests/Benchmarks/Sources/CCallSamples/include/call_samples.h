/// What calls by signature are measured beside: the same calls in C.
#ifndef CALL_SAMPLES_H
#define CALL_SAMPLES_H

#include <stdint.h>

/// An object with a number and a text.
typedef struct call_sample call_sample;
/// The address of the one there is.
uintptr_t call_sample_object(void);

typedef void (*call_sample_function)(void);
/// `double (const call_sample *)`
call_sample_function call_sample_zoom(void);
/// `void (call_sample *, double)`
call_sample_function call_sample_set_zoom(void);
/// `const char *(const call_sample *)`; 20 bytes of ASCII.
call_sample_function call_sample_title(void);

/// Calls the getter of the number `count` times through a function pointer; returns the sum.
double call_directly(uint64_t count);
/// The same through `ffi_call`, all prepared before.
double call_through_libffi(uint64_t count);

#endif
