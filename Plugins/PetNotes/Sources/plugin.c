// A notes panel for Pet Finder: a restoration class in plain C11.
#include "panel.h"

RESTORATION_MANIFEST({
    "manifest": 1,
    "id": "org.restorationkit.petnotes",
    "version": "1.0.0",
    "abi": "0.3",
    "applications": ["org.restorationkit.petfinder"],
    "classes": [{"id": "PetNotes", "version": 1, "routes": ["Tabs/*/Details/Notes"]}],
    "name": "Pet Notes",
    "summary": "A panel for notes about a cat",
    "authors": ["The RestorationKit authors"],
    "license": "Apache-2.0"
})

struct services services;

const petfinder_pets *current_pets(void) {
    const restoration_host *host = services.host;
    return host->interface(host, RESTORATION_LITERAL(PETFINDER_PETS_INTERFACE));
}

static restoration_status create(const restoration_creation_request *request, void **object) {
    // A restore has no parameters. The properties name the cat.
    restoration_string pet = {NULL, 0};
    restoration_status status =
        restoration_get_string(request->parameters, RESTORATION_LITERAL("pet"), &pet);
    if (status == RESTORATION_MISMATCH) {
        services.host->fail(services.host,
                            RESTORATION_LITERAL("The parameter \"pet\" is not a string"));
        return RESTORATION_FAILED;
    }
    *object = panel_create(request->object, pet);
    if (*object == NULL) {
        services.host->fail(services.host, RESTORATION_LITERAL("There is no memory left"));
        return RESTORATION_FAILED;
    }
    return RESTORATION_OK;
}

static void destroy(void *object) { panel_destroy(object); }

static void finished(void *object) { panel_finish_restore(object); }

static bool is_equal(restoration_string left, restoration_string right) {
    if (left.count != right.count)
        return false;
    for (uint64_t index = 0; index < left.count; index++)
        if (left.bytes[index] != right.bytes[index])
            return false;
    return true;
}

static const void *interface(void *object, restoration_string id) {
    const struct panel *panel = object;
    return is_equal(id, RESTORATION_LITERAL(PETFINDER_SCREEN_INTERFACE)) ? &panel->screen : NULL;
}

static const restoration_class notes_class = {
    .struct_size = sizeof(restoration_class),
    .schema_version = 1,
    .id = {"PetNotes", sizeof("PetNotes") - 1},
    .create = create,
    .finished = finished,
    .destroy = destroy,
    .interface = interface,
    .properties = panel_properties,
    .property_count = PANEL_PROPERTY_COUNT,
};
static const restoration_class *const classes[] = {&notes_class};

static const restoration_plugin plugin = {
    .struct_size = sizeof(restoration_plugin),
    .abi_version = RESTORATION_ABI_VERSION,
    .id = {"org.restorationkit.petnotes", sizeof("org.restorationkit.petnotes") - 1},
    .version = {"1.0.0", sizeof("1.0.0") - 1},
    .classes = classes,
    .class_count = sizeof classes / sizeof *classes,
};

const restoration_plugin *restoration_plugin_entry(const restoration_host *host) {
    services.host = host;
    services.text = host->interface(host, RESTORATION_LITERAL(PETFINDER_TEXT_INTERFACE));
    if (current_pets() == NULL || services.text == NULL) {
        host->fail(host, RESTORATION_LITERAL("This program has no cats to take notes about"));
        return NULL;
    }
    return &plugin;
}
