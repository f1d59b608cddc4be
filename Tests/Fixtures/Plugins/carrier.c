// Decodes state of any kind and encodes it unchanged. The creation parameters become its initial
// state. SwiftSample/Carrier.swift does the same in Swift.
#include "fixture.h"

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.carrier", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.test"], "classes": [{"id": "Carrier", "version": 1}]
})

/// A value with its key, and the next value of its array, dictionary or object.
typedef struct value value;
struct value {
    value *next;
    restoration_string key;
    uint32_t kind;
    /// Whether an integer fits only a uint64_t.
    uint8_t is_large;
    union {
        uint8_t flag;
        int64_t integer;
        uint64_t large;
        float single;
        double real;
        restoration_string text;
        restoration_bytes bytes;
        restoration_date date;
        restoration_uuid uuid;
        restoration_handle object;
        value *contents;
    } as;
};

typedef struct carrier {
    restoration_handle handle;
    value *state;
    uint32_t reason;
} carrier;

static void *copy(const void *bytes, uint64_t count) {
    if (count == 0) return NULL;
    void *own = malloc(count);
    memcpy(own, bytes, count);
    return own;
}

static restoration_string copy_text(restoration_string text) {
    return (restoration_string){copy(text.bytes, text.count), text.count};
}

static void release(value *values) {
    while (values != NULL) {
        value *next = values->next;
        if (values->kind == RESTORATION_KIND_STRING) free((void *)values->as.text.bytes);
        if (values->kind == RESTORATION_KIND_BYTES) free((void *)values->as.bytes.bytes);
        if (values->kind == RESTORATION_KIND_ARRAY || values->kind == RESTORATION_KIND_DICTIONARY)
            release(values->as.contents);
        free((void *)values->key.bytes);
        free(values);
        values = next;
    }
}

// Reading

static restoration_status read_values(carrier *self, restoration_coder *coder, int are_elements,
                                      value **values);

static restoration_status read_integer(restoration_coder *coder, restoration_string key,
                                       value *read) {
    restoration_status status = restoration_get_int64(coder, key, &read->as.integer);
    if (status != RESTORATION_MISMATCH) return status;
    read->is_large = 1;
    return restoration_get_uint64(coder, key, &read->as.large);
}

static restoration_status read_text(restoration_coder *coder, restoration_string key,
                                    value *read) {
    restoration_string lent = {NULL, 0};
    restoration_status status = restoration_get_string(coder, key, &lent);
    read->as.text = copy_text(lent);
    return status;
}

static restoration_status read_bytes(restoration_coder *coder, restoration_string key,
                                     value *read) {
    restoration_bytes lent = {NULL, 0};
    restoration_status status = restoration_get_bytes(coder, key, &lent);
    read->as.bytes = (restoration_bytes){copy(lent.bytes, lent.count), lent.count};
    return status;
}

/// References do not retain, so a referenced object below this one becomes its child. A dangling
/// reference becomes null.
static restoration_status read_reference(carrier *self, restoration_coder *coder,
                                         restoration_string key, value *read) {
    restoration_handle parent = 0;
    CHECK(restoration_get_reference(coder, key, &read->as.object) == RESTORATION_OK);
    if (read->as.object == 0) {
        read->kind = RESTORATION_KIND_NULL;
        return RESTORATION_OK;
    }
    CHECK(host->parent(host, read->as.object, &parent) == RESTORATION_OK);
    if (parent == self->handle)
        CHECK(host->add_child(host, self->handle, read->as.object) == RESTORATION_OK);
    return RESTORATION_OK;
}

static restoration_status read_container(carrier *self, restoration_coder *coder,
                                         restoration_string key, value *read) {
    uint64_t count = 0, found = 0;
    CHECK(restoration_enter(coder, key, &count) == RESTORATION_OK);
    restoration_status status = read_values(self, coder, read->kind == RESTORATION_KIND_ARRAY,
                                            &read->as.contents);
    if (status != RESTORATION_OK) return status;
    for (value *each = read->as.contents; each != NULL; each = each->next) found++;
    CHECK(found == count);
    return restoration_leave(coder);
}

static restoration_status read_value(carrier *self, restoration_coder *coder,
                                     restoration_string key, value *read) {
    switch (read->kind) {
    case RESTORATION_KIND_NULL: return RESTORATION_OK;
    case RESTORATION_KIND_BOOL: return restoration_get_bool(coder, key, &read->as.flag);
    case RESTORATION_KIND_INTEGER: return read_integer(coder, key, read);
    case RESTORATION_KIND_FLOAT: return restoration_get_float(coder, key, &read->as.single);
    case RESTORATION_KIND_DOUBLE: return restoration_get_double(coder, key, &read->as.real);
    case RESTORATION_KIND_STRING: return read_text(coder, key, read);
    case RESTORATION_KIND_BYTES: return read_bytes(coder, key, read);
    case RESTORATION_KIND_DATE: return restoration_get_date(coder, key, &read->as.date);
    case RESTORATION_KIND_UUID: return restoration_get_uuid(coder, key, &read->as.uuid);
    case RESTORATION_KIND_ARRAY:
    case RESTORATION_KIND_DICTIONARY: return read_container(self, coder, key, read);
    case RESTORATION_KIND_REFERENCE: return read_reference(self, coder, key, read);
    default: CHECK(!"the kind is known"); return RESTORATION_FAILED;
    }
}

/// Reads all values of the object, or of the entered array or dictionary.
static restoration_status read_values(carrier *self, restoration_coder *coder, int are_elements,
                                      value **values) {
    for (uint64_t index = 0;; index++) {
        restoration_string key = RESTORATION_ELEMENT;
        uint32_t kind = 0;
        restoration_status status =
            are_elements ? RESTORATION_OK : restoration_key_at(coder, index, &key);
        if (status == RESTORATION_ABSENT) return RESTORATION_OK;
        CHECK(status == RESTORATION_OK);
        status = restoration_get_kind(coder, key, &kind);
        if (are_elements && status == RESTORATION_ABSENT) return RESTORATION_OK;
        CHECK(status == RESTORATION_OK);

        value *read = calloc(1, sizeof *read);
        read->key = copy_text(key);
        read->kind = kind;
        *values = read;
        values = &read->next;
        CHECK(read_value(self, coder, key, read) == RESTORATION_OK);
        if (are_elements && kind == RESTORATION_KIND_NULL)
            CHECK(restoration_skip(coder) == RESTORATION_OK);
    }
}

// Writing

static restoration_status write_values(restoration_coder *coder, const value *values);

static restoration_status write_container(restoration_coder *coder, const value *written) {
    restoration_status status = written->kind == RESTORATION_KIND_ARRAY
                                    ? restoration_begin_array(coder, written->key)
                                    : restoration_begin_dictionary(coder, written->key);
    CHECK(status == RESTORATION_OK);
    status = write_values(coder, written->as.contents);
    return status == RESTORATION_OK ? restoration_end(coder) : status;
}

/// Writes null for an object that was deallocated since.
static restoration_status write_reference(restoration_coder *coder, const value *written) {
    restoration_status status =
        restoration_put_reference(coder, written->key, written->as.object);
    return status == RESTORATION_INVALID ? restoration_put_null(coder, written->key) : status;
}

static restoration_status write_value(restoration_coder *coder, const value *written) {
    restoration_string key = written->key;
    switch (written->kind) {
    case RESTORATION_KIND_NULL: return restoration_put_null(coder, key);
    case RESTORATION_KIND_BOOL: return restoration_put_bool(coder, key, written->as.flag);
    case RESTORATION_KIND_INTEGER:
        return written->is_large ? restoration_put_uint64(coder, key, written->as.large)
                                 : restoration_put_int64(coder, key, written->as.integer);
    case RESTORATION_KIND_FLOAT: return restoration_put_float(coder, key, written->as.single);
    case RESTORATION_KIND_DOUBLE: return restoration_put_double(coder, key, written->as.real);
    case RESTORATION_KIND_STRING: return restoration_put_string(coder, key, written->as.text);
    case RESTORATION_KIND_BYTES: return restoration_put_bytes(coder, key, written->as.bytes);
    case RESTORATION_KIND_DATE: return restoration_put_date(coder, key, written->as.date);
    case RESTORATION_KIND_UUID: return restoration_put_uuid(coder, key, written->as.uuid);
    case RESTORATION_KIND_REFERENCE: return write_reference(coder, written);
    default: return write_container(coder, written);
    }
}

static restoration_status write_values(restoration_coder *coder, const value *values) {
    for (const value *each = values; each != NULL; each = each->next)
        CHECK(write_value(coder, each) == RESTORATION_OK);
    return RESTORATION_OK;
}

// The class

static restoration_status create(const restoration_creation_request *request, void **object) {
    carrier *self = calloc(1, sizeof *self);
    self->handle = request->object;
    self->reason = request->reason;
    if (request->parameters != NULL)
        CHECK(read_values(self, request->parameters, 0, &self->state) == RESTORATION_OK);
    *object = self;
    return RESTORATION_OK;
}

static restoration_status encode(void *object, restoration_coder *coder) {
    const carrier *self = object;
    restoration_status status = write_values(coder, self->state);
    // The key itself says so, because a plugin cannot read the sensitive mark.
    for (const value *each = self->state; each != NULL && status == RESTORATION_OK;
         each = each->next)
        if (each->key.bytes[0] == '!') status = restoration_mark_sensitive(coder, each->key);
    return status;
}

/// Whether the object fails to decode when a desktop session is restored.
static int is_fragile(const carrier *self) {
    static const char key[] = "fragile";
    for (const value *each = self->state; each != NULL; each = each->next)
        if (each->key.count == strlen(key) && memcmp(each->key.bytes, key, strlen(key)) == 0)
            return 1;
    return 0;
}

static restoration_status decode(void *object, restoration_coder *coder) {
    carrier *self = object;
    restoration_status status = read_values(self, coder, 0, &self->state);
    if (status != RESTORATION_OK || self->reason != RESTORATION_REASON_SESSION) return status;
    CHECK(!is_fragile(self));
    return status;
}

static void destroy(void *object) {
    release(((carrier *)object)->state);
    free(object);
}

CLASS(carrier_class, "Carrier", 1, .create = create, .encode = encode, .decode = decode,
      .destroy = destroy);

ENTRY_POINT("org.example.carrier", carrier_class)
