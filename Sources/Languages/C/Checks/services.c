// The services of a session for the program's classes. Each refuses the call if a jump has left a
// callback, and otherwise forwards it to Swift.
#include <string.h>

#include "slots.h"

#define SERVICE(host)                                                                              \
    const restoration_host *inner = NULL;                                                          \
    const restoration_status refused = restoration_slot_service((host)->context, &inner);          \
    if (refused != RESTORATION_OK)                                                                 \
    return refused
#define SERVICE_OR(host, otherwise)                                                                \
    const restoration_host *inner = NULL;                                                          \
    if (restoration_slot_service((host)->context, &inner) != RESTORATION_OK)                       \
    return otherwise

static void log_line(const restoration_host *host, uint32_t level, restoration_string message) {
    SERVICE_OR(host, );
    inner->log(inner, level, message);
}

static void fail(const restoration_host *host, restoration_string message) {
    SERVICE_OR(host, );
    inner->fail(inner, message);
}

static void invalidate(const restoration_host *host, restoration_handle object) {
    SERVICE_OR(host, );
    inner->invalidate(inner, object);
}

static const void *interface(const restoration_host *host, restoration_string id) {
    SERVICE_OR(host, NULL);
    return inner->interface(inner, id);
}

static restoration_status add_child(const restoration_host *host, restoration_handle parent,
                                    restoration_handle child) {
    SERVICE(host);
    return inner->add_child(inner, parent, child);
}

static restoration_status remove_child(const restoration_host *host, restoration_handle parent,
                                       restoration_handle child) {
    SERVICE(host);
    return inner->remove_child(inner, parent, child);
}

static restoration_status parent(const restoration_host *host, restoration_handle object,
                                 restoration_handle *parent) {
    SERVICE(host);
    return inner->parent(inner, object, parent);
}

static restoration_status child_at(const restoration_host *host, restoration_handle object,
                                   uint64_t index, restoration_handle *child) {
    SERVICE(host);
    return inner->child_at(inner, object, index, child);
}

static restoration_status make(const restoration_host *host, restoration_handle parent,
                               restoration_string identifier,
                               restoration_status (*write_parameters)(void *context,
                                                                      restoration_coder *coder),
                               void *context, restoration_handle *object) {
    SERVICE(host);
    return inner->make(inner, parent, identifier, write_parameters, context, object);
}

static restoration_status adopt(const restoration_host *host, restoration_handle parent,
                                restoration_string identifier,
                                const struct restoration_class *object_class, void *object,
                                restoration_handle *handle) {
    SERVICE(host);
    return inner->adopt(inner, parent, identifier, object_class, object, handle);
}

static restoration_status register_object(const restoration_host *host, restoration_handle object,
                                          restoration_string identifier,
                                          restoration_handle parent) {
    SERVICE(host);
    return inner->register_object(inner, object, identifier, parent);
}

static restoration_status find(const restoration_host *host, const restoration_string *path,
                               uint64_t count, restoration_handle *object) {
    SERVICE(host);
    return inner->find(inner, path, count, object);
}

static void *own_object(const restoration_host *host, restoration_handle object) {
    SERVICE_OR(host, NULL);
    return inner->own_object(inner, object);
}

static restoration_status object_interface(const restoration_host *host, restoration_handle object,
                                           restoration_string id, const void **table,
                                           void **pointer) {
    SERVICE(host);
    return inner->object_interface(inner, object, id, table, pointer);
}

static restoration_status query(const restoration_host *host, restoration_string key,
                                restoration_string *value) {
    SERVICE(host);
    return inner->query(inner, key, value);
}

static void arrived(const restoration_host *host, restoration_handle object) {
    SERVICE_OR(host, );
    inner->arrived(inner, object);
}

static void report_progress(const restoration_host *host) {
    SERVICE_OR(host, );
    inner->report_progress(inner);
}

void restoration_make_services(restoration_host *services, void *context,
                               const restoration_host *inner) {
    memset(services, 0, sizeof *services);
    services->struct_size = sizeof *services;
    services->abi_version = inner->abi_version;
    services->context = context;
    services->application = inner->application;
    services->log = log_line;
    services->fail = fail;
    services->invalidate = invalidate;
    services->interface = interface;
    services->add_child = add_child;
    services->remove_child = remove_child;
    services->parent = parent;
    services->child_at = child_at;
    services->make = make;
    services->adopt = adopt;
    services->register_object = register_object;
    services->find = find;
    services->own_object = own_object;
    services->object_interface = object_interface;
    services->query = query;
    services->arrived = arrived;
    services->report_progress = report_progress;
}
