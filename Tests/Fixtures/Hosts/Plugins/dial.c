// A plugin in C for the hosts of ../README.md.
#include <restoration/plugin.h>

#include <stdlib.h>

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.dial.c", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.app", "org.example.desk"],
    "classes": [{"id": "DialC", "version": 1, "routes": ["Frame/DialC", "Desk/DialC"]}]
})

struct dial {
    restoration_handle handle;
    double zoom;
};

static restoration_status create(const restoration_creation_request *request, void **object) {
    struct dial *dial = malloc(sizeof *dial);
    if (dial == NULL) return RESTORATION_FAILED;
    dial->handle = request->object;
    dial->zoom = 1;
    *object = dial;
    return RESTORATION_OK;
}

static double zoom(struct dial *dial) { return dial->zoom; }

static void set_zoom(struct dial *dial, double zoom) {
    dial->zoom = zoom;
    restoration_plugin_host->invalidate(restoration_plugin_host, dial->handle);
}

static const restoration_property zoom_property = RESTORATION_PROPERTY(
    "zoom", "(object) -> float64", zoom, "(object, float64)", set_zoom, 0);
static const restoration_property *const properties[] = {&zoom_property};

static const restoration_method zoom_method =
    RESTORATION_METHOD("zoom", "(object) -> float64", zoom);
static const restoration_method set_zoom_method =
    RESTORATION_METHOD("setZoom", "(object, float64)", set_zoom);
static const restoration_method *const methods[] = {&zoom_method, &set_zoom_method};

static const restoration_class dial_class = {
    RESTORATION_CLASS("DialC", 1),
    .create = create,
    .destroy = free,
    .properties = properties,
    .property_count = 1,
    .methods = methods,
    .method_count = 2,
};

RESTORATION_PLUGIN("org.example.dial.c", "1.0.0", &dial_class)
