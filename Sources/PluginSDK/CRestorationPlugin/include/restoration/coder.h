/// The keyed store of one object's state, as a plugin uses it.
///
/// The host owns a coder and lends it for one call: of `create`, `encode`, `decode` or `migrate`,
/// of the function that writes parameters for `restoration_host.make`, or of a method by value
/// (`value_methods.h`). A coder either writes or reads. Functions of the other direction return
/// `RESTORATION_INVALID`. Call all functions on the session's thread. On another thread they do
/// nothing and return `RESTORATION_WRONG_THREAD`. If the coder is for writing, the call for which
/// it was lent then fails, whatever it returns.
///
/// Keys are 1 to 255 bytes of UTF-8 that do not begin with `restoration.`. Elements of an array
/// (see `begin`, `enter`) have no key and are written and read in order: pass
/// `RESTORATION_ELEMENT`.
///
/// C and C++ call the coder through the inline functions below. There is a pair for each type:
///
///     restoration_put_string(coder, RESTORATION_LITERAL("draft"), draft);
///
/// The functions return RESTORATION_UNSUPPORTED if the host lacks the coder function. Other
/// languages call the fields after checking `struct_size`.
#ifndef RESTORATION_CODER_H
#define RESTORATION_CODER_H

#include "restoration/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The kinds of value in an archive.
enum {
    RESTORATION_KIND_NULL = 1,
    RESTORATION_KIND_BOOL = 2,
    RESTORATION_KIND_INTEGER = 3, ///< Any integer that fits int64_t or uint64_t.
    RESTORATION_KIND_FLOAT = 4,
    RESTORATION_KIND_DOUBLE = 5,
    RESTORATION_KIND_STRING = 6,
    RESTORATION_KIND_BYTES = 7,
    RESTORATION_KIND_DATE = 8,
    RESTORATION_KIND_UUID = 9,
    RESTORATION_KIND_ARRAY = 10,
    RESTORATION_KIND_DICTIONARY = 11,
    RESTORATION_KIND_REFERENCE = 12, ///< Another restorable object.

    // Only in a `restoration_value`, never in an archive.

    /// For `get`: returns the value's kind. For `enter`: an array or a dictionary.
    RESTORATION_KIND_ANY = 0,
    /// An integer in `data.uint64`, where RESTORATION_KIND_INTEGER uses `data.int64`. The archive
    /// does not distinguish them: either can be read as the other if the number fits.
    RESTORATION_KIND_UNSIGNED = 256
};

/// One value: its kind, and the member of `data` for that kind.
///
/// Text and bytes are lent. The host copies those passed to `put` before it returns. Those from
/// `get` stay readable until the call to which the coder was passed returns.
typedef struct restoration_value {
    uint32_t kind;     ///< RESTORATION_KIND_…
    uint32_t reserved; ///< Zero for `put`; `get` ignores it.
    union {
        uint8_t boolean;              ///< BOOL: 0 or 1.
        int64_t int64;                ///< INTEGER
        uint64_t uint64;              ///< UNSIGNED
        float float32;                ///< FLOAT
        double float64;               ///< DOUBLE
        restoration_string string;    ///< STRING
        restoration_bytes bytes;      ///< BYTES
        restoration_date date;        ///< DATE
        restoration_uuid uuid;        ///< UUID
        restoration_handle reference; ///< REFERENCE; 0 is null.
    } data;
} restoration_value;

/// Writes or reads the state of one object. Owned by the host. Valid until the call to which it was
/// passed returns.
typedef struct restoration_coder restoration_coder;
struct restoration_coder {
    uint32_t struct_size; ///< Size the host compiled; fields past it do not exist.
    /// When reading, the schema version of the state, after `migrate` if that ran. When writing,
    /// the version of the class. 0 if no class is involved.
    uint32_t schema_version;
    void *context; ///< The host's own; a plugin must not touch it.

    // Writing.

    /// Stores a value under `key`, replacing an earlier one. Copies both.
    ///
    /// RESTORATION_OK; RESTORATION_INVALID for a bad key, text that is not UTF-8, or a kind that is
    /// not one single value; RESTORATION_UNSUPPORTED for a kind that the host does not know;
    /// RESTORATION_LIMIT if the value exceeds the archive's budget. A refused value fails the call
    /// for which the coder was lent, whatever that call returns, unless the plugin then stores
    /// another value in its place.
    ///
    /// A reference names any object of the session, the plugin's or not. That object is preserved
    /// too, with its own record. For a handle whose object has ended, `put` returns
    /// RESTORATION_INVALID and omits the reference, but the call does not fail, so continue. 0
    /// stores null. References are for `encode` only: elsewhere RESTORATION_INVALID, except that
    /// `migrate` may store null. `migrate` copies references with `copy`. [session thread]
    restoration_status (*put)(restoration_coder *coder, restoration_string key,
                              const restoration_value *value);
    /// Starts an array or dictionary, depending on the kind. The values up to the matching `end`
    /// are its elements or entries. RESTORATION_LIMIT beyond 64 levels. Errors for kinds as for
    /// `put`. [session thread]
    restoration_status (*begin)(restoration_coder *coder, restoration_string key, uint32_t kind);
    /// Ends the innermost array or dictionary. RESTORATION_INVALID if none is open. If one is still
    /// open when `encode` returns, the host discards this encode. [session thread]
    restoration_status (*end)(restoration_coder *coder);

    // Reading.

    /// Reads the value under `key`, of the kind in `value->kind`.
    ///
    /// RESTORATION_OK; RESTORATION_ABSENT if there is none; RESTORATION_MISMATCH if the value has
    /// another kind, or is an integer out of range for the requested one. Only INTEGER and UNSIGNED
    /// convert to each other. RESTORATION_INVALID for an array or dictionary: use `enter`. `*value`
    /// is written only with RESTORATION_OK.
    ///
    /// RESTORATION_KIND_ANY reads only the kind, into `value->kind`. It is INTEGER for every
    /// integer, though one above INT64_MAX must be read as UNSIGNED. Then call `get` again with the
    /// same value, or `enter`. O(1).
    ///
    /// Inside an array a successful `get` advances to the next element. A failed `get`, or one of
    /// RESTORATION_KIND_ANY, does not: use `skip`.
    ///
    /// The host considers every key that `create` or `decode` reads, enters or copies known to the
    /// class. Later saves write the other keys again.
    ///
    /// A reference yields the object's handle, or 0 for null. The same object has the same handle
    /// each time. The object exists, but may not have decoded its state yet: code that needs the
    /// state waits for `finished`. An unavailable object has a handle too: its interfaces are null,
    /// and storing the reference again preserves it. RESTORATION_MISMATCH in `create` and
    /// `migrate`, which run before objects exist. If the reference names a child of the decoding
    /// object, reading it makes the parent keep the child alive again. Other handles keep no object
    /// alive (`restoration_host.add_child`).
    /// [session thread]
    restoration_status (*get)(restoration_coder *coder, restoration_string key,
                              restoration_value *value);
    /// Enters the array or dictionary under `key`. Until `leave`, keys and order are those of its
    /// contents. `*count` receives the number of elements or entries. `kind` is the requested kind,
    /// or RESTORATION_KIND_ANY for either. Inside an array, success advances the outer position to
    /// the next element. RESTORATION_ABSENT past the last element. The call may return without
    /// `leave`. [session thread]
    restoration_status (*enter)(restoration_coder *coder, restoration_string key, uint32_t kind,
                                uint64_t *count);
    /// Leaves the array or dictionary, at any position. [session thread]
    restoration_status (*leave)(restoration_coder *coder);
    /// The key at `index`, from 0 in the order of writing, in the current object or dictionary. The
    /// number of an object's keys is unknown: read until RESTORATION_ABSENT, past the last one.
    /// RESTORATION_MISMATCH inside an array. The text has the same lifetime as that of `get`.
    /// [session thread]
    restoration_status (*key_at)(restoration_coder *coder, uint64_t index,
                                 restoration_string *key);
    /// Advances to the next element of the current array, whatever the kind of this one.
    /// RESTORATION_ABSENT past the last one; RESTORATION_INVALID outside an array. [session thread]
    restoration_status (*skip)(restoration_coder *coder);

    // Both.

    /// Copies a value of any kind, with its contents and its sensitive mark, from a coder for
    /// reading. `migrate` uses it for references and for values that it does not inspect. Both keys
    /// work as in `put` and `get`, so elements can be copied one by one. Outside `migrate` a
    /// reference becomes null. RESTORATION_ABSENT if `source` has no such value, which does not
    /// fail the call. [session thread]
    restoration_status (*copy)(restoration_coder *coder, restoration_string key,
                               restoration_coder *source, restoration_string source_key);
    /// Marks the value under `key`, which this call has stored, such as with
    /// RESTORATION_MARK_SENSITIVE. The mark stays if the value is replaced, and cannot be read.
    /// RESTORATION_ABSENT if nothing is stored under `key`; RESTORATION_INVALID inside an array or
    /// dictionary; RESTORATION_UNSUPPORTED for an unknown mark. [session thread]
    restoration_status (*mark)(restoration_coder *coder, restoration_string key, uint32_t marks);
    // Since the next minor version: new fields go here, never above.
};

/// The marks of a value.
enum {
    /// Private: tools show that the value exists, but not the value. For text that a user typed.
    /// Never store passwords in state.
    RESTORATION_MARK_SENSITIVE = 1
};

/// The empty key of an array element.
#ifdef __cplusplus
#define RESTORATION_ELEMENT (restoration_string{nullptr, 0})
#else
#define RESTORATION_ELEMENT ((restoration_string){NULL, 0})
#endif

/// Whether `coder` exists and has the field. Check this before calling a function newer than the
/// host. `coder` may be null: a host without state lends none.
#define RESTORATION_CODER_HAS(coder, field)                                                        \
    ((coder) != NULL &&                                                                            \
     (size_t)(coder)->struct_size >= offsetof(restoration_coder, field) + sizeof((coder)->field))

// MARK: Writing

/// Stores a value of any kind.
static inline restoration_status
restoration_put(restoration_coder *coder, restoration_string key, const restoration_value *value) {
    return RESTORATION_CODER_HAS(coder, put) ? coder->put(coder, key, value)
                                            : RESTORATION_UNSUPPORTED;
}

/// Stores null.
static inline restoration_status
restoration_put_null(restoration_coder *coder, restoration_string key) {
    restoration_value value = {RESTORATION_KIND_NULL, 0, {0}};
    return restoration_put(coder, key, &value);
}

/// Starts an array.
static inline restoration_status
restoration_begin_array(restoration_coder *coder, restoration_string key) {
    return RESTORATION_CODER_HAS(coder, begin) ? coder->begin(coder, key, RESTORATION_KIND_ARRAY)
                                              : RESTORATION_UNSUPPORTED;
}

/// Starts a dictionary.
static inline restoration_status
restoration_begin_dictionary(restoration_coder *coder, restoration_string key) {
    return RESTORATION_CODER_HAS(coder, begin)
               ? coder->begin(coder, key, RESTORATION_KIND_DICTIONARY)
               : RESTORATION_UNSUPPORTED;
}

/// Ends the innermost array or dictionary.
static inline restoration_status restoration_end(restoration_coder *coder) {
    return RESTORATION_CODER_HAS(coder, end) ? coder->end(coder) : RESTORATION_UNSUPPORTED;
}

// MARK: Reading

/// Reads a value of the kind in `value->kind`.
static inline restoration_status
restoration_get(restoration_coder *coder, restoration_string key, restoration_value *value) {
    return RESTORATION_CODER_HAS(coder, get) ? coder->get(coder, key, value)
                                            : RESTORATION_UNSUPPORTED;
}

/// Reads the kind of a value: RESTORATION_KIND_INTEGER for every integer, though one above
/// INT64_MAX does not fit `restoration_get_int64`. Does not advance inside an array.
static inline restoration_status
restoration_get_kind(restoration_coder *coder, restoration_string key, uint32_t *kind) {
    restoration_value value;
    if (kind == NULL) return RESTORATION_INVALID;
    value.kind = RESTORATION_KIND_ANY;
    value.reserved = 0;
    const restoration_status status = restoration_get(coder, key, &value);
    if (status == RESTORATION_OK) *kind = value.kind;
    return status;
}

/// RESTORATION_OK if the value is null. Inside an array it then advances.
static inline restoration_status
restoration_get_null(restoration_coder *coder, restoration_string key) {
    restoration_value value;
    value.kind = RESTORATION_KIND_NULL;
    value.reserved = 0;
    return restoration_get(coder, key, &value);
}

/// Enters an array or dictionary.
static inline restoration_status
restoration_enter(restoration_coder *coder, restoration_string key, uint64_t *count) {
    return RESTORATION_CODER_HAS(coder, enter)
               ? coder->enter(coder, key, RESTORATION_KIND_ANY, count)
               : RESTORATION_UNSUPPORTED;
}

/// Steps into an array.
static inline restoration_status
restoration_enter_array(restoration_coder *coder, restoration_string key, uint64_t *count) {
    return RESTORATION_CODER_HAS(coder, enter)
               ? coder->enter(coder, key, RESTORATION_KIND_ARRAY, count)
               : RESTORATION_UNSUPPORTED;
}

/// Steps into a dictionary.
static inline restoration_status
restoration_enter_dictionary(restoration_coder *coder, restoration_string key, uint64_t *count) {
    return RESTORATION_CODER_HAS(coder, enter)
               ? coder->enter(coder, key, RESTORATION_KIND_DICTIONARY, count)
               : RESTORATION_UNSUPPORTED;
}

/// Leaves an array or dictionary.
static inline restoration_status restoration_leave(restoration_coder *coder) {
    return RESTORATION_CODER_HAS(coder, leave) ? coder->leave(coder) : RESTORATION_UNSUPPORTED;
}

/// Reads the key at an index.
static inline restoration_status
restoration_key_at(restoration_coder *coder, uint64_t index, restoration_string *key) {
    return RESTORATION_CODER_HAS(coder, key_at) ? coder->key_at(coder, index, key)
                                               : RESTORATION_UNSUPPORTED;
}

/// Advances to the next element of an array.
static inline restoration_status restoration_skip(restoration_coder *coder) {
    return RESTORATION_CODER_HAS(coder, skip) ? coder->skip(coder) : RESTORATION_UNSUPPORTED;
}

// MARK: Values of one type

/// Defines `restoration_put_NAME(coder, key, value)` and `restoration_get_NAME(coder, key,
/// &value)`.
#define RESTORATION_DEFINE_VALUE(NAME, TYPE, KIND, MEMBER)                                         \
    static inline restoration_status restoration_put_##NAME(                                       \
        restoration_coder *coder, restoration_string key, TYPE value) {                            \
        restoration_value stored;                                                                  \
        stored.kind = KIND;                                                                        \
        stored.reserved = 0;                                                                       \
        stored.data.MEMBER = value;                                                                \
        return restoration_put(coder, key, &stored);                                               \
    }                                                                                              \
    static inline restoration_status restoration_get_##NAME(                                       \
        restoration_coder *coder, restoration_string key, TYPE *value) {                           \
        restoration_value stored;                                                                  \
        if (value == NULL) return RESTORATION_INVALID;                                             \
        stored.kind = KIND;                                                                        \
        stored.reserved = 0;                                                                       \
        const restoration_status status = restoration_get(coder, key, &stored);                    \
        if (status == RESTORATION_OK) *value = stored.data.MEMBER;                                 \
        return status;                                                                             \
    }

/// `restoration_put_bool`, `restoration_get_bool`: 0 is false, other values are true. Reads 0 or 1.
RESTORATION_DEFINE_VALUE(bool, uint8_t, RESTORATION_KIND_BOOL, boolean)
/// `restoration_put_int64`, `restoration_get_int64`.
RESTORATION_DEFINE_VALUE(int64, int64_t, RESTORATION_KIND_INTEGER, int64)
/// `restoration_put_uint64`, `restoration_get_uint64`.
RESTORATION_DEFINE_VALUE(uint64, uint64_t, RESTORATION_KIND_UNSIGNED, uint64)
/// `restoration_put_float`, `restoration_get_float`.
RESTORATION_DEFINE_VALUE(float, float, RESTORATION_KIND_FLOAT, float32)
/// `restoration_put_double`, `restoration_get_double`.
RESTORATION_DEFINE_VALUE(double, double, RESTORATION_KIND_DOUBLE, float64)
/// `restoration_put_string`, `restoration_get_string`.
RESTORATION_DEFINE_VALUE(string, restoration_string, RESTORATION_KIND_STRING, string)
/// `restoration_put_bytes`, `restoration_get_bytes`.
RESTORATION_DEFINE_VALUE(bytes, restoration_bytes, RESTORATION_KIND_BYTES, bytes)
/// `restoration_put_date`, `restoration_get_date`.
RESTORATION_DEFINE_VALUE(date, restoration_date, RESTORATION_KIND_DATE, date)
/// `restoration_put_uuid`, `restoration_get_uuid`.
RESTORATION_DEFINE_VALUE(uuid, restoration_uuid, RESTORATION_KIND_UUID, uuid)
/// `restoration_put_reference`, `restoration_get_reference`: an object's handle; 0 is null.
RESTORATION_DEFINE_VALUE(reference, restoration_handle, RESTORATION_KIND_REFERENCE, reference)
#undef RESTORATION_DEFINE_VALUE

// MARK: Both

/// Copies a value of any kind from a coder for reading, in `migrate` and in a converter.
/// RESTORATION_ABSENT if there is none, which is normal: older state may lack the key.
///
///     restoration_put_copy(migrated, RESTORATION_LITERAL("title"),
///                          state, RESTORATION_LITERAL("name"));
static inline restoration_status
restoration_put_copy(restoration_coder *coder, restoration_string key, restoration_coder *source,
                     restoration_string source_key) {
    return RESTORATION_CODER_HAS(coder, copy) ? coder->copy(coder, key, source, source_key)
                                             : RESTORATION_UNSUPPORTED;
}

/// Marks a stored value as private.
static inline restoration_status
restoration_mark_sensitive(restoration_coder *coder, restoration_string key) {
    return RESTORATION_CODER_HAS(coder, mark)
               ? coder->mark(coder, key, RESTORATION_MARK_SENSITIVE)
               : RESTORATION_UNSUPPORTED;
}

#ifdef __cplusplus
}
#endif
#endif
