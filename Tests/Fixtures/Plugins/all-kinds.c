// Stores a value of every kind, and on reading finds each of them again.
#include <math.h>

#include "fixture.h"

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.all-kinds", "version": "1.0.0", "abi": "0.2",
    "applications": ["org.example.app"], "classes": [{"id": "AllKinds", "version": 1}]
})

#define OK(call) CHECK((call) == RESTORATION_OK)

static const uint8_t raw[] = {0, 1, 2, 255};
static const restoration_date moment = {-1, 999999999, 0};
static const restoration_uuid name = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}};

static restoration_status decode(void *object, restoration_coder *coder);

static restoration_status create(const restoration_creation_request *request, void **object) {
    *object = &host;
    // Parameters are read like state, and so is the state that comes with the request.
    if (request->parameters != NULL) return decode(NULL, request->parameters);
    return request->state != NULL ? decode(NULL, request->state) : RESTORATION_OK;
}

static restoration_status encode(void *object, restoration_coder *coder) {
    restoration_string none = RESTORATION_ELEMENT;
    OK(restoration_put_null(coder, TEXT("null")));
    OK(restoration_put_bool(coder, TEXT("yes"), 1));
    OK(restoration_put_bool(coder, TEXT("no"), 0));
    OK(restoration_put_int64(coder, TEXT("smallest"), INT64_MIN));
    OK(restoration_put_int64(coder, TEXT("minus"), -1));
    OK(restoration_put_uint64(coder, TEXT("largest"), UINT64_MAX));
    OK(restoration_put_uint64(coder, TEXT("seven"), 7));
    OK(restoration_put_float(coder, TEXT("float"), 0.1f));
    OK(restoration_put_double(coder, TEXT("double"), -0.0));
    OK(restoration_put_string(coder, TEXT("text"), TEXT("caf\xc3\xa9\0!")));
    OK(restoration_put_string(coder, TEXT("empty"), (restoration_string){NULL, 0}));
    OK(restoration_put_bytes(coder, TEXT("bytes"), (restoration_bytes){raw, sizeof raw}));
    OK(restoration_put_date(coder, TEXT("date"), moment));
    OK(restoration_put_uuid(coder, TEXT("uuid"), name));

    OK(restoration_begin_array(coder, TEXT("list")));
    OK(restoration_put_int64(coder, none, 1));
    OK(restoration_put_null(coder, none));
    OK(restoration_begin_dictionary(coder, none));
    OK(restoration_put_string(coder, TEXT("first"), TEXT("1")));
    OK(restoration_put_string(coder, TEXT("second"), TEXT("old")));
    OK(restoration_begin_array(coder, TEXT("inner")));
    OK(restoration_end(coder));
    OK(restoration_put_string(coder, TEXT("second"), TEXT("2")));
    OK(restoration_end(coder));
    OK(restoration_put_string(coder, none, TEXT("last")));
    OK(restoration_end(coder));

    // A second value replaces the first.
    OK(restoration_put_int64(coder, TEXT("twice"), 1));
    OK(restoration_put_string(coder, TEXT("twice"), TEXT("two")));
    return RESTORATION_OK;
}

static int same(restoration_string text, const char *expected, size_t count) {
    return text.count == count && memcmp(text.bytes, expected, count) == 0;
}

static restoration_status decode_scalars(restoration_coder *coder) {
    uint8_t flag = 9;
    int64_t integer = 9;
    uint64_t natural = 9;
    float single = 9;
    double real = 9;
    uint32_t kind = 0;
    OK(restoration_get_kind(coder, TEXT("null"), &kind));
    CHECK(kind == RESTORATION_KIND_NULL);
    OK(restoration_get_bool(coder, TEXT("yes"), &flag));
    CHECK(flag == 1);
    OK(restoration_get_bool(coder, TEXT("no"), &flag));
    CHECK(flag == 0);
    OK(restoration_get_int64(coder, TEXT("smallest"), &integer));
    CHECK(integer == INT64_MIN);
    OK(restoration_get_int64(coder, TEXT("minus"), &integer));
    CHECK(integer == -1);
    OK(restoration_get_uint64(coder, TEXT("largest"), &natural));
    CHECK(natural == UINT64_MAX);
    OK(restoration_get_int64(coder, TEXT("seven"), &integer));
    CHECK(integer == 7);
    OK(restoration_get_float(coder, TEXT("float"), &single));
    CHECK(single == 0.1f);
    OK(restoration_get_double(coder, TEXT("double"), &real));
    CHECK(real == 0 && signbit(real));
    return RESTORATION_OK;
}

static restoration_status decode_runs(restoration_coder *coder) {
    restoration_string text;
    restoration_bytes bytes;
    restoration_date date;
    restoration_uuid uuid;
    OK(restoration_get_string(coder, TEXT("text"), &text));
    CHECK(same(text, "caf\xc3\xa9\0!", 7));
    OK(restoration_get_string(coder, TEXT("empty"), &text));
    CHECK(text.count == 0);
    OK(restoration_get_bytes(coder, TEXT("bytes"), &bytes));
    CHECK(bytes.count == sizeof raw && memcmp(bytes.bytes, raw, sizeof raw) == 0);
    OK(restoration_get_date(coder, TEXT("date"), &date));
    CHECK(date.seconds == -1 && date.nanoseconds == 999999999);
    OK(restoration_get_uuid(coder, TEXT("uuid"), &uuid));
    CHECK(memcmp(&uuid, &name, sizeof uuid) == 0);
    OK(restoration_get_string(coder, TEXT("twice"), &text));
    CHECK(same(text, "two", 3));
    return RESTORATION_OK;
}

static restoration_status decode_list(restoration_coder *coder) {
    restoration_string none = RESTORATION_ELEMENT;
    restoration_string text;
    uint64_t count = 0;
    uint32_t kind = 0;
    int64_t integer = 0;
    OK(restoration_enter(coder, TEXT("list"), &count));
    CHECK(count == 4);
    OK(restoration_get_int64(coder, none, &integer));
    CHECK(integer == 1);
    OK(restoration_get_kind(coder, none, &kind));
    CHECK(kind == RESTORATION_KIND_NULL);
    CHECK(restoration_get_int64(coder, none, &integer) == RESTORATION_MISMATCH);
    OK(restoration_skip(coder));

    OK(restoration_enter(coder, none, &count));
    CHECK(count == 3);
    // Out of order, twice, and one that is not there.
    OK(restoration_get_string(coder, TEXT("second"), &text));
    CHECK(same(text, "2", 1));
    OK(restoration_get_string(coder, TEXT("first"), &text));
    CHECK(same(text, "1", 1));
    OK(restoration_get_string(coder, TEXT("first"), &text));
    CHECK(restoration_get_string(coder, TEXT("third"), &text) == RESTORATION_ABSENT);
    OK(restoration_enter(coder, TEXT("inner"), &count));
    CHECK(count == 0);
    CHECK(restoration_get_string(coder, none, &text) == RESTORATION_ABSENT);
    OK(restoration_leave(coder));
    OK(restoration_key_at(coder, 2, &text));
    CHECK(same(text, "second", 6));
    OK(restoration_key_at(coder, 0, &text));
    CHECK(same(text, "first", 5));
    CHECK(restoration_key_at(coder, 3, &text) == RESTORATION_ABSENT);
    OK(restoration_leave(coder));

    CHECK(restoration_key_at(coder, 0, &text) == RESTORATION_MISMATCH);
    OK(restoration_get_string(coder, none, &text));
    CHECK(same(text, "last", 4));
    CHECK(restoration_get_string(coder, none, &text) == RESTORATION_ABSENT);
    CHECK(restoration_skip(coder) == RESTORATION_ABSENT);
    OK(restoration_leave(coder));
    return RESTORATION_OK;
}

static restoration_status decode_keys(const void *object, restoration_coder *coder) {
    restoration_string first, last, key;
    OK(restoration_key_at(coder, 0, &first));
    OK(restoration_key_at(coder, 15, &last));
    CHECK(restoration_key_at(coder, 16, &key) == RESTORATION_ABSENT);
    // Parameters have no order of writing.
    CHECK(object == NULL || same(first, "null", 4));
    CHECK(object == NULL || same(last, "twice", 5));
    return RESTORATION_OK;
}

static restoration_status decode(void *object, restoration_coder *coder) {
    restoration_status status = decode_scalars(coder);
    if (status == RESTORATION_OK)
        status = decode_runs(coder);
    if (status == RESTORATION_OK)
        status = decode_list(coder);
    if (status == RESTORATION_OK)
        status = decode_keys(object, coder);
    return status;
}

CLASS(all_kinds, "AllKinds", 1, .create = create, .encode = encode, .decode = decode,
      .destroy = destroy_empty);

ENTRY_POINT("org.example.all-kinds", all_kinds)
