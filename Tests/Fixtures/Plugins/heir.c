// A class, and the converter from X 1 to it (see converting.c).
#include "fixture.h"

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.heir", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.test"],
    "classes": [{"id": "Heir", "version": 1}],
    "converters": [{"id": "HeirFromX",
                    "from": {"plugin": "org.example.x", "class": "X", "version": 1},
                    "to": {"class": "Heir", "version": 1}}]
})

static restoration_status create(const restoration_creation_request *request, void **result) {
    *result = calloc(1, 96);
    return RESTORATION_OK;
}

static restoration_status encode(void *self, restoration_coder *coder) {
    return restoration_put_string(coder, TEXT("inherited"), text_of(self));
}

static restoration_status decode(void *self, restoration_coder *coder) {
    restoration_string found;
    restoration_status status = restoration_get_string(coder, TEXT("inherited"), &found);
    if (status == RESTORATION_OK)
        snprintf(self, 96, "%.*s", (int)found.count, found.bytes);
    return status;
}

CLASS(heir, "Heir", 1, .create = create, .encode = encode, .decode = decode, .destroy = free);

static restoration_status heir_from_x(const restoration_converter *converter,
                                      restoration_coder *state, restoration_coder *converted) {
    return restoration_put_copy(converted, TEXT("inherited"), state, TEXT("text"));
}

static const restoration_converter heir_converter = {
    .struct_size = sizeof heir_converter,
    .id = RESTORATION_INITIALIZER("HeirFromX"),
    .convert = heir_from_x};

RESTORATION_PLUGIN_WITH_CONVERTERS("org.example.heir", "1.0.0", (&heir), (&heir_converter))
