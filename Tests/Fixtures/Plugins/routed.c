// Claims one path, and saves a text.
#include "fixture.h"

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.routed", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.tested"],
    "classes": [{"id": "Routed", "version": 1, "routes": ["Root/Routed"]}]
})

typedef struct routed {
    char text[64];
} routed;

static restoration_status create(const restoration_creation_request *request, void **object) {
    *object = calloc(1, sizeof(routed));
    return RESTORATION_OK;
}

static restoration_status encode(void *object, restoration_coder *coder) {
    routed *self = object;
    return restoration_put_string(
        coder, TEXT("text"), (restoration_string){self->text, strlen(self->text)});
}

static restoration_status decode(void *object, restoration_coder *coder) {
    routed *self = object;
    restoration_string saved;
    CHECK(host->query(host, TEXT("saved.time"), &saved) == RESTORATION_OK);
    CHECK(saved.count == 20 && memcmp(saved.bytes, "1893456000.500000000", 20) == 0);
    CHECK(host->query(host, TEXT("saved.system.version"), &saved) == RESTORATION_OK);
    CHECK(host->query(host, TEXT("saved.application.version"), &saved) == RESTORATION_ABSENT);
    restoration_string text;
    restoration_status status = restoration_get_string(coder, TEXT("text"), &text);
    if (status != RESTORATION_OK) return status;
    uint64_t count = text.count < sizeof self->text - 1 ? text.count : sizeof self->text - 1;
    memcpy(self->text, text.bytes, count);
    return RESTORATION_OK;
}

CLASS(class, "Routed", 1, .create = create, .encode = encode, .decode = decode, .destroy = free);

ENTRY_POINT("org.example.routed", class)
