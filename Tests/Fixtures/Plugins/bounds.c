// Makes invalid requests to its coder, and checks that each is refused as coder.h states.
#include <pthread.h>

#include "fixture.h"

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.bounds", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.app"], "classes": [{"id": "Bounds", "version": 1}]
})

static restoration_coder *kept;
static uint8_t is_placeless;

static restoration_status create(const restoration_creation_request *request, void **object) {
    is_placeless = 0;
    restoration_get_bool(request->parameters, TEXT("placeless"), &is_placeless);
    *object = &host;
    return RESTORATION_OK;
}

static void destroy(void *object) {
    // The coder of an earlier call.
    if (kept != NULL && restoration_put_null(kept, TEXT("late")) == RESTORATION_INVALID)
        say("a coder that was kept does nothing");
}

static void *from_another_thread(void *coder) {
    restoration_status status = restoration_put_int64(coder, TEXT("other"), 1);
    return status == RESTORATION_WRONG_THREAD ? coder : NULL;
}

/// Stores invalid values at places that cannot take a replacement value.
static restoration_status encode_placeless(restoration_coder *coder) {
    restoration_string none = RESTORATION_ELEMENT;
    char long_key[256];
    memset(long_key, 'k', sizeof long_key);

    CHECK(restoration_put_int64(coder, none, 1) == RESTORATION_INVALID);
    CHECK(restoration_put_int64(coder, (restoration_string){NULL, 3}, 1) == RESTORATION_INVALID);
    CHECK(restoration_put_int64(coder, (restoration_string){"a", UINT64_MAX}, 1) ==
          RESTORATION_INVALID);
    CHECK(restoration_put_int64(coder, (restoration_string){long_key, 256}, 1) ==
          RESTORATION_INVALID);
    CHECK(restoration_put_int64(coder, TEXT("\xff"), 1) == RESTORATION_INVALID);
    CHECK(restoration_put_reference(coder, none, 0) == RESTORATION_INVALID);

    for (int depth = 0; depth < 64; depth++)
        CHECK(restoration_begin_array(coder, depth == 0 ? TEXT("deep") : none) == RESTORATION_OK);
    CHECK(restoration_begin_array(coder, none) == RESTORATION_LIMIT);
    CHECK(restoration_put_int64(coder, TEXT("key"), 1) == RESTORATION_INVALID);
    for (int depth = 0; depth < 64; depth++)
        CHECK(restoration_end(coder) == RESTORATION_OK);

    CHECK(restoration_begin_dictionary(coder, TEXT("dictionary")) == RESTORATION_OK);
    CHECK(restoration_put_int64(coder, none, 1) == RESTORATION_INVALID);
    CHECK(restoration_end(coder) == RESTORATION_OK);

    pthread_t thread;
    void *refused = NULL;
    CHECK(pthread_create(&thread, NULL, from_another_thread, coder) == 0);
    pthread_join(thread, &refused);
    CHECK(refused == coder);
    return RESTORATION_OK;
}

#define OK(call) CHECK((call) == RESTORATION_OK)

static restoration_status encode_list(restoration_coder *coder) {
    restoration_string none = RESTORATION_ELEMENT;
    OK(restoration_begin_array(coder, TEXT("list")));
    OK(restoration_put_null(coder, none));
    OK(restoration_begin_dictionary(coder, none));
    OK(restoration_put_string(coder, TEXT("first"), TEXT("1")));
    OK(restoration_put_string(coder, TEXT("second"), TEXT("old")));
    OK(restoration_put_string(coder, TEXT("second"), TEXT("2")));
    OK(restoration_end(coder));
    OK(restoration_put_string(coder, none, TEXT("last")));
    return restoration_end(coder);
}

static int same(restoration_string text, const char *expected) {
    return text.count == strlen(expected) && memcmp(text.bytes, expected, text.count) == 0;
}

static restoration_status decode_list(restoration_coder *coder) {
    restoration_string none = RESTORATION_ELEMENT;
    restoration_string text;
    uint64_t count = 0;
    int64_t integer = 0;

    OK(restoration_enter(coder, TEXT("list"), &count));
    CHECK(count == 3);
    CHECK(restoration_get_int64(coder, none, &integer) == RESTORATION_MISMATCH);
    OK(restoration_skip(coder));

    OK(restoration_enter(coder, none, &count));
    CHECK(count == 2);
    // Out of order, twice, and a missing key.
    OK(restoration_get_string(coder, TEXT("second"), &text));
    CHECK(same(text, "2"));
    OK(restoration_get_string(coder, TEXT("first"), &text));
    OK(restoration_get_string(coder, TEXT("first"), &text));
    CHECK(same(text, "1"));
    CHECK(restoration_get_string(coder, TEXT("third"), &text) == RESTORATION_ABSENT);
    OK(restoration_key_at(coder, 1, &text));
    CHECK(same(text, "second"));
    CHECK(restoration_key_at(coder, 2, &text) == RESTORATION_ABSENT);
    OK(restoration_leave(coder));

    CHECK(restoration_key_at(coder, 0, &text) == RESTORATION_MISMATCH);
    OK(restoration_get_string(coder, none, &text));
    CHECK(same(text, "last"));
    CHECK(restoration_get_string(coder, none, &text) == RESTORATION_ABSENT);
    CHECK(restoration_skip(coder) == RESTORATION_ABSENT);
    return restoration_leave(coder);
}

static restoration_status encode(void *object, restoration_coder *coder) {
    if (is_placeless) return encode_placeless(coder);
    restoration_string none = RESTORATION_ELEMENT;
    uint64_t count;
    int64_t integer;

    CHECK(restoration_put_int64(NULL, TEXT("a"), 1) == RESTORATION_UNSUPPORTED);
    CHECK(restoration_put_string(coder, TEXT("a"), TEXT("\xc3\x28")) == RESTORATION_INVALID);
    CHECK(restoration_put_string(coder, TEXT("a"), (restoration_string){NULL, 1}) ==
          RESTORATION_INVALID);
    restoration_bytes huge = {(const uint8_t *)"", 2u << 30};
    CHECK(restoration_put_bytes(coder, TEXT("a"), huge) == RESTORATION_LIMIT);
    CHECK(restoration_put_date(coder, TEXT("a"), (restoration_date){0, 1000000000, 0}) ==
          RESTORATION_INVALID);
    CHECK(coder->put(coder, TEXT("a"), NULL) == RESTORATION_INVALID);
    CHECK(restoration_put(coder, TEXT("a"), &(restoration_value){.kind = RESTORATION_KIND_ARRAY}) ==
          RESTORATION_INVALID);
    CHECK(restoration_put(coder, TEXT("a"), &(restoration_value){.kind = RESTORATION_KIND_ANY}) ==
          RESTORATION_INVALID);
    CHECK(restoration_put(coder, TEXT("a"), &(restoration_value){.kind = 77}) ==
          RESTORATION_UNSUPPORTED);
    CHECK(coder->begin(coder, TEXT("a"), 77) == RESTORATION_UNSUPPORTED);
    CHECK(coder->begin(coder, TEXT("a"), RESTORATION_KIND_STRING) == RESTORATION_INVALID);
    CHECK(coder->mark(coder, TEXT("a"), 2) == RESTORATION_UNSUPPORTED);
    // Replaces the refused values; without it, the call would fail.
    CHECK(restoration_put_null(coder, TEXT("a")) == RESTORATION_OK);
    CHECK(restoration_end(coder) == RESTORATION_INVALID);
    CHECK(restoration_get_int64(coder, TEXT("a"), &integer) == RESTORATION_INVALID);
    CHECK(restoration_enter(coder, TEXT("a"), &count) == RESTORATION_INVALID);
    CHECK(restoration_leave(coder) == RESTORATION_INVALID);

    for (int depth = 0; depth < 64; depth++)
        CHECK(restoration_begin_array(coder, depth == 0 ? TEXT("deep") : none) == RESTORATION_OK);
    for (int depth = 0; depth < 64; depth++)
        CHECK(restoration_end(coder) == RESTORATION_OK);

    CHECK(restoration_begin_dictionary(coder, TEXT("dictionary")) == RESTORATION_OK);
    CHECK(restoration_end(coder) == RESTORATION_OK);

    CHECK(encode_list(coder) == RESTORATION_OK);
    CHECK(restoration_put_int64(coder, TEXT("negative"), -1) == RESTORATION_OK);
    CHECK(restoration_put_uint64(coder, TEXT("large"), UINT64_MAX) == RESTORATION_OK);
    kept = coder;
    return RESTORATION_OK;
}

static restoration_status decode(void *object, restoration_coder *coder) {
    restoration_string none = RESTORATION_ELEMENT;
    uint64_t natural = 9;
    int64_t integer = 9;
    uint32_t kind = 9;
    restoration_string text;

    CHECK(decode_list(coder) == RESTORATION_OK);
    CHECK(restoration_get_int64(coder, TEXT("absent"), &integer) == RESTORATION_ABSENT);
    CHECK(restoration_get_kind(coder, TEXT("absent"), &kind) == RESTORATION_ABSENT);
    CHECK(restoration_get_uint64(coder, TEXT("negative"), &natural) == RESTORATION_MISMATCH);
    CHECK(restoration_get_int64(coder, TEXT("large"), &integer) == RESTORATION_MISMATCH);
    CHECK(restoration_get_string(coder, TEXT("large"), &text) == RESTORATION_MISMATCH);
    CHECK(restoration_skip(coder) == RESTORATION_INVALID);
    CHECK(restoration_enter(coder, TEXT("large"), &natural) == RESTORATION_MISMATCH);
    CHECK(restoration_get_int64(coder, none, &integer) == RESTORATION_INVALID);
    CHECK(restoration_get_int64(coder, TEXT("negative"), NULL) == RESTORATION_INVALID);
    CHECK(restoration_put_int64(coder, TEXT("a"), 1) == RESTORATION_INVALID);
    CHECK(restoration_begin_array(coder, TEXT("a")) == RESTORATION_INVALID);
    CHECK(restoration_end(coder) == RESTORATION_INVALID);
    CHECK(restoration_leave(coder) == RESTORATION_INVALID);
    CHECK(natural == 9 && integer == 9 && kind == 9);

    restoration_value value = {.kind = RESTORATION_KIND_ARRAY};
    CHECK(restoration_get(coder, TEXT("deep"), &value) == RESTORATION_INVALID);
    value.kind = 77;
    CHECK(restoration_get(coder, TEXT("deep"), &value) == RESTORATION_MISMATCH && value.kind == 77);
    CHECK(restoration_get(coder, TEXT("absent"), &value) == RESTORATION_ABSENT);
    CHECK(coder->enter(coder, TEXT("deep"), 77, &natural) == RESTORATION_MISMATCH);
    CHECK(coder->enter(coder, TEXT("deep"), RESTORATION_KIND_STRING, &natural) ==
          RESTORATION_INVALID);
    value.kind = RESTORATION_KIND_ANY;
    CHECK(restoration_get(coder, TEXT("deep"), &value) == RESTORATION_OK);
    CHECK(value.kind == RESTORATION_KIND_ARRAY);
    value.kind = RESTORATION_KIND_ANY;
    CHECK(restoration_get(coder, TEXT("large"), &value) == RESTORATION_OK);
    CHECK(value.kind == RESTORATION_KIND_INTEGER);
    CHECK(restoration_get(coder, TEXT("large"), &value) == RESTORATION_MISMATCH);
    value.kind = RESTORATION_KIND_UNSIGNED;
    CHECK(restoration_get(coder, TEXT("large"), &value) == RESTORATION_OK);
    CHECK(value.data.uint64 == UINT64_MAX);
    CHECK(restoration_get_kind(coder, TEXT("large"), &kind) == RESTORATION_OK);
    CHECK(kind == RESTORATION_KIND_INTEGER);
    CHECK(restoration_get_null(coder, TEXT("a")) == RESTORATION_OK);
    CHECK(restoration_get_null(coder, TEXT("large")) == RESTORATION_MISMATCH);
    CHECK(restoration_enter_dictionary(coder, TEXT("deep"), &natural) == RESTORATION_MISMATCH);
    CHECK(restoration_enter_array(coder, TEXT("dictionary"), &natural) == RESTORATION_MISMATCH);
    CHECK(coder->enter(coder, TEXT("deep"), RESTORATION_KIND_NULL, &natural) ==
          RESTORATION_INVALID);

    for (int depth = 0; depth < 64; depth++)
        CHECK(restoration_enter(coder, depth == 0 ? TEXT("deep") : none, &natural) ==
              RESTORATION_OK);
    CHECK(restoration_enter(coder, none, &natural) == RESTORATION_LIMIT);
    CHECK(restoration_get_int64(coder, TEXT("key"), &integer) == RESTORATION_INVALID);
    // Left open, because reads need not be balanced.
    return RESTORATION_OK;
}

CLASS(bounds, "Bounds", 1, .create = create, .encode = encode, .decode = decode,
      .destroy = destroy);

ENTRY_POINT("org.example.bounds", bounds)
