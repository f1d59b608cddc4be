/// Types that every header of the plugin interface shares.
///
/// The interface is plain C11, and compiles as C++17. Strings and bytes are lent for one call, with
/// an explicit length, and are never NUL-terminated. A receiver that needs them after the call
/// returns must copy them.
#ifndef RESTORATION_TYPES_H
#define RESTORATION_TYPES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The interface version of these headers. Before 1.0, plugin and host need the same minor version.
/// From 1.0 on, minor versions only add.
#define RESTORATION_ABI_MAJOR 0u
#define RESTORATION_ABI_MINOR 2u

/// The interface version in one number: major in the upper 16 bits, minor in the lower.
#define RESTORATION_ABI_VERSION ((RESTORATION_ABI_MAJOR << 16) | RESTORATION_ABI_MINOR)

/// The result of a call. Zero is success. A receiver treats an unknown number as
/// `RESTORATION_FAILED`.
typedef int32_t restoration_status;

/// The values of `restoration_status`.
enum {
    /// Done.
    RESTORATION_OK = 0,
    /// Returned by `create` only: the class deliberately creates no object. Final: the host asks no
    /// other class.
    RESTORATION_DECLINED = 1,
    /// No value is stored under the key. Not an error: the state may be older.
    RESTORATION_ABSENT = 2,
    /// The value under the key has another kind, or is out of range.
    RESTORATION_MISMATCH = 3,
    /// The other side does not know the interface, key or feature.
    RESTORATION_UNSUPPORTED = 4,
    /// The archive's budget, a nesting depth or a length limit is exceeded. Nothing was stored.
    RESTORATION_LIMIT = 5,
    /// An argument breaks the function's contract: an empty key, a null pointer with a length, text
    /// that is not UTF-8, `end` without `begin`.
    RESTORATION_INVALID = 6,
    /// The call came from a thread other than the session's, and did nothing. If a coder for
    /// writing was called, the call for which the host lent it fails.
    RESTORATION_WRONG_THREAD = 7,
    /// Any other failure. Give the reason with `restoration_host.fail` before returning this.
    RESTORATION_FAILED = 8,
    /// Returned by `create` and `decode` only: data that the object needs has not arrived. The host
    /// retains the state and calls again after `restoration_host.arrived`. A host without `arrived`
    /// treats this as a failure and retains the state for the next launch. A new object
    /// (RESTORATION_REASON_MAKE) cannot wait: create it without the data and add the data later.
    RESTORATION_NOT_YET = 9
};

/// UTF-8 text of `count` bytes without a terminator, lent for the duration of a call. `bytes` may
/// be null only if `count` is 0.
typedef struct restoration_string {
    const char *bytes;
    uint64_t count;
} restoration_string;

/// Bytes lent for the duration of a call. `bytes` may be null only if `count` is 0.
typedef struct restoration_bytes {
    const uint8_t *bytes;
    uint64_t count;
} restoration_bytes;

/// A point in time: whole seconds since 1970-01-01 00:00:00 UTC, without leap seconds, plus
/// nanoseconds from 0 to 999,999,999.
typedef struct restoration_date {
    int64_t seconds;
    uint32_t nanoseconds;
    uint32_t reserved; ///< Zero.
} restoration_date;

/// A universally unique identifier: 16 bytes in printed order.
typedef struct restoration_uuid {
    uint8_t bytes[16];
} restoration_uuid;

/// The host's number for an object. Never reused within a process. 0 means no object.
typedef uint64_t restoration_handle;

/// Initialises a `restoration_string` from a string literal. Usable in static initialisers, in C as
/// well as in C++.
#define RESTORATION_INITIALIZER(text) {("" text), sizeof(text) - 1}

/// A `restoration_string` of a string literal.
#ifdef __cplusplus
#define RESTORATION_LITERAL(text) (restoration_string{("" text), sizeof(text) - 1})
#else
#define RESTORATION_LITERAL(text) ((restoration_string){("" text), sizeof(text) - 1})
#endif

#ifdef __cplusplus
}
#endif
#endif
