#include "panel.h"

#include <stdlib.h>
#include <string.h>

struct panel *panel_create(restoration_handle handle, restoration_string pet) {
    struct panel *made = calloc(1, sizeof *made);
    if (made == NULL)
        return NULL;
    made->screen = panel_screen(made);
    made->handle = handle;
    if (!panel_set_pet(made, pet)) {
        panel_destroy(made);
        return NULL;
    }
    return made;
}

void panel_destroy(struct panel *panel) {
    free(panel->pet);
    panel_drop_draft(panel);
    free(panel);
}

/// Replaces a text by a copy with a NUL. False without memory.
static bool replace(char **place, size_t *size, restoration_string text) {
    char *copy = malloc(text.count + 1);
    if (copy == NULL)
        return false;
    if (text.count > 0)
        memcpy(copy, text.bytes, text.count);
    copy[text.count] = 0;
    free(*place);
    *place = copy;
    *size = text.count;
    return true;
}

bool panel_set_pet(struct panel *panel, restoration_string pet) {
    return replace(&panel->pet, &panel->pet_size, pet);
}

bool panel_set_basis(struct panel *panel, restoration_string text) {
    return replace(&panel->basis, &panel->basis_size, text);
}

restoration_string panel_text(const struct panel *panel) {
    if (panel->draft != NULL)
        return (restoration_string){panel->draft, panel->draft_size};
    return panel_saved_notes(panel);
}

restoration_string panel_saved_notes(const struct panel *panel) {
    const petfinder_pets *pets = current_pets();
    const petfinder_pet *pet = NULL;
    restoration_string id = {panel->pet, panel->pet_size};
    restoration_status status = pets == NULL ? RESTORATION_ABSENT : pets->find(pets, id, &pet);
    // Empty text may have null bytes, and callers compute with the pointer.
    if (status != RESTORATION_OK || pet->notes.count == 0)
        return RESTORATION_LITERAL("");
    return pet->notes;
}

bool panel_set_draft(struct panel *panel, restoration_string text) {
    if (text.count > PETFINDER_TEXT_LIMIT)
        return false;
    // A fixed size, so that typing never allocates.
    char *draft = malloc(PETFINDER_TEXT_LIMIT + 1);
    if (draft == NULL)
        return false;
    if (text.count > 0)
        memcpy(draft, text.bytes, text.count);
    free(panel->draft);
    panel->draft = draft;
    panel->draft_size = text.count;
    return true;
}

void panel_drop_draft(struct panel *panel) {
    free(panel->draft);
    panel->draft = NULL;
    panel->draft_size = 0;
    free(panel->basis);
    panel->basis = NULL;
    panel->basis_size = 0;
}

size_t panel_offset(restoration_string text, size_t offset) {
    if (offset >= text.count)
        return text.count;
    // Step back out of the middle of a scalar.
    while (offset > 0 && ((unsigned char)text.bytes[offset] & 0xC0) == 0x80)
        offset--;
    return offset;
}
