// A plugin for headers of any time: the first ones, these, and later ones with more fields.
// -DTIME tells which: 0 for the first, 1 for these, 2 for later.
#include "fixture.h"

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.negotiation", "version": "1.0.0", "abi": "0.1",
    "applications": ["org.example.test"],
    "classes": [{"id": "Negotiator", "version": 1, "routes": ["Frame/*"]}]
})

static restoration_status create(const restoration_creation_request *request, void **object) {
    // What this plugin does not know of is there all the same, and what it knows is in its place.
    CHECK(request->path_count == 2);
    CHECK(request->object != 0);
#if TIME == 0
    CHECK(request->struct_size > sizeof *request);
    CHECK(host->struct_size > sizeof *host);
#elif TIME == 1
    CHECK(request->struct_size == sizeof *request);
    CHECK(host->struct_size == sizeof *host);
    CHECK(RESTORATION_HOST_HAS(host, arrived));
    // A host from before, as this plugin would see it.
    restoration_host before = *host;
    before.struct_size = offsetof(restoration_host, arrived);
    CHECK(!RESTORATION_HOST_HAS(&before, arrived));
#else
    CHECK(request->struct_size < sizeof *request);
    CHECK(host->struct_size < sizeof *host);
    CHECK(RESTORATION_HOST_HAS(host, query));
    CHECK(!RESTORATION_HOST_HAS(host, later));
#endif
    *object = calloc(1, 1);
    return RESTORATION_OK;
}

static restoration_status encode(void *object, restoration_coder *coder) {
    (void)object;
#if TIME == 0
    CHECK(coder->struct_size > sizeof *coder);
#elif TIME == 1
    // A host of the first headers, as this plugin would see it.
    restoration_coder first = *coder;
    first.struct_size = offsetof(restoration_coder, put_reference);
    CHECK(restoration_put_int64(&first, TEXT("number"), 5) == RESTORATION_OK);
    CHECK(restoration_put_reference(&first, TEXT("friend"), 0) == RESTORATION_UNSUPPORTED);
    CHECK(restoration_put_copy(&first, TEXT("a"), coder, TEXT("b")) == RESTORATION_UNSUPPORTED);
    CHECK(restoration_mark_sensitive(&first, TEXT("number")) == RESTORATION_UNSUPPORTED);
    CHECK(!RESTORATION_CODER_HAS(&first, schema_version));
    CHECK(RESTORATION_CODER_HAS(coder, schema_version));
    CHECK(restoration_put_reference(coder, TEXT("friend"), 0) == RESTORATION_OK);
#else
    CHECK(coder->struct_size < sizeof *coder);
    CHECK(RESTORATION_CODER_HAS(coder, mark_sensitive));
    CHECK(!RESTORATION_CODER_HAS(coder, later));
#endif
    return restoration_put_int64(coder, TEXT("number"), 5);
}

static restoration_status decode(void *object, restoration_coder *coder) {
    int64_t number;
    (void)object;
    CHECK(restoration_get_int64(coder, TEXT("number"), &number) == RESTORATION_OK);
    CHECK(number == 5);
    return RESTORATION_OK;
}

static void destroy(void *object) { free(object); }

static const restoration_class negotiator = {
    .struct_size = sizeof(restoration_class),
    .schema_version = 1,
    .id = RESTORATION_INITIALIZER("Negotiator"),
    .create = create,
    .encode = encode,
    .decode = decode,
    .destroy = destroy};

ENTRY_POINT("org.example.negotiation", negotiator)
