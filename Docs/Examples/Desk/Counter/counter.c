#include <desk.h>
#include <restoration/plugin.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

RESTORATION_MANIFEST({
    "manifest": 1,
    "id": "org.example.counter",
    "version": "1.0.0",
    "abi": "0.3",
    "applications": ["org.example.desk"],
    "classes": [{"id": "Counter", "version": 1, "routes": ["Desk/Counter"]}]
})

struct counter {
    desk_item item;            // the interface that the desk asks for
    restoration_handle handle; // identifies this object to the host
    int64_t lines;
};

static uint32_t show(void *context, char *text, uint32_t size) {
    const restoration_host *host = restoration_plugin_host;
    const struct counter *counter = context;
    const desk_info *desk = host->interface(host, RESTORATION_LITERAL(DESK_INFO));
    int count = snprintf(text, size, "%lld lines, start %llu", (long long)counter->lines,
                         desk != NULL ? (unsigned long long)desk->starts() : 0);
    return count < 0 ? 0 : (uint32_t)count < size ? (uint32_t)count : size;
}

static void type(void *context, const char *text, uint32_t count) {
    struct counter *counter = context;
    const restoration_host *host = restoration_plugin_host;
    (void)text, (void)count;
    counter->lines++;
    host->invalidate(host, counter->handle); // the desk saves soon
}

static restoration_status create(const restoration_creation_request *request, void **object) {
    const restoration_host *host = restoration_plugin_host;
    struct counter *counter = calloc(1, sizeof *counter);
    if (counter == NULL) {
        host->fail(host, RESTORATION_LITERAL("There is no memory left"));
        return RESTORATION_FAILED;
    }
    counter->item = (desk_item){sizeof(desk_item), 0, counter, show, type};
    counter->handle = request->object;
    *object = counter;
    return RESTORATION_OK;
}

static restoration_status encode(void *object, restoration_coder *coder) {
    const struct counter *counter = object;
    return restoration_put_int64(coder, RESTORATION_LITERAL("lines"), counter->lines);
}

static restoration_status decode(void *object, restoration_coder *coder) {
    struct counter *counter = object;
    restoration_status status =
        restoration_get_int64(coder, RESTORATION_LITERAL("lines"), &counter->lines);
    return status == RESTORATION_ABSENT ? RESTORATION_OK : status; // older state may lack the key
}

static const void *interface(void *object, restoration_string id) {
    struct counter *counter = object;
    bool is_item = id.count == strlen(DESK_ITEM) && memcmp(id.bytes, DESK_ITEM, id.count) == 0;
    return is_item ? &counter->item : NULL;
}

static const restoration_class counter_class = {
    .struct_size = sizeof counter_class,
    .schema_version = 1,
    .id = RESTORATION_INITIALIZER("Counter"),
    .create = create,
    .encode = encode,
    .decode = decode,
    .destroy = free,
    .interface = interface,
};

RESTORATION_PLUGIN("org.example.counter", "1.0.0", &counter_class)
