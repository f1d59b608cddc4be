// The state that a restart restores: getters and setters, which the host calls. No code here
// encodes or decodes.
#include "panel.h"

#include <string.h>

static restoration_string text_of(const char *text) {
    return (restoration_string){text, text == NULL ? 0 : strlen(text)};
}

static const char *get_pet(const struct panel *panel) { return panel->pet; }

static void set_pet(struct panel *panel, const char *pet) {
    if (!panel_set_pet(panel, text_of(pet)))
        services.host->fail(services.host, RESTORATION_LITERAL("There is no memory left"));
}

static const char *get_draft(const struct panel *panel) {
    if (panel->draft != NULL)
        panel->draft[panel->draft_size] = 0;
    return panel->draft;
}

static void set_draft(struct panel *panel, const char *draft) {
    if (draft == NULL)
        panel_drop_draft(panel);
    else if (!panel_set_draft(panel, text_of(draft)))
        services.host->fail(services.host, RESTORATION_LITERAL("The notes are too long"));
}

static const char *get_basis(const struct panel *panel) { return panel->basis; }

// State that an older version saved has no basis. Its draft counts as based on the current notes.
static void set_basis(struct panel *panel, const char *basis) {
    if (basis != NULL && !panel_set_basis(panel, text_of(basis)))
        services.host->fail(services.host, RESTORATION_LITERAL("There is no memory left"));
}

// Discards a draft that began before the current notes were saved, because leaving the panel would
// overwrite those notes. This is needed if the notes were saved and the state was not.
void panel_finish_restore(struct panel *panel) {
    restoration_string notes = panel_saved_notes(panel);
    if (panel->draft == NULL || panel->basis == NULL)
        return;
    if (notes.count == panel->basis_size && memcmp(notes.bytes, panel->basis, notes.count) == 0)
        return;
    panel_drop_draft(panel);
    services.host->invalidate(services.host, panel->handle);
}

// Invalid offsets are harmless: `panel_offset` checks each before use.
static size_t get_cursor(const struct panel *panel) { return panel->cursor; }
static void set_cursor(struct panel *panel, size_t cursor) { panel->cursor = cursor; }
static size_t get_top(const struct panel *panel) { return panel->top; }
static void set_top(struct panel *panel, size_t top) { panel->top = top; }

static const restoration_property pet = RESTORATION_PROPERTY(
    "pet", "(object) -> string?", get_pet, "(object, string?)", set_pet, 0);
static const restoration_property draft =
    RESTORATION_PROPERTY("draft", "(object) -> string?", get_draft, "(object, string?)", set_draft,
                         RESTORATION_PROPERTY_SENSITIVE);
static const restoration_property basis =
    RESTORATION_PROPERTY("basis", "(object) -> string?", get_basis, "(object, string?)", set_basis,
                         RESTORATION_PROPERTY_SENSITIVE);
static const restoration_property cursor = RESTORATION_PROPERTY(
    "cursor", "(object) -> size", get_cursor, "(object, size)", set_cursor, 0);
static const restoration_property top = RESTORATION_PROPERTY(
    "top", "(object) -> size", get_top, "(object, size)", set_top, 0);

const restoration_property *const panel_properties[PANEL_PROPERTY_COUNT] = {&pet, &draft, &basis,
                                                                            &cursor, &top};
