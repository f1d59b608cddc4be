// A plugin whose descriptor agrees with its manifest ("1.0" equals "1.0.0"). Each -D replaces one
// field, mostly by a faulty value. REFUSES makes the entry point return null.
#include "fixture.h"

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.descriptor", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.app"], "classes": [{"id": "Only", "version": 3}]
})

#ifndef PLUGIN_ID
#define PLUGIN_ID "org.example.descriptor"
#endif
#ifndef PLUGIN_VERSION
#define PLUGIN_VERSION "1.0"
#endif
#ifndef PLUGIN_SIZE
#define PLUGIN_SIZE sizeof(restoration_plugin)
#endif
#ifndef PLUGIN_ABI
#define PLUGIN_ABI RESTORATION_ABI_VERSION
#endif
#ifndef CLASS_COUNT
#define CLASS_COUNT 1
#endif
#ifndef CLASSES
#define CLASSES classes
#endif
#ifndef CLASS_NAME
#define CLASS_NAME "Only"
#endif
#ifndef CLASS_SIZE
#define CLASS_SIZE sizeof(restoration_class)
#endif
#ifndef CLASS_VERSION
#define CLASS_VERSION 3
#endif
#ifndef CREATE
#define CREATE create_empty
#endif
#ifndef DESTROY
#define DESTROY destroy_empty
#endif

static restoration_status made(void *object) {
    host->fail(host, TEXT("there is nothing to make"));
    return RESTORATION_FAILED;
}

RESTORATION_EXPORT const restoration_plugin *restoration_plugin_entry(
    const restoration_host *given) {
    static const restoration_class class = {
        .struct_size = CLASS_SIZE,
        .schema_version = CLASS_VERSION,
        .id = {CLASS_NAME, sizeof(CLASS_NAME) - 1},
        .create = CREATE,
        .destroy = DESTROY,
        .made = made};
    static const restoration_class *classes[] = {&class, NULL};
    static const restoration_plugin plugin = {
        .struct_size = PLUGIN_SIZE,
        .abi_version = PLUGIN_ABI,
        .id = {PLUGIN_ID, sizeof(PLUGIN_ID) - 1},
        .version = {PLUGIN_VERSION, sizeof(PLUGIN_VERSION) - 1},
        .classes = CLASSES,
        .class_count = CLASS_COUNT};
    (void)create_empty;
    (void)destroy_empty;
    (void)classes;
    host = given;
#ifdef REFUSES
    say("entered");
    host->fail(host, TEXT("there is no cat in this program"));
    return NULL;
#endif
    return &plugin;
}
