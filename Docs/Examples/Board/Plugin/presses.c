#include <board.h>
#include <restoration/plugin.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

RESTORATION_MANIFEST({
    "manifest": 1,
    "id": "org.example.presses",
    "version": "1.0.0",
    "abi": "0.3",
    "applications": ["local.board"],
    "classes": [{"id": "Presses", "version": 1, "routes": ["Stack/Content/Widget"]}]
})

typedef struct {
    board_content content;     // the board's interface
    restoration_handle handle; // identifies this object to the host
    int64_t count;
} Presses;

static uint32_t show(void *context, char *text, uint32_t size) {
    const Presses *presses = context;
    int count = snprintf(text, size, "pressed %lld times", (long long)presses->count);
    return count < 0 ? 0 : (uint32_t)count < size ? (uint32_t)count : size - 1;
}

static void press(void *context) {
    Presses *presses = context;
    const restoration_host *host = restoration_plugin_host;
    presses->count++;
    host->invalidate(host, presses->handle); // the program saves soon
}

static restoration_status create(const restoration_creation_request *request, void **object) {
    Presses *presses = calloc(1, sizeof *presses);
    if (presses == NULL) return RESTORATION_FAILED;
    presses->content = (board_content){sizeof(board_content), 0, presses, show, press};
    presses->handle = request->object;
    *object = presses;
    return RESTORATION_OK;
}

static restoration_status encode(void *object, restoration_coder *coder) {
    const Presses *presses = object;
    return restoration_put_int64(coder, RESTORATION_LITERAL("count"), presses->count);
}

static restoration_status decode(void *object, restoration_coder *coder) {
    Presses *presses = object;
    restoration_status status =
        restoration_get_int64(coder, RESTORATION_LITERAL("count"), &presses->count);
    return status == RESTORATION_ABSENT ? RESTORATION_OK : status;
}

static const void *interface(void *object, restoration_string id) {
    Presses *presses = object;
    const size_t count = strlen(BOARD_CONTENT);
    return id.count == count && memcmp(id.bytes, BOARD_CONTENT, count) == 0 ? &presses->content
                                                                            : NULL;
}

static const restoration_class presses_class = {
    .struct_size = sizeof presses_class,
    .schema_version = 1,
    .id = RESTORATION_INITIALIZER("Presses"),
    .create = create,
    .encode = encode,
    .decode = decode,
    .destroy = free,
    .interface = interface,
};

RESTORATION_PLUGIN("org.example.presses", "1.0.0", &presses_class)
