#include "call_samples.h"

#include <ffi.h>
#include <stddef.h>

struct call_sample {
    double zoom;
    const char *title;
};
static call_sample object = {1.5, "a title of 20 bytes."};

static double zoom(const call_sample *sample) { return sample->zoom; }
static void set_zoom(call_sample *sample, double zoom) { sample->zoom = zoom; }
static const char *title(const call_sample *sample) { return sample->title; }
static void *mixed(void *first, void *second, double number, int64_t count) {
    return number > 0 && count > 0 ? first : second;
}

uintptr_t call_sample_object(void) { return (uintptr_t)&object; }
call_sample_function call_sample_zoom(void) { return (call_sample_function)zoom; }
call_sample_function call_sample_set_zoom(void) { return (call_sample_function)set_zoom; }
call_sample_function call_sample_title(void) { return (call_sample_function)title; }
call_sample_function call_sample_mixed(void) { return (call_sample_function)mixed; }

double call_zoom(call_sample_function function, uint64_t count) {
    // Volatile, so that the compiler cannot know the called function.
    call_sample_function volatile place = function;
    double sum = 0;
    for (uint64_t index = 0; index < count; index++)
        sum += ((double (*)(const call_sample *))place)(&object);
    return sum;
}

double call_mixed(call_sample_function function, uint64_t count) {
    call_sample_function volatile place = function;
    double sum = 0;
    for (uint64_t index = 0; index < count; index++)
        sum += ((void *(*)(void *, void *, double, int64_t))place)(&object, NULL, 1.5, 2) != NULL;
    return sum;
}

double zoom_directly(uint64_t count) { return call_zoom(call_sample_zoom(), count); }
double mixed_directly(uint64_t count) { return call_mixed(call_sample_mixed(), count); }

static ffi_type *zoom_types[] = {&ffi_type_pointer};
static ffi_type *mixed_types[] = {
    &ffi_type_pointer,
    &ffi_type_pointer,
    &ffi_type_double,
    &ffi_type_sint64,
};
static ffi_cif zoom_interface, mixed_interface;

// Prepares both interfaces; nonzero on success.
static int prepare(void) {
    return ffi_prep_cif(&zoom_interface, FFI_DEFAULT_ABI, 1, &ffi_type_double, zoom_types) == FFI_OK
           && ffi_prep_cif(&mixed_interface, FFI_DEFAULT_ABI, 4, &ffi_type_pointer, mixed_types)
                  == FFI_OK;
}

double zoom_through_libffi(uint64_t count) {
    double sum = 0;
    if (!prepare())
        return 0;
    for (uint64_t index = 0; index < count; index++) {
        void *argument = &object;
        void *arguments[] = {&argument};
        double result = 0;
        ffi_call(&zoom_interface, FFI_FN(zoom), &result, arguments);
        sum += result;
    }
    return sum;
}

double mixed_through_libffi(uint64_t count) {
    double sum = 0;
    if (!prepare())
        return 0;
    for (uint64_t index = 0; index < count; index++) {
        void *first = &object, *second = NULL, *result = NULL;
        double number = 1.5;
        int64_t integer = 2;
        void *arguments[] = {&first, &second, &number, &integer};
        ffi_call(&mixed_interface, FFI_FN(mixed), &result, arguments);
        sum += result != NULL;
    }
    return sum;
}

static void answer_zoom(ffi_cif *interface, void *result, void **arguments, void *context) {
    (void)interface, (void)arguments, (void)context;
    *(double *)result = 1.5;
}

static void answer_mixed(ffi_cif *interface, void *result, void **arguments, void *context) {
    (void)interface, (void)context;
    *(void **)result = *(void **)arguments[0];
}

static call_sample_function closure(ffi_cif *interface,
                                    void (*answer)(ffi_cif *, void *, void **, void *)) {
    void *code = NULL;
    ffi_closure *closure = prepare() ? ffi_closure_alloc(sizeof(ffi_closure), &code) : NULL;
    if (closure == NULL
        || ffi_prep_closure_loc(closure, interface, answer, NULL, code) != FFI_OK)
        return NULL;
    return (call_sample_function)code;
}

call_sample_function zoom_closure(void) { return closure(&zoom_interface, answer_zoom); }
call_sample_function mixed_closure(void) { return closure(&mixed_interface, answer_mixed); }
