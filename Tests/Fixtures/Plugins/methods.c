// A plugin with a class that has methods of many types, and no state. Each -D of the compiler adds
// one fault.
#include <errno.h>
#include <stdbool.h>

#include "fixture.h"

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.methods", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.app", "org.example.test"],
    "classes": [{"id": "Dial", "version": 1, "routes": ["Root/Dial"]}]
})

typedef struct dial {
    double zoom;
} dial;

typedef struct point {
    double x, y;
} point;

enum edge { START, END = 5 };

static double get_zoom(const dial *self) { return self->zoom; }

__attribute__((unused)) static void set_zoom(dial *self, double zoom) {
    if (zoom <= 0) {
        host->fail(host, TEXT("There is no such zoom"));
        return;
    }
    self->zoom = zoom;
}

static char *joined(dial *self, const char *first, const char *second) {
    char *text = malloc(strlen(first) + (second == NULL ? 0 : strlen(second)) + 2);
    sprintf(text, "%s+%s", first, second == NULL ? "" : second);
    return text;
}

static uint64_t sum(dial *self, const void *bytes, size_t count) {
    uint64_t sum = 0;
    for (size_t index = 0; index < count; index++)
        sum += ((const uint8_t *)bytes)[index];
    return sum;
}

static bool halve(dial *self, int32_t number, int32_t *half, uint8_t *rest) {
    *half = number / 2;
    *rest = (uint8_t)(number % 2);
    return number >= 0;
}

static void extent(dial *self, int32_t *width) {
    *width = 640;
}

static int32_t opened(dial *self, const char *name) {
    errno = ENOENT;
    return -1;
}

static point moved(dial *self, point from, const point *by) {
    return (point){from.x + by->x, from.y + by->y};
}

static int32_t opposite(dial *self, int32_t edge) {
    return edge == START ? END : START;
}

static const char *invalid(dial *self) {
    return "caf\xe9";
}

static restoration_status create(const restoration_creation_request *request, void **object) {
    dial *self = calloc(1, sizeof *self);
    self->zoom = 1;
    *object = self;
    return RESTORATION_OK;
}

#ifndef ZOOM_NAME
#define ZOOM_NAME "setZoom"
#endif
#ifndef ZOOM_SIGNATURE
#define ZOOM_SIGNATURE "(object, float64)"
#endif
#ifndef ZOOM_FUNCTION
#define ZOOM_FUNCTION set_zoom
#endif
#ifndef ZOOM_FLAGS
#define ZOOM_FLAGS 0
#endif
#ifndef ZOOM_SIZE
#define ZOOM_SIZE sizeof(restoration_method)
#endif
#ifndef METHODS
#define METHODS methods
#endif
#ifndef METHOD_COUNT
#define METHOD_COUNT (sizeof methods / sizeof *methods)
#endif

#define POINT "{float64 x, float64 y}"
#define EDGE "enum {start, end = 5}"

static const restoration_method all[] = {
    RESTORATION_METHOD("zoom", "(object) -> float64", get_zoom),
    RESTORATION_METHOD("joined", "(object, string, string?) -> owned string", joined),
    RESTORATION_METHOD("sum", "(object, bytes) -> uint64", sum),
    RESTORATION_METHOD("halve", "(object, int32, out int32, out uint8) -> bool fails false", halve),
    RESTORATION_METHOD("extent", "(object, out int32)", extent),
    RESTORATION_METHOD("open", "open(object, string) -> int32 fails negative errno", opened),
    RESTORATION_METHOD("moved", "(object, " POINT ", " POINT " *) -> " POINT, moved),
    RESTORATION_METHOD("opposite", "(object, " EDGE ") -> " EDGE, opposite),
    RESTORATION_METHOD("invalid", "(object) -> string", invalid),
    {
        .struct_size = ZOOM_SIZE,
        .flags = ZOOM_FLAGS,
        .name = RESTORATION_INITIALIZER(ZOOM_NAME),
        .signature = RESTORATION_INITIALIZER(ZOOM_SIGNATURE),
        .function = (restoration_function)ZOOM_FUNCTION,
    },
};

__attribute__((unused)) static const restoration_method *const methods[] = {
    &all[0], &all[1], &all[2], &all[3], &all[4], &all[5], &all[6], &all[7], &all[8], &all[9],
#ifdef WITH_NULL
    NULL,
#endif
};

CLASS(dial_class, "Dial", 1, .create = create, .destroy = free, .methods = METHODS,
      .method_count = METHOD_COUNT);

ENTRY_POINT("org.example.methods", dial_class)
