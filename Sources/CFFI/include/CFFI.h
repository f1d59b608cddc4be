/// libffi, as far as Swift cannot use it itself: its types are global variables, which Swift takes
/// for state that threads share.
#ifndef CFFI_H
#define CFFI_H

#include <ffi.h>
#include <stddef.h>
#include <stdint.h>

/// libffi's description of a scalar type, by libffi's own number (FFI_TYPE_…); null for any other
/// number. A constant.
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

/// Prepares calls of functions with fixed parameters in the platform's own convention. libffi keeps
/// `result` and `parameters`. Nonzero if it succeeded.
static inline int32_t cffi_prepare(ffi_cif *interface, uint32_t count, ffi_type *result,
                                   ffi_type **parameters) {
    return ffi_prep_cif(interface, FFI_DEFAULT_ABI, count, result, parameters) == FFI_OK;
}

#endif
