/// The parts of libffi that Swift cannot use directly. libffi's types are global variables, which
/// Swift rejects as shared mutable state.
#ifndef CFFI_H
#define CFFI_H

#include <ffi.h>
#include <stddef.h>
#include <stdint.h>

/// The constant description of a scalar type by libffi's number (FFI_TYPE_…); null for any other
/// number.
static inline ffi_type *cffi_type(int32_t number) {
    switch (number) {
    case FFI_TYPE_VOID: return &ffi_type_void;
    case FFI_TYPE_UINT8: return &ffi_type_uint8;
    case FFI_TYPE_SINT8: return &ffi_type_sint8;
    case FFI_TYPE_UINT16: return &ffi_type_uint16;
    case FFI_TYPE_SINT16: return &ffi_type_sint16;
    case FFI_TYPE_UINT32: return &ffi_type_uint32;
    case FFI_TYPE_SINT32: return &ffi_type_sint32;
    case FFI_TYPE_UINT64: return &ffi_type_uint64;
    case FFI_TYPE_SINT64: return &ffi_type_sint64;
    case FFI_TYPE_FLOAT: return &ffi_type_float;
    case FFI_TYPE_DOUBLE: return &ffi_type_double;
    case FFI_TYPE_POINTER: return &ffi_type_pointer;
    default: return NULL;
    }
}

/// Prepares calls in the platform's default convention. `fixed` counts the parameters before the
/// `...` of a variadic function. libffi keeps pointers to `result` and `parameters`, and writes to
/// their structure types. Returns nonzero on success.
static inline int32_t cffi_prepare(ffi_cif *interface, int32_t is_variadic, uint32_t fixed,
                                   uint32_t count, ffi_type *result, ffi_type **parameters) {
    ffi_status status =
        is_variadic
            ? ffi_prep_cif_var(interface, FFI_DEFAULT_ABI, fixed, count, result, parameters)
            : ffi_prep_cif(interface, FFI_DEFAULT_ABI, count, result, parameters);
    return status == FFI_OK;
}

/// A closure's callback, with the addresses of the arguments and of the result.
typedef void (*cffi_handler)(ffi_cif *interface, void *result, void **arguments, void *context);

/// Creates a C function that calls `handler`. It is never freed. Returns null if there is no memory
/// or libffi cannot prepare it. `is_shared` reports whether forks of this process would share its
/// memory.
static inline void *cffi_closure(ffi_cif *interface, cffi_handler handler, void *context,
                                 int32_t *is_shared) {
    void *code = NULL;
    ffi_closure *closure = ffi_closure_alloc(sizeof(ffi_closure), &code);
    if (closure == NULL)
        return NULL;
    // If writable memory cannot be executable, libffi maps a file twice, with MAP_SHARED.
    *is_shared = code != (void *)closure;
    return ffi_prep_closure_loc(closure, interface, handler, context, code) == FFI_OK ? code : NULL;
}

#endif
