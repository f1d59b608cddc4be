// A minimal plugin. The benchmark copies it under many ids.
#include <stddef.h>

#include "restoration/plugin.h"

#define TEXT(literal) {literal, sizeof(literal) - 1}

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.p0000", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.benchmark"], "name": "Plugin p0000",
    "summary": "One of many, for measuring.", "authors": ["Ada"], "license": "Apache-2.0",
    "classes": [{"id": "Panel", "version": 1, "routes": ["Tabs/*/p0000", "Tabs/p0000/{pet}/Edit"]}]
})

static restoration_status create(const restoration_creation_request *request, void **object) {
    (void)request;
    static int it;
    *object = &it;
    return RESTORATION_OK;
}

static restoration_status encode(void *object, restoration_coder *coder) {
    (void)object;
    (void)coder;
    return RESTORATION_OK;
}

static void destroy(void *object) { (void)object; }

RESTORATION_EXPORT const restoration_plugin *restoration_plugin_entry(
    const restoration_host *host) {
    (void)host;
    static const restoration_class panel = {
        .struct_size = sizeof panel,
        .id = TEXT("Panel"),
        .schema_version = 1,
        .create = create,
        .encode = encode,
        .decode = encode,
        .destroy = destroy};
    static const restoration_class *const classes[] = {&panel};
    static const restoration_plugin plugin = {
        .struct_size = sizeof plugin,
        .abi_version = RESTORATION_ABI_VERSION,
        .id = TEXT("org.example.p0000"),
        .version = TEXT("1.0.0"),
        .classes = classes,
        .class_count = 1};
    return &plugin;
}
