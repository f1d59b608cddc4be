// A plugin whose object dispatches its methods itself. Each -D of the compiler adds one fault.
#include "fixture.h"

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.values", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.app", "org.example.test"],
    "classes": [{"id": "Dial", "version": 1, "routes": ["Root/Dial"]}]
})

#ifndef TABLE_SIZE
#define TABLE_SIZE sizeof(restoration_value_methods)
#endif
#ifndef TABLE_FLAGS
#define TABLE_FLAGS 0
#endif
#ifndef LIST
#define LIST list
#endif

static int dial;

static int is(restoration_string text, const char *word) {
    return text.count == strlen(word) && memcmp(text.bytes, word, text.count) == 0;
}

__attribute__((unused)) static restoration_status failing(void *object, restoration_coder *coder) {
    host->fail(host, TEXT("There is no list today"));
    return RESTORATION_FAILED;
}

__attribute__((unused)) static restoration_status list(void *object, restoration_coder *methods) {
    static const char *const names[] = {"twice", "silent", "open", "gone", "refer", "mystery"};
    CHECK(object == &dial);
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        const restoration_string name = text_of(names[index]);
        CHECK(restoration_put_string(methods, name, TEXT("(int64) -> int64")) == RESTORATION_OK);
    }
    return RESTORATION_OK;
}

static restoration_status twice(restoration_coder *arguments, restoration_coder *result) {
    uint64_t count;
    int64_t number;
    CHECK(restoration_enter(arguments, TEXT("arguments"), &count) == RESTORATION_OK);
    if (count != 1) {
        restoration_put_int64(result, TEXT("needed"), 1);
        return RESTORATION_MISMATCH;
    }
    if (restoration_get_int64(arguments, RESTORATION_ELEMENT, &number) != RESTORATION_OK) {
        restoration_put_int64(result, TEXT("argument"), 1);
        restoration_put_string(result, TEXT("problem"), TEXT("is no number"));
        return RESTORATION_MISMATCH;
    }
    return restoration_put_int64(result, TEXT("result"), 2 * number);
}

static restoration_status call(void *object, restoration_string name, restoration_coder *arguments,
                               restoration_coder *result) {
    CHECK(object == &dial);
    if (is(name, "twice")) return twice(arguments, result);
    if (is(name, "silent")) return RESTORATION_MISMATCH;
    if (is(name, "gone")) return RESTORATION_ABSENT;
    if (is(name, "open")) return restoration_begin_array(result, TEXT("result"));
    if (is(name, "refer")) return restoration_put_reference(result, TEXT("result"), 1);
    return 77;
}

static restoration_status create(const restoration_creation_request *request, void **object) {
    *object = &dial;
    return RESTORATION_OK;
}

static const void *interface(void *object, restoration_string id) {
    static const restoration_value_methods table = {TABLE_SIZE, TABLE_FLAGS, LIST, call};
    return is(id, RESTORATION_VALUE_METHODS_INTERFACE) ? &table : NULL;
}

CLASS(dial_class, "Dial", 1, .create = create, .destroy = destroy_empty, .interface = interface);

ENTRY_POINT("org.example.values", dial_class)
