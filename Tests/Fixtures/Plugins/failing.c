// Each class fails in one way, or breaks one rule.
#include <pthread.h>

#include "fixture.h"

/// Each class with its functions for creating, encoding and decoding. `last` receives the last
/// class.
#define CLASSES(each, last)                                                                        \
    each(Create, create_fails, NULL, NULL)                                                         \
    each(Nothing, create_nothing, NULL, NULL)                                                      \
    each(Encode, create_empty, encode_fails, NULL)                                                 \
    each(Forgetful, create_empty, encode_forgets, NULL)                                            \
    each(Open, create_empty, encode_leaves_open, NULL)                                             \
    each(Decode, create_empty, NULL, decode_fails)                                                 \
    each(Silent, create_empty, fails_silently, NULL)                                               \
    each(Unknown, create_empty, fails_strangely, NULL)                                             \
    each(Told, create_empty, NULL, passes_on)                                                      \
    each(Text, create_empty, encode_text, NULL)                                                    \
    each(Large, create_empty, encode_large, NULL)                                                  \
    each(Deep, create_empty, encode_deep, NULL)                                                    \
    each(Ended, create_empty, encode_ended, NULL)                                                  \
    each(Keyed, create_empty, encode_keyed, NULL)                                                  \
    each(Keyless, create_empty, encode_keyless, NULL)                                              \
    each(Null, create_empty, encode_null, NULL)                                                    \
    each(Date, create_empty, encode_date, NULL)                                                    \
    each(Gone, create_empty, encode_gone, NULL)                                                    \
    each(Careless, create_empty, encode_careless, NULL)                                            \
    each(Careful, create_empty, encode_careful, NULL)                                              \
    each(Second, create_empty, encode_second, NULL)                                                \
    each(Repeated, create_empty, encode_repeated, NULL)                                            \
    each(Elsewhere, create_empty, encode_elsewhere, NULL)                                          \
    each(Contained, create_empty, encode_contained, NULL)                                          \
    each(Shallow, create_empty, encode_shallow, NULL)                                              \
    each(Inner, create_empty, NULL, decode_inner)                                                  \
    each(Worded, create_empty, NULL, decode_worded)                                                \
    last(CreateTold, create_told, NULL, NULL)

#define LISTED_LAST(name, ...) {"id": #name, "version": 1}
#define LISTED(name, ...) LISTED_LAST(name),

REPLACED_MANIFEST({
    "manifest": 1, "id": "org.example.failing", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.app"], "classes": [CLASSES(LISTED, LISTED_LAST)]
})

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

// These functions return the coder's status; the coder's message names the key.

static restoration_status encode_text(void *object, restoration_coder *coder) {
    restoration_begin_dictionary(coder, TEXT("cat"));
    return restoration_put_string(coder, TEXT("name"), TEXT("\xFF"));
}

static restoration_status encode_large(void *object, restoration_coder *coder) {
    // The bytes are never read, because the size alone is too large.
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

// These functions ignore the coder's status, or handle it only partly.

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
    // Replaces the first refused value alone.
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

static void *put_elsewhere(void *coder) {
    restoration_put_string(coder, TEXT("title"), TEXT("Mitz"));
    return NULL;
}

static restoration_status encode_elsewhere(void *object, restoration_coder *coder) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, put_elsewhere, coder) != 0) return RESTORATION_FAILED;
    pthread_join(thread, NULL);
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

#define FAILING(name, create_it, encode_it, decode_it)                                             \
    CLASS(name##_class, #name, 1, .create = create_it, .encode = encode_it, .decode = decode_it,   \
          .destroy = destroy);
CLASSES(FAILING, FAILING)

#define POINTER(name, ...) &name##_class,

ENTRY_POINT_OF("org.example.failing", CLASSES(POINTER, POINTER))
