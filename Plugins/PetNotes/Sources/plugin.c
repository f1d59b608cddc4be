// A notes panel for Pet Finder: a restoration class in plain C11.
#include "panel.h"

RESTORATION_MANIFEST({
    "manifest": 1,
    "id": "org.restorationkit.petnotes",
    "version": "1.0.0",
    "abi": "0.1",
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
    // On a restore there are no parameters: the cat comes with `decode`.
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

static restoration_status encode(void *object, restoration_coder *coder) {
    const struct panel *panel = object;
    restoration_string pet = {panel->pet, panel->pet_size};
    restoration_status status = restoration_put_string(coder, RESTORATION_LITERAL("pet"), pet);
    if (status == RESTORATION_OK)
        status = restoration_put_uint64(coder, RESTORATION_LITERAL("cursor"), panel->cursor);
    if (status == RESTORATION_OK)
        status = restoration_put_uint64(coder, RESTORATION_LITERAL("top"), panel->top);
    if (status == RESTORATION_OK && panel->draft != NULL)
        status =
            restoration_put_string(coder, RESTORATION_LITERAL("draft"), panel_text(panel));
    return status;
}

static restoration_status decode(void *object, restoration_coder *coder) {
    struct panel *panel = object;
    restoration_string pet = {NULL, 0};
    restoration_string draft = {NULL, 0};
    uint64_t cursor = 0;
    uint64_t top = 0;
    restoration_status has_pet = restoration_get_string(coder, RESTORATION_LITERAL("pet"), &pet);
    restoration_status has_draft =
        restoration_get_string(coder, RESTORATION_LITERAL("draft"), &draft);
    restoration_status has_cursor =
        restoration_get_uint64(coder, RESTORATION_LITERAL("cursor"), &cursor);
    restoration_status has_top = restoration_get_uint64(coder, RESTORATION_LITERAL("top"), &top);

    // The cat and the draft matter; a cursor that makes no sense is no reason to lose them.
    if (has_pet != RESTORATION_OK)
        return has_pet == RESTORATION_ABSENT ? RESTORATION_OK : has_pet;
    if (has_draft != RESTORATION_OK && has_draft != RESTORATION_ABSENT)
        return has_draft;
    if (!panel_set_pet(panel, pet))
        return RESTORATION_FAILED;
    if (has_draft == RESTORATION_OK && !panel_set_draft(panel, draft)) {
        services.host->fail(services.host, RESTORATION_LITERAL("The notes are too long"));
        return RESTORATION_FAILED;
    }
    if (has_cursor == RESTORATION_OK)
        panel->cursor = cursor;
    if (has_top == RESTORATION_OK)
        panel->top = top;
    return RESTORATION_OK;
}

static void destroy(void *object) { panel_destroy(object); }

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
    .encode = encode,
    .decode = decode,
    .destroy = destroy,
    .interface = interface,
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
