// Shared definitions of the tests' plugins. Each plugin is compiled when a test needs it.
#ifndef FIXTURE_H
#define FIXTURE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "restoration/plugin.h"

#define TEXT(literal) RESTORATION_LITERAL(literal)

// Most plugins here ignore some parameters of the interface.
#pragma GCC diagnostic ignored "-Wunused-parameter"

/// The host passed to the entry point.
static const restoration_host *host;

static inline restoration_string text_of(const char *characters) {
    return (restoration_string){characters, strlen(characters)};
}

static inline void say(const char *line) { host->log(host, RESTORATION_LOG_INFO, text_of(line)); }

/// Fails the running function with the text of the condition, unless it holds.
#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            host->fail(host, TEXT(#condition));                                                    \
            return RESTORATION_FAILED;                                                             \
        }                                                                                          \
    } while (0)

/// A manifest with macros. The preprocessor expands macro arguments before the manifest becomes a
/// string.
#define REPLACED_MANIFEST(...) RESTORATION_MANIFEST(__VA_ARGS__)

/// Creates an object without data.
static inline restoration_status create_empty(const restoration_creation_request *request,
                                              void **object) {
    *object = &host;
    return RESTORATION_OK;
}

static inline void destroy_empty(void *object) {}

/// Defines a class with the given functions, such as `.create = create`.
#define CLASS(name, class_id, version, ...)                                                        \
    static const restoration_class name = {.struct_size = sizeof(restoration_class),               \
                                           .schema_version = version,                              \
                                           .id = RESTORATION_INITIALIZER(class_id),                \
                                           __VA_ARGS__}

/// Defines the entry point of a plugin with some classes. Each call runs a statement.
#define ENTRY_POINT_RUNNING(statement, plugin_id, ...)                                             \
    RESTORATION_EXPORT const restoration_plugin *restoration_plugin_entry(                         \
        const restoration_host *given) {                                                           \
        static const restoration_class *classes[] = {__VA_ARGS__};                                 \
        static const restoration_plugin plugin = {                                                 \
            .struct_size = sizeof(restoration_plugin),                                             \
            .abi_version = RESTORATION_ABI_VERSION,                                                \
            .id = {plugin_id, sizeof(plugin_id) - 1},                                              \
            .version = {"1.0.0", 5},                                                               \
            .classes = classes,                                                                    \
            .class_count = sizeof classes / sizeof *classes};                                      \
        host = given;                                                                              \
        statement;                                                                                 \
        return &plugin;                                                                            \
    }

/// Defines the entry point of a plugin with some classes.
#define ENTRY_POINT_OF(plugin_id, ...) ENTRY_POINT_RUNNING((void)0, plugin_id, __VA_ARGS__)

/// Defines the entry point of a plugin with one class.
#define ENTRY_POINT(plugin_id, class_name) ENTRY_POINT_OF(plugin_id, &class_name)

#endif
