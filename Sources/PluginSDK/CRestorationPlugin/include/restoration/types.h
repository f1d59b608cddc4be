/// Types that the headers for plugins and for programs share.
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
#define RESTORATION_ABI_MINOR 3u

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
    RESTORATION_NOT_YET = 9,

    // Returned only by the functions of `session.h`.

    /// Another process, or another session of this process, has the state in use.
    RESTORATION_BUSY = 10,
    /// The key that seals the state is missing, refused or locked, or does not fit the state.
    RESTORATION_KEY_UNAVAILABLE = 11,
    /// The disk or the user's quota is full. The previous state is intact.
    RESTORATION_DISK_FULL = 12,
    /// The session has not restored yet, so it cannot save.
    RESTORATION_NOT_RESTORED = 13,
    /// The session has restored already.
    RESTORATION_ALREADY_RESTORED = 14,
    /// The session is closed, or the pointer is not a session.
    RESTORATION_CLOSED = 15,
    /// The handle's object has ended, or belongs to another session.
    RESTORATION_STALE = 16,
    /// Another process opened the session, and forked this one.
    RESTORATION_FORKED = 17,
    /// The function cannot be called from inside a callback of the session.
    RESTORATION_IN_CALLBACK = 18,
    /// A callback left by `longjmp` or an exception. The session is unusable.
    RESTORATION_JUMPED = 19,
    /// The program was compiled with headers of another version, or a table is too small.
    RESTORATION_VERSION_MISMATCH = 20,
    /// Another object, or retained state, has the path.
    RESTORATION_TAKEN = 21
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

/// A `restoration_string` of a string literal. gcc warns about it in a static initialiser: use
/// RESTORATION_INITIALIZER there.
#ifdef __cplusplus
#define RESTORATION_LITERAL(text) (restoration_string{("" text), sizeof(text) - 1})
#else
#define RESTORATION_LITERAL(text) ((restoration_string){("" text), sizeof(text) - 1})
#endif

/// A `restoration_string` of NUL-terminated text, which must outlive it. Empty for null.
static inline restoration_string restoration_text(const char *text) {
    restoration_string string;
    string.bytes = text;
    string.count = text == NULL ? 0 : (uint64_t)__builtin_strlen(text);
    return string;
}

/// The status of an optional value: RESTORATION_OK in place of RESTORATION_ABSENT.
///
///     return restoration_optional(restoration_get_int64(coder, key, &page->number));
static inline restoration_status restoration_optional(restoration_status status) {
    return status == RESTORATION_ABSENT ? RESTORATION_OK : status;
}

#ifdef __cplusplus
}
#endif
#endif
