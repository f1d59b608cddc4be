/// Types that every header of the plugin interface shares.
///
/// The interface is plain C11 (and clean as C++17). Strings and bytes are lent with an explicit
/// length, never NUL-terminated; whoever receives them copies what it keeps, before it returns.
#ifndef RESTORATION_TYPES_H
#define RESTORATION_TYPES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The interface version that these headers describe. Until 1.0 a plugin and a host understand each
/// other only if both speak the same minor version; from 1.0 on, minor versions only add.
#define RESTORATION_ABI_MAJOR 0u
#define RESTORATION_ABI_MINOR 2u

/// The interface version packed into one number: major in the upper 16 bits, minor in the lower.
#define RESTORATION_ABI_VERSION ((RESTORATION_ABI_MAJOR << 16) | RESTORATION_ABI_MINOR)

/// What a call came to. Zero is success; a receiver treats a number that it does not know as
/// `RESTORATION_FAILED`.
typedef int32_t restoration_status;

/// The values of `restoration_status`.
enum {
    /// Done.
    RESTORATION_OK = 0,
    /// From `create` alone: there is deliberately no object here. Final: nobody else is asked.
    RESTORATION_DECLINED = 1,
    /// Nothing is stored under that key. Not an error: the state is older, or has no such value.
    RESTORATION_ABSENT = 2,
    /// A value is stored under that key, but of another kind or outside the range asked for.
    RESTORATION_MISMATCH = 3,
    /// "I do not know that": an interface, a key or an ability that the other side lacks.
    RESTORATION_UNSUPPORTED = 4,
    /// The archive's budget, a nesting depth or a length limit is spent. Nothing was stored.
    RESTORATION_LIMIT = 5,
    /// An argument breaks the contract of the function: an empty key, a null pointer with a
    /// length, text that is not UTF-8, `end` without `begin`.
    RESTORATION_INVALID = 6,
    /// Called from another thread than the one the session lives on. Nothing happened; but if a
    /// coder was called, the call for which it was lent fails, if that stores.
    RESTORATION_WRONG_THREAD = 7,
    /// Failed for a reason of its own. Say why with `restoration_host.fail` before returning it.
    RESTORATION_FAILED = 8,
    /// From `create` and `decode` alone: what the object needs is not there yet. The host keeps the
    /// state and asks again after `restoration_host.arrived`. To a host without that it is a
    /// failure, after which the host keeps the state for the next launch. Nobody waits for a new
    /// object (RESTORATION_REASON_MAKE): create that without what it needs, and add it later.
    RESTORATION_NOT_YET = 9
};

/// Text lent for the duration of a call: UTF-8, `count` bytes, no terminator expected or written.
/// `bytes` may be null only if `count` is 0.
typedef struct restoration_string {
    const char *bytes;
    uint64_t count;
} restoration_string;

/// Bytes lent for the duration of a call. `bytes` may be null only if `count` is 0.
typedef struct restoration_bytes {
    const uint8_t *bytes;
    uint64_t count;
} restoration_bytes;

/// A moment: whole seconds since 1970-01-01 00:00:00 UTC, not counting leap seconds, and the
/// nanoseconds (0 to 999,999,999) that follow them.
typedef struct restoration_date {
    int64_t seconds;
    uint32_t nanoseconds;
    uint32_t reserved; ///< Zero.
} restoration_date;

/// A universally unique identifier, its 16 bytes in the order of their printed form.
typedef struct restoration_uuid {
    uint8_t bytes[16];
} restoration_uuid;

/// Names an object towards the host, which issues it. Never reused within a process; 0 is none.
typedef uint64_t restoration_handle;

/// A string literal as the initialiser of a `restoration_string`, for static tables in C too.
#define RESTORATION_INITIALIZER(text) {("" text), sizeof(text) - 1}

/// Wraps a string literal. The length is known to the compiler.
#ifdef __cplusplus
#define RESTORATION_LITERAL(text) (restoration_string{("" text), sizeof(text) - 1})
#else
#define RESTORATION_LITERAL(text) ((restoration_string){("" text), sizeof(text) - 1})
#endif

#ifdef __cplusplus
}
#endif
#endif
