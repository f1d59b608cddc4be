/// The keyed store of one object's state, as a plugin sees it.
///
/// The host owns a coder and lends it for one call: of `create`, `encode`, `decode` or `migrate`,
/// of the function that writes parameters for `restoration_host.make`, or of a method by value
/// (`value_methods.h`). A coder is either for writing or for reading; functions of the other
/// direction return `RESTORATION_INVALID`. All functions belong to the session's thread: from
/// another one they return `RESTORATION_WRONG_THREAD` and store and read nothing; but the call for
/// which the coder was lent fails then, if it stores, whatever it returns.
///
/// Keys are 1 to 255 bytes of UTF-8. Inside an array (see `begin_array`, `enter`) values have no
/// key: pass `{NULL, 0}`; they are written and read in order.
///
/// Call them through the inline functions below, which spare the context argument:
///
///     restoration_put_string(coder, RESTORATION_LITERAL("draft"), draft);
#ifndef RESTORATION_CODER_H
#define RESTORATION_CODER_H

#include "restoration/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The kinds of value that an archive holds, as `get_kind` reports them.
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
    RESTORATION_KIND_REFERENCE = 12 ///< Another restorable object.
};

/// Collects or yields the state of one object. Owned by the host; valid until the call to which it
/// was passed returns.
typedef struct restoration_coder restoration_coder;
struct restoration_coder {
    uint32_t struct_size; ///< Size the host compiled; fields past it do not exist.
    uint32_t reserved;    ///< Zero.
    void *context;        ///< The host's own; a plugin leaves it alone.

    // Writing. Each stores one value under `key`, replacing an earlier one, and copies both.
    // RESTORATION_OK; RESTORATION_INVALID for a bad key or text that is not UTF-8;
    // RESTORATION_LIMIT if the value does not fit the archive's budget. What is refused makes the
    // call fail for which the coder was lent, whatever that returns, unless something else is
    // stored in its place; but a reference to an object that has ended may be left out.
    // [session thread]

    restoration_status (*put_null)(restoration_coder *coder, restoration_string key);
    restoration_status (*put_bool)(restoration_coder *coder, restoration_string key, uint8_t value);
    restoration_status (*put_int64)(restoration_coder *coder, restoration_string key,
                                    int64_t value);
    restoration_status (*put_uint64)(restoration_coder *coder, restoration_string key,
                                     uint64_t value);
    restoration_status (*put_float)(restoration_coder *coder, restoration_string key, float value);
    restoration_status (*put_double)(restoration_coder *coder, restoration_string key,
                                     double value);
    restoration_status (*put_string)(restoration_coder *coder, restoration_string key,
                                     restoration_string value);
    restoration_status (*put_bytes)(restoration_coder *coder, restoration_string key,
                                    restoration_bytes value);
    restoration_status (*put_date)(restoration_coder *coder, restoration_string key,
                                   restoration_date value);
    restoration_status (*put_uuid)(restoration_coder *coder, restoration_string key,
                                   restoration_uuid value);

    /// Starts an array under `key`. What follows, up to the matching `end`, are its elements.
    /// At most 64 levels deep: RESTORATION_LIMIT beyond. [session thread]
    restoration_status (*begin_array)(restoration_coder *coder, restoration_string key);
    /// Starts a dictionary under `key`. What follows, up to the matching `end`, are its entries.
    /// [session thread]
    restoration_status (*begin_dictionary)(restoration_coder *coder, restoration_string key);
    /// Ends the innermost array or dictionary. RESTORATION_INVALID if none is open. What is still
    /// open when `encode` returns makes the host discard this encode. [session thread]
    restoration_status (*end)(restoration_coder *coder);

    // Reading. Each fetches the value under `key` into `*value`. RESTORATION_OK;
    // RESTORATION_ABSENT if there is none; RESTORATION_MISMATCH if it is of another kind, or a
    // number that `*value` cannot hold. `*value` is written only with RESTORATION_OK.
    // Integers of either signedness are one kind, checked for range. [session thread]

    /// Inside an array the element stays the next one.
    restoration_status (*get_kind)(restoration_coder *coder, restoration_string key,
                                   uint32_t *kind);
    restoration_status (*get_bool)(restoration_coder *coder, restoration_string key,
                                   uint8_t *value);
    restoration_status (*get_int64)(restoration_coder *coder, restoration_string key,
                                    int64_t *value);
    restoration_status (*get_uint64)(restoration_coder *coder, restoration_string key,
                                     uint64_t *value);
    restoration_status (*get_float)(restoration_coder *coder, restoration_string key, float *value);
    restoration_status (*get_double)(restoration_coder *coder, restoration_string key,
                                     double *value);
    /// The text stays readable until the call to which the coder was passed returns.
    restoration_status (*get_string)(restoration_coder *coder, restoration_string key,
                                     restoration_string *value);
    /// The bytes stay readable until the call to which the coder was passed returns.
    restoration_status (*get_bytes)(restoration_coder *coder, restoration_string key,
                                    restoration_bytes *value);
    restoration_status (*get_date)(restoration_coder *coder, restoration_string key,
                                   restoration_date *value);
    restoration_status (*get_uuid)(restoration_coder *coder, restoration_string key,
                                   restoration_uuid *value);

    /// Steps into the array or dictionary under `key`; until `leave`, keys and order are its own.
    /// `*count` receives the number of elements or entries. Inside an array each successful get
    /// (but `get_kind`) or enter moves on to the next element; past the last: RESTORATION_ABSENT.
    /// [session thread]
    restoration_status (*enter)(restoration_coder *coder, restoration_string key, uint64_t *count);
    /// Steps out again, wherever the reading had come to. [session thread]
    restoration_status (*leave)(restoration_coder *coder);
    /// The key at `index` (0 to count - 1), in the order of writing, of the object or dictionary
    /// that is being read. RESTORATION_ABSENT past the last one; RESTORATION_MISMATCH inside an
    /// array. The text stays readable like that of `get_string`. [session thread]
    restoration_status (*key_at)(restoration_coder *coder, uint64_t index,
                                 restoration_string *key);
    /// Moves on to the next element of the array that is being read, whatever this one is: null and
    /// references have no getter. RESTORATION_ABSENT past the last one; RESTORATION_INVALID outside
    /// an array. [session thread]
    restoration_status (*skip)(restoration_coder *coder);

    // Other restorable objects.

    /// Stores a reference to another object of the session, of this plugin or not; 0 stores null.
    /// What is referred to is preserved too, with a record of its own. RESTORATION_INVALID for a
    /// stale handle, and outside of `encode`; `migrate` may store null, and copies what refers to
    /// objects (`put_copy`). [session thread]
    restoration_status (*put_reference)(restoration_coder *coder, restoration_string key,
                                        restoration_handle object);
    /// Fetches the object that a reference names; 0 for null. The object exists, but may not have
    /// decoded its state yet: what needs that waits for `finished`. An object that could not be
    /// restored is named like any other; its interfaces are null, and storing the reference again
    /// keeps it. RESTORATION_MISMATCH in `create` and `migrate`, which run before objects exist.
    /// The same object has the same handle each time.
    /// A child of the object that decodes is kept alive by it from here on, as it was when it was
    /// saved; otherwise the handle keeps nobody alive (`restoration_host.add_child`).
    /// [session thread]
    restoration_status (*get_reference)(restoration_coder *coder, restoration_string key,
                                        restoration_handle *object);
    /// Copies a value of any kind, with all that is in it, from a coder for reading: how `migrate`
    /// takes over references, and values that it does not look at. A mark as sensitive comes along.
    /// Both keys are as for any put and get, so elements can be copied one by one; outside of
    /// `migrate` a reference becomes null. RESTORATION_ABSENT if `source` has none.
    /// [session thread]
    restoration_status (*put_copy)(restoration_coder *coder, restoration_string key,
                                   restoration_coder *source, restoration_string source_key);
    /// Marks the value under `key`, stored by this `encode`, as private: tools say that it is there
    /// and do not show it. It is for what a person typed; passwords do not belong into state at
    /// all. RESTORATION_ABSENT if nothing is stored under `key`; RESTORATION_INVALID inside an
    /// array or dictionary. [session thread]
    restoration_status (*mark_sensitive)(restoration_coder *coder, restoration_string key);

    /// When reading: the schema version of the class that wrote this state, after `migrate` if that
    /// ran. When writing: the class's own. 0 where no class is involved.
    uint32_t schema_version;
    uint32_t reserved_too; ///< Zero.
    // Since the next minor version: new fields go here, never above.
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

/// Calls `put_null`, or returns RESTORATION_UNSUPPORTED where the host lacks it.
static inline restoration_status
restoration_put_null(restoration_coder *coder, restoration_string key) {
    return RESTORATION_CODER_HAS(coder, put_null) ? coder->put_null(coder, key)
                                                 : RESTORATION_UNSUPPORTED;
}

/// Calls `put_bool`, or returns RESTORATION_UNSUPPORTED where the host lacks it.
static inline restoration_status
restoration_put_bool(restoration_coder *coder, restoration_string key, uint8_t value) {
    return RESTORATION_CODER_HAS(coder, put_bool) ? coder->put_bool(coder, key, value)
                                                 : RESTORATION_UNSUPPORTED;
}

/// Calls `put_int64`, or returns RESTORATION_UNSUPPORTED where the host lacks it.
static inline restoration_status
restoration_put_int64(restoration_coder *coder, restoration_string key, int64_t value) {
    return RESTORATION_CODER_HAS(coder, put_int64) ? coder->put_int64(coder, key, value)
                                                  : RESTORATION_UNSUPPORTED;
}

/// Calls `put_uint64`, or returns RESTORATION_UNSUPPORTED where the host lacks it.
static inline restoration_status
restoration_put_uint64(restoration_coder *coder, restoration_string key, uint64_t value) {
    return RESTORATION_CODER_HAS(coder, put_uint64) ? coder->put_uint64(coder, key, value)
                                                   : RESTORATION_UNSUPPORTED;
}

/// Calls `put_float`, or returns RESTORATION_UNSUPPORTED where the host lacks it.
static inline restoration_status
restoration_put_float(restoration_coder *coder, restoration_string key, float value) {
    return RESTORATION_CODER_HAS(coder, put_float) ? coder->put_float(coder, key, value)
                                                  : RESTORATION_UNSUPPORTED;
}

/// Calls `put_double`, or returns RESTORATION_UNSUPPORTED where the host lacks it.
static inline restoration_status
restoration_put_double(restoration_coder *coder, restoration_string key, double value) {
    return RESTORATION_CODER_HAS(coder, put_double) ? coder->put_double(coder, key, value)
                                                   : RESTORATION_UNSUPPORTED;
}

/// Calls `put_string`, or returns RESTORATION_UNSUPPORTED where the host lacks it.
static inline restoration_status
restoration_put_string(restoration_coder *coder, restoration_string key, restoration_string value) {
    return RESTORATION_CODER_HAS(coder, put_string) ? coder->put_string(coder, key, value)
                                                   : RESTORATION_UNSUPPORTED;
}

/// Calls `put_bytes`, or returns RESTORATION_UNSUPPORTED where the host lacks it.
static inline restoration_status
restoration_put_bytes(restoration_coder *coder, restoration_string key, restoration_bytes value) {
    return RESTORATION_CODER_HAS(coder, put_bytes) ? coder->put_bytes(coder, key, value)
                                                  : RESTORATION_UNSUPPORTED;
}

/// Calls `put_date`, or returns RESTORATION_UNSUPPORTED where the host lacks it.
static inline restoration_status
restoration_put_date(restoration_coder *coder, restoration_string key, restoration_date value) {
    return RESTORATION_CODER_HAS(coder, put_date) ? coder->put_date(coder, key, value)
                                                 : RESTORATION_UNSUPPORTED;
}

/// Calls `put_uuid`, or returns RESTORATION_UNSUPPORTED where the host lacks it.
static inline restoration_status
restoration_put_uuid(restoration_coder *coder, restoration_string key, restoration_uuid value) {
    return RESTORATION_CODER_HAS(coder, put_uuid) ? coder->put_uuid(coder, key, value)
                                                 : RESTORATION_UNSUPPORTED;
}

/// Calls `begin_array`, or returns RESTORATION_UNSUPPORTED where the host lacks it.
static inline restoration_status
restoration_begin_array(restoration_coder *coder, restoration_string key) {
    return RESTORATION_CODER_HAS(coder, begin_array) ? coder->begin_array(coder, key)
                                                    : RESTORATION_UNSUPPORTED;
}

/// Calls `begin_dictionary`, or returns RESTORATION_UNSUPPORTED where the host lacks it.
static inline restoration_status
restoration_begin_dictionary(restoration_coder *coder, restoration_string key) {
    return RESTORATION_CODER_HAS(coder, begin_dictionary) ? coder->begin_dictionary(coder, key)
                                                         : RESTORATION_UNSUPPORTED;
}

/// Calls `end`, or returns RESTORATION_UNSUPPORTED where the host lacks it.
static inline restoration_status restoration_end(restoration_coder *coder) {
    return RESTORATION_CODER_HAS(coder, end) ? coder->end(coder) : RESTORATION_UNSUPPORTED;
}

/// Calls `get_kind`, or returns RESTORATION_UNSUPPORTED where the host lacks it.
static inline restoration_status
restoration_get_kind(restoration_coder *coder, restoration_string key, uint32_t *kind) {
    return RESTORATION_CODER_HAS(coder, get_kind) ? coder->get_kind(coder, key, kind)
                                                 : RESTORATION_UNSUPPORTED;
}

/// Calls `get_bool`, or returns RESTORATION_UNSUPPORTED where the host lacks it.
static inline restoration_status
restoration_get_bool(restoration_coder *coder, restoration_string key, uint8_t *value) {
    return RESTORATION_CODER_HAS(coder, get_bool) ? coder->get_bool(coder, key, value)
                                                 : RESTORATION_UNSUPPORTED;
}

/// Calls `get_int64`, or returns RESTORATION_UNSUPPORTED where the host lacks it.
static inline restoration_status
restoration_get_int64(restoration_coder *coder, restoration_string key, int64_t *value) {
    return RESTORATION_CODER_HAS(coder, get_int64) ? coder->get_int64(coder, key, value)
                                                  : RESTORATION_UNSUPPORTED;
}

/// Calls `get_uint64`, or returns RESTORATION_UNSUPPORTED where the host lacks it.
static inline restoration_status
restoration_get_uint64(restoration_coder *coder, restoration_string key, uint64_t *value) {
    return RESTORATION_CODER_HAS(coder, get_uint64) ? coder->get_uint64(coder, key, value)
                                                   : RESTORATION_UNSUPPORTED;
}

/// Calls `get_float`, or returns RESTORATION_UNSUPPORTED where the host lacks it.
static inline restoration_status
restoration_get_float(restoration_coder *coder, restoration_string key, float *value) {
    return RESTORATION_CODER_HAS(coder, get_float) ? coder->get_float(coder, key, value)
                                                  : RESTORATION_UNSUPPORTED;
}

/// Calls `get_double`, or returns RESTORATION_UNSUPPORTED where the host lacks it.
static inline restoration_status
restoration_get_double(restoration_coder *coder, restoration_string key, double *value) {
    return RESTORATION_CODER_HAS(coder, get_double) ? coder->get_double(coder, key, value)
                                                   : RESTORATION_UNSUPPORTED;
}

/// Calls `get_string`, or returns RESTORATION_UNSUPPORTED where the host lacks it.
static inline restoration_status
restoration_get_string(restoration_coder *coder, restoration_string key,
                       restoration_string *value) {
    return RESTORATION_CODER_HAS(coder, get_string) ? coder->get_string(coder, key, value)
                                                   : RESTORATION_UNSUPPORTED;
}

/// Calls `get_bytes`, or returns RESTORATION_UNSUPPORTED where the host lacks it.
static inline restoration_status
restoration_get_bytes(restoration_coder *coder, restoration_string key, restoration_bytes *value) {
    return RESTORATION_CODER_HAS(coder, get_bytes) ? coder->get_bytes(coder, key, value)
                                                  : RESTORATION_UNSUPPORTED;
}

/// Calls `get_date`, or returns RESTORATION_UNSUPPORTED where the host lacks it.
static inline restoration_status
restoration_get_date(restoration_coder *coder, restoration_string key, restoration_date *value) {
    return RESTORATION_CODER_HAS(coder, get_date) ? coder->get_date(coder, key, value)
                                                 : RESTORATION_UNSUPPORTED;
}

/// Calls `get_uuid`, or returns RESTORATION_UNSUPPORTED where the host lacks it.
static inline restoration_status
restoration_get_uuid(restoration_coder *coder, restoration_string key, restoration_uuid *value) {
    return RESTORATION_CODER_HAS(coder, get_uuid) ? coder->get_uuid(coder, key, value)
                                                 : RESTORATION_UNSUPPORTED;
}

/// Calls `enter`, or returns RESTORATION_UNSUPPORTED where the host lacks it.
static inline restoration_status
restoration_enter(restoration_coder *coder, restoration_string key, uint64_t *count) {
    return RESTORATION_CODER_HAS(coder, enter) ? coder->enter(coder, key, count)
                                              : RESTORATION_UNSUPPORTED;
}

/// Calls `leave`, or returns RESTORATION_UNSUPPORTED where the host lacks it.
static inline restoration_status restoration_leave(restoration_coder *coder) {
    return RESTORATION_CODER_HAS(coder, leave) ? coder->leave(coder) : RESTORATION_UNSUPPORTED;
}

/// Calls `key_at`, or returns RESTORATION_UNSUPPORTED where the host lacks it.
static inline restoration_status
restoration_key_at(restoration_coder *coder, uint64_t index, restoration_string *key) {
    return RESTORATION_CODER_HAS(coder, key_at) ? coder->key_at(coder, index, key)
                                               : RESTORATION_UNSUPPORTED;
}

/// Calls `skip`, or returns RESTORATION_UNSUPPORTED where the host lacks it.
static inline restoration_status restoration_skip(restoration_coder *coder) {
    return RESTORATION_CODER_HAS(coder, skip) ? coder->skip(coder) : RESTORATION_UNSUPPORTED;
}

/// Calls `put_reference`, or returns RESTORATION_UNSUPPORTED where the host lacks it.
static inline restoration_status
restoration_put_reference(restoration_coder *coder, restoration_string key,
                          restoration_handle object) {
    return RESTORATION_CODER_HAS(coder, put_reference) ? coder->put_reference(coder, key, object)
                                                      : RESTORATION_UNSUPPORTED;
}

/// Calls `get_reference`, or returns RESTORATION_UNSUPPORTED where the host lacks it.
static inline restoration_status
restoration_get_reference(restoration_coder *coder, restoration_string key,
                          restoration_handle *object) {
    return RESTORATION_CODER_HAS(coder, get_reference) ? coder->get_reference(coder, key, object)
                                                      : RESTORATION_UNSUPPORTED;
}

/// Calls `put_copy`, or returns RESTORATION_UNSUPPORTED where the host lacks it.
static inline restoration_status
restoration_put_copy(restoration_coder *coder, restoration_string key, restoration_coder *source,
                     restoration_string source_key) {
    return RESTORATION_CODER_HAS(coder, put_copy) ? coder->put_copy(coder, key, source, source_key)
                                                 : RESTORATION_UNSUPPORTED;
}

/// Calls `mark_sensitive`, or returns RESTORATION_UNSUPPORTED where the host lacks it.
static inline restoration_status
restoration_mark_sensitive(restoration_coder *coder, restoration_string key) {
    return RESTORATION_CODER_HAS(coder, mark_sensitive) ? coder->mark_sensitive(coder, key)
                                                       : RESTORATION_UNSUPPORTED;
}

#ifdef __cplusplus
}
#endif
#endif
