#include "call_samples.h"

#include <ffi.h>

struct call_sample {
    double zoom;
    const char *title;
};
static call_sample object = {1.5, "a title of 20 bytes."};

static double zoom(const call_sample *sample) { return sample->zoom; }
static void set_zoom(call_sample *sample, double zoom) { sample->zoom = zoom; }
static const char *title(const call_sample *sample) { return sample->title; }

uintptr_t call_sample_object(void) { return (uintptr_t)&object; }
call_sample_function call_sample_zoom(void) { return (call_sample_function)zoom; }
call_sample_function call_sample_set_zoom(void) { return (call_sample_function)set_zoom; }
call_sample_function call_sample_title(void) { return (call_sample_function)title; }

double call_directly(uint64_t count) {
    double (*volatile getter)(const call_sample *) = zoom;
    double sum = 0;
    for (uint64_t index = 0; index < count; index++)
        sum += getter(&object);
    return sum;
}

double call_through_libffi(uint64_t count) {
    ffi_type *types[] = {&ffi_type_pointer};
    ffi_cif interface;
    if (ffi_prep_cif(&interface, FFI_DEFAULT_ABI, 1, &ffi_type_double, types) != FFI_OK)
        return 0;
    double sum = 0;
    for (uint64_t index = 0; index < count; index++) {
        void *argument = &object;
        void *arguments[] = {&argument};
        double result = 0;
        ffi_call(&interface, FFI_FN(zoom), &result, arguments);
        sum += result;
    }
    return sum;
}
