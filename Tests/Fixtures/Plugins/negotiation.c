// A plugin for headers of several versions. -DTIME chooses one: FIRST; EARLIER, from before the
// last fields of properties; NOW; or LATER, with more fields at the end of every structure.
#include <stdbool.h>

#include "fixture.h"

#define FIRST 0
#define EARLIER 1
#define NOW 2
#define LATER 3

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.negotiation", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.test"],
    "classes": [{"id": "Negotiator", "version": 1, "routes": ["Frame/*"]}]
})

typedef struct self {
    int32_t page;
    double zoom;
    bool is_new, is_made;
} self;

static restoration_status create(const restoration_creation_request *request, void **object) {
    // Fields unknown to this plugin exist all the same, and the known fields are in their places.
    CHECK(request->path_count == 2);
    CHECK(request->object != 0);
#if TIME == FIRST
    CHECK(request->struct_size > sizeof *request);
    CHECK(host->struct_size > sizeof *host);
#elif TIME <= NOW
    CHECK(request->struct_size == sizeof *request);
    CHECK(host->struct_size == sizeof *host);
    CHECK(RESTORATION_HOST_HAS(host, arrived));
    // An older host, as this plugin would see it.
    restoration_host before = *host;
    before.struct_size = offsetof(restoration_host, arrived);
    CHECK(!RESTORATION_HOST_HAS(&before, arrived));
#else
    CHECK(request->struct_size < sizeof *request);
    CHECK(host->struct_size < sizeof *host);
    CHECK(RESTORATION_HOST_HAS(host, query));
    CHECK(!RESTORATION_HOST_HAS(host, later));
#endif
    self *created = calloc(1, sizeof *created);
    if (request->reason == RESTORATION_REASON_MAKE) *created = (self){.page = 7, .zoom = 1.5};
    created->is_new = request->reason == RESTORATION_REASON_MAKE;
    *object = created;
    return RESTORATION_OK;
}

#if TIME != FIRST
static restoration_status made(void *object) {
    self *self = object;
    CHECK(self->is_new && !self->is_made);
    self->is_made = true;
    return RESTORATION_OK;
}
#endif

#if TIME != FIRST
// The bytes after each table are invalid in any interpretation.
#define GUARDED(type, name, ...)                                                                   \
    static const struct {                                                                          \
        type table;                                                                                \
        unsigned char behind[32];                                                                  \
    } name = {{__VA_ARGS__}, {0xA5, 0xA5, 0xA5, 0xA5, 0xA5, 0xA5, 0xA5, 0xA5, 0xA5, 0xA5, 0xA5,    \
                              0xA5, 0xA5, 0xA5, 0xA5, 0xA5, 0xA5, 0xA5, 0xA5, 0xA5, 0xA5, 0xA5,    \
                              0xA5, 0xA5, 0xA5, 0xA5, 0xA5, 0xA5, 0xA5, 0xA5, 0xA5, 0xA5}}

#if TIME == EARLIER
#define PAGE_DEFAULT
#else
// Not stored, because it is the default.
#define PAGE_DEFAULT                                                                               \
    .flags = RESTORATION_PROPERTY_OMIT_DEFAULT, .restored_after = RESTORATION_INITIALIZER("zoom"), \
    .default_value = RESTORATION_INITIALIZER("7")
#endif

static double get_zoom(void *object) { return ((self *)object)->zoom; }
static void set_zoom(void *object, double zoom) { ((self *)object)->zoom = zoom; }
static int32_t get_page(void *object) { return ((self *)object)->page; }
// Restored after the zoom, if the headers can express the order.
static void set_page(void *object, int32_t page) {
    const bool is_late = TIME == EARLIER || ((self *)object)->zoom == 1.5;
    ((self *)object)->page = is_late ? page : -1;
}
static int32_t turned(void *object, int32_t by) { return ((self *)object)->page + by; }

GUARDED(restoration_property, page_property,
        .struct_size = sizeof(restoration_property),
        .key = RESTORATION_INITIALIZER("page"),
        .getter_signature = RESTORATION_INITIALIZER("(object) -> int32"),
        .getter = (restoration_function)get_page,
        .setter_signature = RESTORATION_INITIALIZER("(object, int32)"),
        .setter = (restoration_function)set_page,
        PAGE_DEFAULT);
GUARDED(restoration_property, zoom_property,
        .struct_size = sizeof(restoration_property),
        .key = RESTORATION_INITIALIZER("zoom"),
        .getter_signature = RESTORATION_INITIALIZER("(object) -> float64"),
        .getter = (restoration_function)get_zoom,
        .setter_signature = RESTORATION_INITIALIZER("(object, float64)"),
        .setter = (restoration_function)set_zoom);
GUARDED(restoration_method, turned_method,
        .struct_size = sizeof(restoration_method),
        .name = RESTORATION_INITIALIZER("turned"),
        .signature = RESTORATION_INITIALIZER("(object, int32) -> int32"),
        .function = (restoration_function)turned);

static const restoration_property *const properties[] = {&page_property.table,
                                                         &zoom_property.table};
static const restoration_method *const methods[] = {&turned_method.table};

static restoration_status list(void *object, restoration_coder *listed) {
    return restoration_put_string(listed, TEXT("greeted"), TEXT("() -> String"));
}

static restoration_status call(void *object, restoration_string name, restoration_coder *arguments,
                               restoration_coder *result) {
    CHECK(name.count == 7 && memcmp(name.bytes, "greeted", 7) == 0);
    return restoration_put_string(result, TEXT("result"), TEXT("Mitz"));
}

GUARDED(restoration_value_methods, value_methods,
        .struct_size = sizeof(restoration_value_methods), .list = list, .call = call);

static const void *interface(void *object, restoration_string id) {
    const restoration_string known = TEXT(RESTORATION_VALUE_METHODS_INTERFACE);
    const bool is_known = id.count == known.count && memcmp(id.bytes, known.bytes, id.count) == 0;
    return is_known ? &value_methods.table : NULL;
}
#endif

static restoration_status encode(void *object, restoration_coder *coder) {
    CHECK(((self *)object)->is_made == (TIME != FIRST && ((self *)object)->is_new));
#if TIME == FIRST
    CHECK(coder->struct_size > sizeof *coder);
#elif TIME <= NOW
    // A host with the first headers, as this plugin would see it.
    restoration_coder first = *coder;
    first.struct_size = offsetof(restoration_coder, copy);
    CHECK(restoration_put_int64(&first, TEXT("number"), 5) == RESTORATION_OK);
    CHECK(restoration_put_copy(&first, TEXT("a"), coder, TEXT("b")) == RESTORATION_UNSUPPORTED);
    CHECK(restoration_mark_sensitive(&first, TEXT("number")) == RESTORATION_UNSUPPORTED);
    CHECK(RESTORATION_CODER_HAS(&first, skip) && !RESTORATION_CODER_HAS(&first, copy));
    CHECK(RESTORATION_CODER_HAS(coder, mark));
    CHECK(restoration_put_reference(coder, TEXT("friend"), 0) == RESTORATION_OK);
#else
    CHECK(coder->struct_size < sizeof *coder);
    CHECK(RESTORATION_CODER_HAS(coder, mark));
    CHECK(!RESTORATION_CODER_HAS(coder, later));
#endif
    return restoration_put_int64(coder, TEXT("number"), 5);
}

static restoration_status decode(void *object, restoration_coder *coder) {
    int64_t number;
#if TIME == FIRST
#else
    CHECK(((self *)object)->zoom == 1.5);
    CHECK(((self *)object)->page == 7);
    // Depends on the plugin's own headers.
    CHECK(restoration_get_int64(coder, TEXT("page"), &number) ==
          (TIME == EARLIER ? RESTORATION_OK : RESTORATION_ABSENT));
#endif
    CHECK(restoration_get_int64(coder, TEXT("number"), &number) == RESTORATION_OK);
    CHECK(number == 5);
    return RESTORATION_OK;
}

static const restoration_class negotiator = {
    .struct_size = sizeof(restoration_class),
    .schema_version = 1,
    .id = RESTORATION_INITIALIZER("Negotiator"),
    .create = create,
    .encode = encode,
    .decode = decode,
    .destroy = free,
#if TIME != FIRST
    .interface = interface,
    .properties = properties,
    .property_count = sizeof properties / sizeof *properties,
    .methods = methods,
    .method_count = sizeof methods / sizeof *methods,
    .made = made,
#endif
};

ENTRY_POINT("org.example.negotiation", negotiator)
