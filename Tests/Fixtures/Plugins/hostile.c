// Objects that save correctly once, and then break a rule: in their writes, their reads or their
// calls to the host. Each class breaks one rule.
#include <malloc.h>
#include <pthread.h>

#include "fixture.h"

/// Each class with its route and its functions for encoding and decoding. `last` receives the last
/// class.
#define CLASSES(each, last)                                                                        \
    each(Good, "Desk/Good*", encode_good, load)                                                    \
    each(Sizes, "Desk/Sizes", encode_sizes, load)                                                  \
    each(Null, "Desk/Null", encode_null, load)                                                     \
    each(Text, "Desk/Text", encode_text, load)                                                     \
    each(Closing, "Desk/Closing", encode_closing, load)                                            \
    each(Large, "Desk/Large", encode_large, load)                                                  \
    each(Entries, "Desk/Entries", encode_entries, load)                                            \
    each(Keys, "Desk/Keys", encode_keys, load)                                                     \
    each(Thread, "Desk/Thread", encode_thread, load)                                               \
    each(Handles, "Desk/Handles", encode_handles, load)                                            \
    each(Kept, "Desk/{name}", encode_kept, load)                                                   \
    each(Reader, "Desk/Reader", encode_good, decode_reader)                                        \
    last(Stepper, "Desk/Stepper", encode_good, decode_stepper)

#define LISTED_LAST(name, route, ...) {"id": #name, "version": 1, "routes": [route]}
#define LISTED(...) LISTED_LAST(__VA_ARGS__),

REPLACED_MANIFEST({
    "manifest": 1, "id": "org.example.hostile", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.app"], "classes": [CLASSES(LISTED, LISTED_LAST)]
})

struct object {
    int saves;
    restoration_handle handle;
};

static const restoration_class Good_class;
static restoration_handle destroyed;
static restoration_coder *kept[2];

static restoration_status create(const restoration_creation_request *request, void **result) {
    struct object *object = calloc(1, sizeof *object);
    object->handle = request->object;
    // Two coders lent at the same time: at least one of them differs from the coder of `encode`.
    if (request->captures != NULL) {
        kept[0] = request->captures;
        kept[1] = request->parameters;
    }
    *result = object;
    return RESTORATION_OK;
}

static void destroy(void *object) {
    destroyed = ((struct object *)object)->handle;
    free(object);
}

static restoration_status sizes(restoration_coder *coder) {
    restoration_string text = {"x", UINT64_MAX - 3};
    restoration_bytes bytes = {(const uint8_t *)"x", UINT64_C(1) << 62};
    restoration_put_bytes(coder, TEXT("bytes"), bytes);
    return restoration_put_string(coder, TEXT("text"), text);
}

static restoration_status null(restoration_coder *coder) {
    restoration_string nothing = {NULL, 7};
    restoration_put_int64(coder, nothing, 1);
    restoration_put_string(NULL, TEXT("text"), nothing);
    coder->put(NULL, TEXT("uuid"), &(restoration_value){.kind = RESTORATION_KIND_UUID});
    coder->put(coder, TEXT("value"), NULL);
    coder->get(coder, TEXT("value"), NULL);
    return restoration_put_string(coder, TEXT("text"), nothing);
}

static restoration_status text(restoration_coder *coder) {
    restoration_string odd = {"\xf0\x28\x8c\x28\xff\xc0\x80", 7};
    host->log(host, 77, odd);
    host->log(host, RESTORATION_LOG_INFO, (restoration_string){NULL, UINT64_MAX});
    restoration_put_string(coder, odd, odd);
    restoration_put_string(coder, TEXT("text"), odd);
    host->fail(host, odd);
    host->fail(NULL, odd);
    return RESTORATION_FAILED;
}

static restoration_status closes(restoration_coder *coder) {
    for (int count = 0; count < 100; count++)
        restoration_end(coder);
    restoration_leave(coder);
    return restoration_skip(coder);
}

static restoration_status large(restoration_coder *coder) {
    static const uint8_t kilobyte[1024];
    restoration_bytes bytes = {kilobyte, sizeof kilobyte};
    restoration_status status = restoration_begin_array(coder, TEXT("large"));
    // Stops at the coder's first refusal.
    while (status == RESTORATION_OK)
        status = restoration_put_bytes(coder, RESTORATION_ELEMENT, bytes);
    return status;
}

// Stores values under many long keys, and ignores the coder's status. Fails with its own message if
// the host has retained more than half of the keys' size.
static restoration_status ignores_limits(restoration_coder *coder) {
    static char bytes[255];
    enum { COUNT = 1500000 };
    memset(bytes, 'k', sizeof bytes);
    size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
    for (int number = 0; number < COUNT; number++) {
        memcpy(bytes, &(const char[8]){'a' + number % 26, 'a' + number / 26 % 26,
                                       'a' + number / 676 % 26, 'a' + number / 17576 % 26,
                                       'a' + number / 456976 % 26, 'k', 'k', 'k'}, 8);
        restoration_put_bool(coder, (restoration_string){bytes, sizeof bytes}, 1);
    }
    size_t after = mallinfo2().uordblks + mallinfo2().hblkhd;
    if (after > before && after - before > (size_t)COUNT * sizeof bytes / 2) {
        host->fail(host, TEXT("the host keeps what it refuses"));
        return RESTORATION_FAILED;
    }
    return RESTORATION_OK;
}

static restoration_status entries(restoration_coder *coder) {
    restoration_begin_dictionary(coder, TEXT("entries"));
    restoration_status status = ignores_limits(coder);
    restoration_end(coder);
    return status;
}

static void *write_elsewhere(void *coder) {
    restoration_status status = RESTORATION_OK;
    for (int count = 0; count < 1000; count++)
        status = restoration_put_int64(coder, TEXT("elsewhere"), count);
    host->fail(host, TEXT("from elsewhere"));
    return (void *)(intptr_t)status;
}

static restoration_status elsewhere(restoration_coder *coder) {
    pthread_t thread;
    void *status = NULL;
    if (pthread_create(&thread, NULL, write_elsewhere, coder) != 0)
        return RESTORATION_FAILED;
    pthread_join(thread, &status);
    return (restoration_status)(intptr_t)status;
}

#define REFUSED(call) CHECK((call) == RESTORATION_INVALID)

/// Calls every function that takes an object handle, with an invalid handle.
static restoration_status no_object(restoration_handle own, restoration_handle gone,
                                    restoration_coder *coder) {
    const restoration_string id = TEXT("org.example.any/1");
    struct object mine;
    restoration_handle found = 5;
    const void *table = NULL;
    void *pointer = NULL;
    host->invalidate(host, gone);
    host->arrived(host, gone);
    REFUSED(host->add_child(host, own, gone));
    REFUSED(host->add_child(host, gone, own));
    REFUSED(host->remove_child(host, own, gone));
    REFUSED(host->remove_child(host, gone, own));
    REFUSED(host->parent(host, gone, &found));
    REFUSED(host->child_at(host, gone, 0, &found));
    REFUSED(host->make(host, gone, TEXT("Good3"), NULL, NULL, &found));
    REFUSED(host->adopt(host, gone, TEXT("Good3"), &Good_class, &mine, &found));
    REFUSED(host->register_object(host, gone, TEXT("Good3"), 0));
    // 0 means no parent, and a null reference.
    if (gone != 0) REFUSED(host->register_object(host, own, TEXT("Good3"), gone));
    REFUSED(host->object_interface(host, gone, id, &table, &pointer));
    CHECK(host->own_object(host, gone) == NULL);
    CHECK(found == 5 && table == NULL && pointer == NULL);
    if (gone == 0) return RESTORATION_INVALID;
    return restoration_put_reference(coder, TEXT("gone"), gone);
}

static restoration_status handles(restoration_handle own, restoration_coder *coder) {
    const restoration_handle gone[] = {0, UINT64_MAX, 1, UINT64_C(1) << 40, destroyed};
    CHECK(destroyed != 0 && destroyed != own);
    for (size_t index = 0; index < sizeof gone / sizeof *gone; index++)
        REFUSED(no_object(own, gone[index], coder));
    host->interface(host, (restoration_string){NULL, 9});
    host->interface(NULL, TEXT("org.example.any/1"));
    return RESTORATION_INVALID;
}

/// Calls every function that takes a coder, with a coder lent to a call that has ended.
static restoration_status uses_kept(restoration_coder *coder) {
    restoration_coder *const kept_one = kept[kept[0] == coder ? 1 : 0];
    const restoration_string key = TEXT("late");
    restoration_string text = {NULL, 0};
    restoration_bytes bytes = {NULL, 0};
    restoration_uuid uuid = {{0}};
    restoration_date date = {0, 0, 0};
    restoration_handle object = 0;
    uint64_t natural = 0;
    int64_t integer = 0;
    uint32_t kind = 0;
    double number = 0;
    float small = 0;
    uint8_t flag = 0;
    CHECK(kept_one != NULL && kept_one != coder);
    REFUSED(restoration_put_null(kept_one, key));
    REFUSED(restoration_put_bool(kept_one, key, 1));
    REFUSED(restoration_put_int64(kept_one, key, 1));
    REFUSED(restoration_put_uint64(kept_one, key, 1));
    REFUSED(restoration_put_float(kept_one, key, 1));
    REFUSED(restoration_put_double(kept_one, key, 1));
    REFUSED(restoration_put_string(kept_one, key, key));
    REFUSED(restoration_put_bytes(kept_one, key, bytes));
    REFUSED(restoration_put_date(kept_one, key, date));
    REFUSED(restoration_put_uuid(kept_one, key, uuid));
    REFUSED(restoration_begin_array(kept_one, key));
    REFUSED(restoration_begin_dictionary(kept_one, key));
    REFUSED(restoration_end(kept_one));
    REFUSED(restoration_get_kind(kept_one, key, &kind));
    REFUSED(restoration_get_bool(kept_one, key, &flag));
    REFUSED(restoration_get_int64(kept_one, key, &integer));
    REFUSED(restoration_get_uint64(kept_one, key, &natural));
    REFUSED(restoration_get_float(kept_one, key, &small));
    REFUSED(restoration_get_double(kept_one, key, &number));
    REFUSED(restoration_get_string(kept_one, key, &text));
    REFUSED(restoration_get_bytes(kept_one, key, &bytes));
    REFUSED(restoration_get_date(kept_one, key, &date));
    REFUSED(restoration_get_uuid(kept_one, key, &uuid));
    REFUSED(restoration_enter(kept_one, key, &natural));
    REFUSED(restoration_leave(kept_one));
    REFUSED(restoration_key_at(kept_one, 0, &text));
    REFUSED(restoration_skip(kept_one));
    REFUSED(restoration_put_reference(kept_one, key, 0));
    REFUSED(restoration_get_reference(kept_one, key, &object));
    REFUSED(restoration_put_copy(kept_one, key, coder, key));
    REFUSED(restoration_put_copy(coder, key, kept_one, key));
    REFUSED(restoration_mark_sensitive(kept_one, key));
    return RESTORATION_INVALID;
}

static restoration_status reads(restoration_coder *coder) {
    restoration_bytes bytes;
    restoration_get_int64(coder, TEXT("saves"), NULL);
    restoration_get_string(coder, TEXT("saves"), NULL);
    restoration_get_bytes(coder, (restoration_string){"saves", UINT64_MAX}, &bytes);
    return restoration_get_bytes(coder, TEXT("saves"), &bytes);
}

static restoration_status steps(restoration_coder *coder) {
    uint64_t count;
    for (int step = 0; step < 1000; step++)
        restoration_leave(coder);
    restoration_put_int64(coder, TEXT("saves"), 1);
    return restoration_enter(coder, TEXT("saves"), &count);
}

static restoration_status save(struct object *object, restoration_coder *coder) {
    return restoration_put_int64(coder, TEXT("saves"), ++object->saves);
}

static restoration_status load(void *object, restoration_coder *coder) {
    int64_t saves = 0;
    restoration_status status = restoration_get_int64(coder, TEXT("saves"), &saves);
    ((struct object *)object)->saves = (int)saves;
    return status;
}

static restoration_status encode_good(void *object, restoration_coder *coder) {
    return save(object, coder);
}

#define HOSTILE_WRITER(name, function)                                                             \
    static restoration_status encode_##name(void *object, restoration_coder *coder) {              \
        return ((struct object *)object)->saves == 0 ? save(object, coder) : function(coder);      \
    }

HOSTILE_WRITER(sizes, sizes)
HOSTILE_WRITER(null, null)
HOSTILE_WRITER(text, text)
HOSTILE_WRITER(closing, closes)
HOSTILE_WRITER(large, large)
HOSTILE_WRITER(entries, entries)
HOSTILE_WRITER(keys, ignores_limits)
HOSTILE_WRITER(thread, elsewhere)
HOSTILE_WRITER(kept, uses_kept)

static restoration_status encode_handles(void *object, restoration_coder *coder) {
    struct object *self = object;
    return self->saves == 0 ? save(self, coder) : handles(self->handle, coder);
}

static restoration_status decode_reader(void *object, restoration_coder *coder) {
    return reads(coder);
}

static restoration_status decode_stepper(void *object, restoration_coder *coder) {
    return steps(coder);
}

#define HOSTILE(name, route, encoder, decoder)                                                     \
    CLASS(name##_class, #name, 1, .create = create, .encode = encoder, .decode = decoder,          \
          .destroy = destroy);
CLASSES(HOSTILE, HOSTILE)

#define POINTER(name, ...) &name##_class,

ENTRY_POINT_OF("org.example.hostile", CLASSES(POINTER, POINTER))
