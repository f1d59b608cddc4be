// A plugin with many small objects, to measure the cost of encoding them in a save.
#include <stddef.h>
#include <stdlib.h>

#include "restoration/plugin.h"

#define TEXT(literal) RESTORATION_LITERAL(literal)

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.items", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.benchmark"],
    "classes": [{"id": "Item", "version": 1, "routes": ["List/*"]}]
})

static restoration_status create(const restoration_creation_request *request, void **object) {
    (void)request;
    *object = calloc(1, 16);
    return *object != NULL ? RESTORATION_OK : RESTORATION_FAILED;
}

static restoration_status encode(void *object, restoration_coder *coder) {
    (void)object;
    restoration_put_string(coder, TEXT("title"), TEXT("twenty bytes of text"));
    restoration_put_int64(coder, TEXT("row"), 7);
    return restoration_put_double(coder, TEXT("offset"), 0.5);
}

static const restoration_class item = {
    .struct_size = sizeof item,
    .id = RESTORATION_INITIALIZER("Item"),
    .schema_version = 1,
    .create = create,
    .encode = encode,
    .destroy = free};

RESTORATION_PLUGIN("org.example.items", "1.0.0", &item)
