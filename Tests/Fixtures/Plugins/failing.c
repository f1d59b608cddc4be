// Each class fails in one way, or breaks one rule.
#include <pthread.h>

#include "fixture.h"

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.failing", "version": "1.0.0", "abi": "0.2",
    "applications": ["org.example.app"],
    "classes": [{"id": "Create", "version": 1}, {"id": "Nothing", "version": 1},
                {"id": "Encode", "version": 1}, {"id": "Open", "version": 1},
                {"id": "Decode", "version": 1}, {"id": "Silent", "version": 1},
                {"id": "Unknown", "version": 1}, {"id": "Told", "version": 1},
                {"id": "Text", "version": 1}, {"id": "Large", "version": 1},
                {"id": "Deep", "version": 1}, {"id": "Ended", "version": 1},
                {"id": "Keyed", "version": 1}, {"id": "Keyless", "version": 1},
                {"id": "Null", "version": 1}, {"id": "Date", "version": 1},
                {"id": "Gone", "version": 1}, {"id": "Careless", "version": 1},
                {"id": "Careful", "version": 1}, {"id": "Inner", "version": 1},
                {"id": "Worded", "version": 1}, {"id": "CreateTold", "version": 1},
                {"id": "Second", "version": 1}, {"id": "Repeated", "version": 1},
                {"id": "Nameless", "version": 1}, {"id": "Misplaced", "version": 1},
                {"id": "Buried", "version": 1}, {"id": "Dated", "version": 1},
                {"id": "Elsewhere", "version": 1}, {"id": "ElsewhereTold", "version": 1},
                {"id": "Contained", "version": 1}, {"id": "Shallow", "version": 1},
                {"id": "Forgetful", "version": 1}]
})

static restoration_status create(const restoration_creation_request *request, void **object) {
    *object = &host;
    return RESTORATION_OK;
}

static void destroy(void *object) {
    say("destroy");
}

static restoration_status create_fails(const restoration_creation_request *request, void **object) {
    host->fail(host, TEXT("an earlier reason"));
    host->fail(host, TEXT("the cat is\nout \x1b[31m"));
    return RESTORATION_FAILED;
}

static restoration_status create_nothing(const restoration_creation_request *request,
                                         void **object) {
    return RESTORATION_OK;
}

static restoration_status encode_fails(void *object, restoration_coder *coder) {
    restoration_put_int64(coder, TEXT("half"), 1);
    host->fail(host, TEXT("out of ink"));
    return RESTORATION_FAILED;
}

static restoration_status encode_forgets(void *object, restoration_coder *coder) {
    encode_fails(object, coder);
    return RESTORATION_OK;
}

static restoration_status encode_leaves_open(void *object, restoration_coder *coder) {
    restoration_begin_array(coder, TEXT("list"));
    return restoration_begin_dictionary(coder, RESTORATION_ELEMENT);
}

static restoration_status decode_fails(void *object, restoration_coder *coder) {
    host->fail(host, TEXT("cannot make sense of it"));
    return RESTORATION_FAILED;
}

static restoration_status fails_silently(void *object, restoration_coder *coder) {
    return RESTORATION_LIMIT;
}

static restoration_status fails_strangely(void *object, restoration_coder *coder) {
    return -77;
}

static restoration_status passes_on(void *object, restoration_coder *coder) {
    restoration_string text;
    return restoration_get_string(coder, TEXT("count"), &text);
}

// What follows passes on what the coder says, which names the key.

static restoration_status encode_text(void *object, restoration_coder *coder) {
    restoration_begin_dictionary(coder, TEXT("cat"));
    return restoration_put_string(coder, TEXT("name"), TEXT("\xFF"));
}

static restoration_status encode_large(void *object, restoration_coder *coder) {
    // Nobody reads the bytes: the size alone is too much.
    const restoration_bytes bytes = {(const uint8_t *)"", (uint64_t)1 << 40};
    return restoration_put_bytes(coder, TEXT("image"), bytes);
}

static restoration_status encode_deep(void *object, restoration_coder *coder) {
    restoration_status status = restoration_begin_array(coder, TEXT("tree"));
    while (status == RESTORATION_OK)
        status = restoration_begin_array(coder, RESTORATION_ELEMENT);
    return status;
}

static restoration_status encode_ended(void *object, restoration_coder *coder) {
    restoration_put_int64(coder, TEXT("age"), 7);
    return restoration_end(coder);
}

static restoration_status encode_keyed(void *object, restoration_coder *coder) {
    restoration_begin_array(coder, TEXT("list"));
    return restoration_put_int64(coder, TEXT("first"), 1);
}

static restoration_status encode_keyless(void *object, restoration_coder *coder) {
    return restoration_put_int64(coder, RESTORATION_ELEMENT, 1);
}

static restoration_status encode_null(void *object, restoration_coder *coder) {
    const restoration_string none = {NULL, 5};
    return restoration_put_string(coder, TEXT("title"), none);
}

static restoration_status encode_date(void *object, restoration_coder *coder) {
    const restoration_date date = {.seconds = 0, .nanoseconds = 1000000000};
    return restoration_put_date(coder, TEXT("born"), date);
}

static restoration_status encode_gone(void *object, restoration_coder *coder) {
    return restoration_put_reference(coder, TEXT("owner"), 123456789);
}

// What follows takes no notice of what the coder says, or not the whole of it.

static restoration_status encode_careless(void *object, restoration_coder *coder) {
    restoration_put_string(coder, TEXT("title"), TEXT("caf\xe9"));
    return restoration_put_int64(coder, TEXT("age"), 7);
}

static restoration_status encode_careful(void *object, restoration_coder *coder) {
    const restoration_bytes bytes = {(const uint8_t *)"caf\xe9", 4};
    restoration_status status = restoration_put_string(coder, TEXT("title"), TEXT("caf\xe9"));
    if (status == RESTORATION_INVALID) status = restoration_put_bytes(coder, TEXT("title"), bytes);
    return status;
}

static restoration_status encode_contained(void *object, restoration_coder *coder) {
    restoration_put_string(coder, TEXT("cats"), TEXT("\xff"));
    restoration_begin_array(coder, TEXT("cats"));
    restoration_end(coder);
    restoration_put_string(coder, TEXT("cat"), TEXT("\xff"));
    restoration_begin_dictionary(coder, TEXT("cat"));
    restoration_put_string(coder, TEXT("name"), TEXT("\xff"));
    restoration_begin_array(coder, TEXT("name"));
    restoration_end(coder);
    return restoration_end(coder);
}

static restoration_status encode_shallow(void *object, restoration_coder *coder) {
    for (int level = 0; level < 64; level += 1)
        restoration_begin_dictionary(coder, TEXT("branch"));
    if (restoration_begin_array(coder, TEXT("twigs")) == RESTORATION_LIMIT)
        restoration_put_int64(coder, TEXT("twigs"), 3);
    for (int level = 0; level < 64; level += 1)
        restoration_end(coder);
    return RESTORATION_OK;
}

static restoration_status encode_second(void *object, restoration_coder *coder) {
    restoration_put_string(coder, TEXT("title"), TEXT("caf\xe9"));
    restoration_put_string(coder, TEXT("name"), TEXT("\xff"));
    // Stores something in place of the first one alone.
    return encode_careful(object, coder);
}

static restoration_status encode_repeated(void *object, restoration_coder *coder) {
    restoration_begin_array(coder, TEXT("cats"));
    for (int cat = 0; cat < 2; cat += 1) {
        restoration_begin_dictionary(coder, RESTORATION_ELEMENT);
        restoration_put_string(coder, TEXT("name"), cat == 0 ? TEXT("\xff") : TEXT("Mitz"));
        restoration_end(coder);
    }
    return restoration_end(coder);
}

static restoration_status encode_nameless(void *object, restoration_coder *coder) {
    restoration_put_int64(coder, RESTORATION_ELEMENT, 1);
    return restoration_put_int64(coder, TEXT("age"), 7);
}

static restoration_status encode_misplaced(void *object, restoration_coder *coder) {
    restoration_begin_array(coder, TEXT("list"));
    restoration_put_int64(coder, TEXT("first"), 1);
    return restoration_end(coder);
}

static restoration_status encode_buried(void *object, restoration_coder *coder) {
    restoration_begin_array(coder, TEXT("tree"));
    // What is not begun, is not ended: the values behind it come to lie elsewhere.
    for (int level = 0; level < 64; level += 1)
        restoration_begin_array(coder, RESTORATION_ELEMENT);
    for (int level = 0; level < 64; level += 1)
        restoration_end(coder);
    return RESTORATION_OK;
}

static restoration_status encode_dated(void *object, restoration_coder *coder) {
    encode_date(object, coder);
    return restoration_put_int64(coder, TEXT("age"), 7);
}

static void *put_elsewhere(void *coder) {
    return (void *)(intptr_t)restoration_put_string(coder, TEXT("title"), TEXT("Mitz"));
}

static restoration_status encode_elsewhere_told(void *object, restoration_coder *coder) {
    pthread_t thread;
    void *status = NULL;
    if (pthread_create(&thread, NULL, put_elsewhere, coder) != 0) return RESTORATION_FAILED;
    pthread_join(thread, &status);
    return (restoration_status)(intptr_t)status;
}

static restoration_status encode_elsewhere(void *object, restoration_coder *coder) {
    encode_elsewhere_told(object, coder);
    return restoration_put_int64(coder, TEXT("age"), 7);
}

static restoration_status decode_inner(void *object, restoration_coder *coder) {
    uint64_t count;
    restoration_string text;
    restoration_enter(coder, TEXT("cats"), &count);
    restoration_skip(coder);
    restoration_enter(coder, RESTORATION_ELEMENT, &count);
    restoration_status status = restoration_get_string(coder, TEXT("age"), &text);
    restoration_leave(coder);
    restoration_leave(coder);
    return status;
}

static restoration_status decode_worded(void *object, restoration_coder *coder) {
    restoration_status status = decode_inner(object, coder);
    host->fail(host, TEXT("there is no cat"));
    return status;
}

static restoration_status create_told(const restoration_creation_request *request, void **object) {
    restoration_string text;
    return restoration_get_string(request->parameters, TEXT("count"), &text);
}

#define CLASS(identifier, name, create_it, encode_it, decode_it)                                   \
    static const restoration_class identifier = {                                                  \
        .struct_size = sizeof(restoration_class),                                                  \
        .schema_version = 1,                                                                       \
        .id = RESTORATION_INITIALIZER(name),                                                       \
        .create = create_it,                                                                       \
        .encode = encode_it,                                                                       \
        .decode = decode_it,                                                                       \
        .destroy = destroy}

CLASS(create_class, "Create", create_fails, NULL, NULL);
CLASS(nothing_class, "Nothing", create_nothing, NULL, NULL);
CLASS(encode_class, "Encode", create, encode_fails, NULL);
CLASS(forgetful_class, "Forgetful", create, encode_forgets, NULL);
CLASS(open_class, "Open", create, encode_leaves_open, NULL);
CLASS(decode_class, "Decode", create, NULL, decode_fails);
CLASS(silent_class, "Silent", create, fails_silently, NULL);
CLASS(unknown_class, "Unknown", create, fails_strangely, NULL);
CLASS(told_class, "Told", create, NULL, passes_on);
CLASS(text_class, "Text", create, encode_text, NULL);
CLASS(large_class, "Large", create, encode_large, NULL);
CLASS(deep_class, "Deep", create, encode_deep, NULL);
CLASS(ended_class, "Ended", create, encode_ended, NULL);
CLASS(keyed_class, "Keyed", create, encode_keyed, NULL);
CLASS(keyless_class, "Keyless", create, encode_keyless, NULL);
CLASS(null_class, "Null", create, encode_null, NULL);
CLASS(date_class, "Date", create, encode_date, NULL);
CLASS(gone_class, "Gone", create, encode_gone, NULL);
CLASS(careless_class, "Careless", create, encode_careless, NULL);
CLASS(careful_class, "Careful", create, encode_careful, NULL);
CLASS(second_class, "Second", create, encode_second, NULL);
CLASS(repeated_class, "Repeated", create, encode_repeated, NULL);
CLASS(nameless_class, "Nameless", create, encode_nameless, NULL);
CLASS(misplaced_class, "Misplaced", create, encode_misplaced, NULL);
CLASS(buried_class, "Buried", create, encode_buried, NULL);
CLASS(dated_class, "Dated", create, encode_dated, NULL);
CLASS(elsewhere_class, "Elsewhere", create, encode_elsewhere, NULL);
CLASS(elsewhere_told_class, "ElsewhereTold", create, encode_elsewhere_told, NULL);
CLASS(contained_class, "Contained", create, encode_contained, NULL);
CLASS(shallow_class, "Shallow", create, encode_shallow, NULL);
CLASS(inner_class, "Inner", create, NULL, decode_inner);
CLASS(worded_class, "Worded", create, NULL, decode_worded);
CLASS(create_told_class, "CreateTold", create_told, NULL, NULL);

ENTRY_POINT_OF("org.example.failing", &create_class, &nothing_class, &encode_class, &open_class,
               &decode_class, &silent_class, &unknown_class, &told_class, &text_class,
               &large_class, &deep_class, &ended_class, &keyed_class, &keyless_class, &null_class,
               &date_class, &gone_class, &careless_class, &careful_class, &inner_class,
               &worded_class, &create_told_class, &second_class, &repeated_class, &nameless_class,
               &misplaced_class, &buried_class, &dated_class, &elsewhere_class,
               &elsewhere_told_class, &contained_class, &shallow_class, &forgetful_class)
