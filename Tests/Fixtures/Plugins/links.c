// A plugin with a class whose methods take and return other objects, and a second class that lacks
// the needed interface.
#include <stdbool.h>

#include "fixture.h"

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.links", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.app", "org.example.test"],
    "classes": [{"id": "Dial", "version": 1, "routes": ["Root/Dial"]},
                {"id": "Lamp", "version": 1, "routes": ["Root/Lamp"]}]
})

#define DIAL_INTERFACE "org.example.links.dial/1"

typedef struct dial {
    double zoom;
    restoration_handle handle, partner;
} dial;

/// The interface that a dial offers to others. Its functions receive the dial.
typedef struct dial_interface {
    double (*zoom)(const dial *dial);
} dial_interface;

static double zoom_of(const dial *dial) { return dial->zoom; }

static const dial_interface interface_of_dials = {zoom_of};

static void link(dial *self, restoration_handle partner) { self->partner = partner; }
static restoration_handle partner(const dial *self) { return self->partner; }
static bool is_own(const dial *self, restoration_handle other) {
    return host->own_object(host, other) != NULL;
}

/// The zoom of a dial of any plugin.
static double zoom_of_other(const dial *self, restoration_handle other) {
    const void *table;
    void *pointer;
    if (host->object_interface(host, other, TEXT(DIAL_INTERFACE), &table, &pointer)) {
        host->fail(host, TEXT("That is no dial"));
        return 0;
    }
    return ((const dial_interface *)table)->zoom(pointer);
}

static void set_zoom(dial *self, double zoom) { self->zoom = zoom; }

static bool swap(dial *self, restoration_handle *other, restoration_handle *before) {
    const restoration_handle former = self->partner;
    *before = former;
    self->partner = *other;
    *other = self->handle;
    return former != 0;
}

static const void *labelled(const dial *self, size_t *count, restoration_handle *other) {
    *count = 2;
    *other = self->partner;
    return "ab";
}

static restoration_handle required(const dial *self) { return self->partner; }
static restoration_handle made_up(const dial *self) { return self->handle + 1000000; }

static restoration_status create(const restoration_creation_request *request, void **object) {
    dial *self = calloc(1, sizeof *self);
    self->zoom = 1;
    self->handle = request->object;
    *object = self;
    return RESTORATION_OK;
}

static const void *interface(void *object, restoration_string id) {
    return id.count == strlen(DIAL_INTERFACE) && memcmp(id.bytes, DIAL_INTERFACE, id.count) == 0
               ? &interface_of_dials
               : NULL;
}

static const restoration_method all[] = {
    RESTORATION_METHOD("link", "(object, object?)", link),
    RESTORATION_METHOD("partner", "(object) -> object?", partner),
    RESTORATION_METHOD("isOwn", "(object, object) -> bool", is_own),
    RESTORATION_METHOD("zoomOf", "(object, object) -> float64", zoom_of_other),
    RESTORATION_METHOD("setZoom", "(object, float64)", set_zoom),
    RESTORATION_METHOD("swap", "(object, inout object, out object? before) -> bool", swap),
    RESTORATION_METHOD("labelled", "(object, out size count, out object?) -> bytes(count)",
                       labelled),
    RESTORATION_METHOD("required", "(object) -> object", required),
    RESTORATION_METHOD("failing", "(object) -> object? fails null", partner),
    RESTORATION_METHOD("madeUp", "(object) -> object", made_up),
};

static const restoration_method *const methods[] = {
    &all[0], &all[1], &all[2], &all[3], &all[4], &all[5], &all[6], &all[7], &all[8], &all[9],
};

CLASS(dial_class, "Dial", 1, .create = create, .destroy = free, .interface = interface,
      .methods = methods, .method_count = sizeof methods / sizeof *methods);

CLASS(lamp_class, "Lamp", 1, .create = create, .destroy = free);

ENTRY_POINT_OF("org.example.links", &dial_class, &lamp_class)
