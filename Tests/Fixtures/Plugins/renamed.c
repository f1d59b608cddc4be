// Saves a text. The source builds plugins with three ids. OLD has the first id; NEW and RIVAL list
// it as a former id. With RESTORATION_RENAMED_CRASH, decoding crashes.
#include "fixture.h"

#ifdef REBUILT
// Another build of the same version.
__attribute__((used)) static const char rebuilt[4096] = {1};
#endif

#if defined(OLD)
#define ID "org.example.old"
#define FORMER
#define ROUTE "Frame/*"
#elif defined(NEW)
#define ID "org.example.new"
#define FORMER "formerly": ["org.example.old"],
#define ROUTE "Frame/*"
#else
#define ID "org.example.rival"
#define FORMER "formerly": ["org.example.old"],
#define ROUTE "Frame/Other"
#endif

REPLACED_MANIFEST({
    "manifest": 1, "id": ID, FORMER "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.test"],
    "classes": [{"id": "Memo", "version": 1, "routes": [ROUTE]}]
})

static restoration_status create(const restoration_creation_request *request, void **object) {
    const restoration_string name = request->path[request->path_count - 1];
    char *text = calloc(1, 64);
    snprintf(text, 64, "new %.*s", (int)name.count, name.bytes);
    *object = text;
    return RESTORATION_OK;
}

static restoration_status encode(void *object, restoration_coder *coder) {
    return restoration_put_string(coder, TEXT("text"), text_of(object));
}

static restoration_status decode(void *object, restoration_coder *coder) {
    restoration_string text;
    if (getenv("RESTORATION_RENAMED_CRASH") != NULL)
        *(volatile int *)(uintptr_t)8 = 1;
    restoration_status status = restoration_get_string(coder, TEXT("text"), &text);
    if (status == RESTORATION_OK)
        snprintf(object, 64, "%.*s, restored by " ID, (int)text.count, text.bytes);
    return status;
}

CLASS(memo_class, "Memo", 1, .create = create, .encode = encode, .decode = decode, .destroy = free);

ENTRY_POINT(ID, memo_class)
