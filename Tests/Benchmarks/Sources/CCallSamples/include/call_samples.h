/// The baseline of calls by signature: the same calls in C.
#ifndef CALL_SAMPLES_H
#define CALL_SAMPLES_H

#include <stdint.h>

/// An object with a number and a text.
typedef struct call_sample call_sample;
/// The address of the only sample object.
uintptr_t call_sample_object(void);

typedef void (*call_sample_function)(void);
/// `double (const call_sample *)`
call_sample_function call_sample_zoom(void);
/// `void (call_sample *, double)`
call_sample_function call_sample_set_zoom(void);
/// `const char *(const call_sample *)`; 20 bytes of ASCII.
call_sample_function call_sample_title(void);
/// `void *(void *, void *, double, int64_t)`
call_sample_function call_sample_mixed(void);

/// Calls the function `count` times. Each returns a sum, so that the compiler cannot omit calls.
double zoom_directly(uint64_t count);
double mixed_directly(uint64_t count);
/// The same through `ffi_call`, prepared in advance.
double zoom_through_libffi(uint64_t count);
double mixed_through_libffi(uint64_t count);

/// Calls a `double (*)(const void *)`, and a `void *(*)(void *, void *, double, int64_t)`.
double call_zoom(call_sample_function function, uint64_t count);
double call_mixed(call_sample_function function, uint64_t count);

/// libffi closures with a handler in C that does as much as one in Swift can. They return 1.5, and
/// the first argument. Null if out of memory.
call_sample_function zoom_closure(void);
call_sample_function mixed_closure(void);

#endif
