/// The keyed store of one object's state, as a plugin sees it.
///
/// The host owns a coder and lends it for one call: of `create`, `encode`, `decode` or `migrate`,
/// of the function that writes parameters for `restoration_host.make`, or of a method by value
/// (`value_methods.h`). A coder is either for writing or for reading; functions of the other
/// direction return `RESTORATION_INVALID`. All functions belong to the session's thread: from
/// another one they return `RESTORATION_WRONG_THREAD` and store and read nothing; but the call for
/// which the coder was lent fails then, if it stores, whatever it returns.
///
/// Keys are 1 to 255 bytes of UTF-8 that do not begin with `restoration.`. Inside an array (see
/// `begin`, `enter`) values have no key: pass `RESTORATION_ELEMENT`; they are written and read in
/// order.
///
/// In C and C++, call the coder through the inline functions below. Those for one type fill in the
/// value for you,
///
///     restoration_put_string(coder, RESTORATION_LITERAL("draft"), draft);
///
/// and all of them answer RESTORATION_UNSUPPORTED where the host lacks a function. Other languages
/// call the fields, and compare `struct_size` first.
#ifndef RESTORATION_CODER_H
#define RESTORATION_CODER_H

#include "restoration/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The kinds of value that an archive holds.
enum {
    RESTORATION_KIND_NULL = 1,
    RESTORATION_KIND_BOOL = 2,
    RESTORATION_KIND_INTEGER = 3, ///< Any integer of int64_t or uint64_t.
    RESTORATION_KIND_FLOAT = 4,
    RESTORATION_KIND_DOUBLE = 5,
    RESTORATION_KIND_STRING = 6,
    RESTORATION_KIND_BYTES = 7,
    RESTORATION_KIND_DATE = 8,
    RESTORATION_KIND_UUID = 9,
    RESTORATION_KIND_ARRAY = 10,
    RESTORATION_KIND_DICTIONARY = 11,
    RESTORATION_KIND_REFERENCE = 12, ///< Another restorable object.

    // Of a `restoration_value` alone: no archive holds these.

    /// In `get`: which kind is it? In `enter`: an array or a dictionary.
    RESTORATION_KIND_ANY = 0,
    /// An integer in `data.uint64`; RESTORATION_KIND_INTEGER is one in `data.int64`. The archive
    /// does not tell them apart: what is stored as one is read as the other where it fits.
    RESTORATION_KIND_UNSIGNED = 256
};

/// One value: its kind, and the member of `data` that belongs to the kind.
///
/// Text and bytes are lent. What `put` is given, the host copies before it returns; what `get`
/// yields stays readable until the call to which the coder was passed returns.
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

/// Collects or yields the state of one object. Owned by the host; valid until the call to which it
/// was passed returns.
typedef struct restoration_coder restoration_coder;
struct restoration_coder {
    uint32_t struct_size; ///< Size the host compiled; fields past it do not exist.
    /// When reading: the schema version of the class that wrote this state, after `migrate` if
    /// that ran. When writing: the class's own. 0 where no class is involved.
    uint32_t schema_version;
    void *context; ///< The host's own; a plugin leaves it alone.

    // Writing.

    /// Stores a value under `key`, replacing an earlier one, and copies both.
    ///
    /// RESTORATION_OK; RESTORATION_INVALID for a bad key, text that is not UTF-8, or a kind that
    /// has no single value; RESTORATION_UNSUPPORTED for a kind that the host does not know;
    /// RESTORATION_LIMIT if the value does not fit the archive's budget. What is refused makes the
    /// call fail for which the coder was lent, whatever that returns, unless something else is
    /// stored in its place.
    ///
    /// A reference names any object of the session, of this plugin or not, which is preserved
    /// too, with a record of its own. A handle whose object has ended is RESTORATION_INVALID, and
    /// the reference is left out; the call does not fail for that, so go on. 0 stores null.
    /// References are for `encode` alone: elsewhere RESTORATION_INVALID, but for null in
    /// `migrate`, which copies what refers to objects (`copy`). [session thread]
    restoration_status (*put)(restoration_coder *coder, restoration_string key,
                              const restoration_value *value);
    /// Starts an array or dictionary, by its kind. What follows, up to the matching `end`, are its
    /// elements or entries. At most 64 levels deep: RESTORATION_LIMIT beyond. Kinds as for `put`.
    /// [session thread]
    restoration_status (*begin)(restoration_coder *coder, restoration_string key, uint32_t kind);
    /// Ends the innermost array or dictionary. RESTORATION_INVALID if none is open. What is still
    /// open when `encode` returns makes the host discard this encode. [session thread]
    restoration_status (*end)(restoration_coder *coder);

    // Reading.

    /// Fetches the value under `key`, of the kind that `value->kind` names.
    ///
    /// RESTORATION_OK; RESTORATION_ABSENT if there is none; RESTORATION_MISMATCH if it is of
    /// another kind, or an integer that the wanted one cannot hold: only integers convert, between
    /// INTEGER and UNSIGNED. RESTORATION_INVALID if an array or dictionary is wanted, which is what
    /// `enter` is for. `*value` is written only with RESTORATION_OK.
    ///
    /// RESTORATION_KIND_ANY fetches the kind and not the value: `value->kind` receives it, INTEGER
    /// for every integer, of which one above INT64_MAX is fetched as UNSIGNED. Then call `get` with
    /// the same value for what is there, or `enter`. O(1).
    ///
    /// Inside an array a `get` that succeeds moves on to the next element; one that fails does
    /// not, nor one of RESTORATION_KIND_ANY: `skip` does.
    ///
    /// What `create` or `decode` gets, enters or copies, by whatever kind, counts as known to the
    /// class. Other keys are written again by later saves.
    ///
    /// A reference yields the object's handle; 0 for null, which is what a null reference is stored
    /// as. The object exists, but may not have decoded its state yet: what needs that waits for
    /// `finished`. An object that could not be restored is named like any other; its interfaces are
    /// null, and storing the reference again keeps it. RESTORATION_MISMATCH in `create` and
    /// `migrate`, which run before objects exist. The same object has the same handle each time. A
    /// child of the object that decodes is kept alive by it from here on, as it was when it was
    /// saved; otherwise the handle keeps nobody alive (`restoration_host.add_child`).
    /// [session thread]
    restoration_status (*get)(restoration_coder *coder, restoration_string key,
                              restoration_value *value);
    /// Steps into the array or dictionary under `key`; until `leave`, keys and order are its own.
    /// `*count` receives the number of elements or entries. `kind` is the one wanted, or
    /// RESTORATION_KIND_ANY for either. Inside an array, success moves the outer reading on to the
    /// next element; past the last: RESTORATION_ABSENT. What is still entered when the call returns
    /// is no fault. [session thread]
    restoration_status (*enter)(restoration_coder *coder, restoration_string key, uint32_t kind,
                                uint64_t *count);
    /// Steps out again, wherever the reading had come to. [session thread]
    restoration_status (*leave)(restoration_coder *coder);
    /// The key at `index`, from 0, in the order of writing, of the object or dictionary that is
    /// being read; the object itself tells no count. RESTORATION_ABSENT past the last one;
    /// RESTORATION_MISMATCH inside an array. The text stays readable like that of `get`.
    /// [session thread]
    restoration_status (*key_at)(restoration_coder *coder, uint64_t index,
                                 restoration_string *key);
    /// Moves on to the next element of the array that is being read, whatever this one is.
    /// RESTORATION_ABSENT past the last one; RESTORATION_INVALID outside an array. [session thread]
    restoration_status (*skip)(restoration_coder *coder);

    // Both.

    /// Copies a value of any kind, with all that is in it, from a coder for reading: how `migrate`
    /// takes over references, and values that it does not look at. A mark as sensitive comes along.
    /// Both keys are as for any put and get, so elements can be copied one by one; outside of
    /// `migrate` a reference becomes null. RESTORATION_ABSENT if `source` has none; the
    /// call does not fail for that. [session thread]
    restoration_status (*copy)(restoration_coder *coder, restoration_string key,
                               restoration_coder *source, restoration_string source_key);
    /// Marks the value under `key`, stored in this call, such as with RESTORATION_MARK_SENSITIVE.
    /// The mark stays if the value is replaced, and cannot be read back. RESTORATION_ABSENT if
    /// nothing is stored under `key`; RESTORATION_INVALID inside an array or dictionary;
    /// RESTORATION_UNSUPPORTED for a mark that the host does not know. [session thread]
    restoration_status (*mark)(restoration_coder *coder, restoration_string key, uint32_t marks);
    // Since the next minor version: new fields go here, never above.
};

/// How a value is marked.
enum {
    /// Private: tools say that the value is there and do not show it. It is for what a person
    /// typed; passwords do not belong into state at all.
    RESTORATION_MARK_SENSITIVE = 1
};

/// An element of an array has no key.
#ifdef __cplusplus
#define RESTORATION_ELEMENT (restoration_string{nullptr, 0})
#else
#define RESTORATION_ELEMENT ((restoration_string){NULL, 0})
#endif

/// Tells whether `coder` is there and has the field, so that a plugin built against a newer header
/// can ask before it calls. A coder is absent where a host has no state to lend.
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

/// Fetches a value of the kind that `value->kind` names.
static inline restoration_status
restoration_get(restoration_coder *coder, restoration_string key, restoration_value *value) {
    return RESTORATION_CODER_HAS(coder, get) ? coder->get(coder, key, value)
                                            : RESTORATION_UNSUPPORTED;
}

/// Fetches the kind of a value, RESTORATION_KIND_INTEGER for every integer: one above INT64_MAX
/// does not fit `restoration_get_int64`. Inside an array the element stays the next one.
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

/// RESTORATION_OK if the value is null, which inside an array is left behind.
static inline restoration_status
restoration_get_null(restoration_coder *coder, restoration_string key) {
    restoration_value value;
    value.kind = RESTORATION_KIND_NULL;
    value.reserved = 0;
    return restoration_get(coder, key, &value);
}

/// Steps into an array or dictionary.
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

/// Steps out of an array or dictionary.
static inline restoration_status restoration_leave(restoration_coder *coder) {
    return RESTORATION_CODER_HAS(coder, leave) ? coder->leave(coder) : RESTORATION_UNSUPPORTED;
}

/// Fetches the key at an index.
static inline restoration_status
restoration_key_at(restoration_coder *coder, uint64_t index, restoration_string *key) {
    return RESTORATION_CODER_HAS(coder, key_at) ? coder->key_at(coder, index, key)
                                               : RESTORATION_UNSUPPORTED;
}

/// Moves on to the next element.
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

/// `restoration_put_bool`, `restoration_get_bool`: 0 is false, all else true; read as 0 or 1.
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

/// Marks a value that has been stored as private.
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
