#include "panel.h"

#include <string.h>

/// Starts a draft with the program's notes, unless there is one.
static bool begin_draft(struct panel *panel) {
    if (panel->draft != NULL)
        return true;
    restoration_string notes = panel_saved_notes(panel);
    return panel_set_basis(panel, notes) && panel_set_draft(panel, notes);
}

/// The start of the character before `offset`, found from the start of the line: accents, joiners
/// and flags look ahead.
static size_t character_before(restoration_string text, size_t offset) {
    size_t start = offset;
    while (start > 0 && text.bytes[start - 1] != '\n')
        start--;
    if (start == offset)
        return offset > 0 ? offset - 1 : 0;
    while (start < offset) {
        size_t next = start + character_at(text, start).bytes;
        if (next >= offset)
            return start;
        start = next;
    }
    return start;
}

static void remove_bytes(struct panel *panel, size_t start, size_t end) {
    memmove(panel->draft + start, panel->draft + end, panel->draft_size - end);
    panel->draft_size -= end - start;
    panel->cursor = start;
}

void panel_insert(struct panel *panel, restoration_string inserted) {
    if (!begin_draft(panel) || inserted.count > PETFINDER_TEXT_LIMIT - panel->draft_size)
        return;
    size_t cursor = panel_offset(panel_text(panel), panel->cursor);
    memmove(panel->draft + cursor + inserted.count, panel->draft + cursor,
            panel->draft_size - cursor);
    memcpy(panel->draft + cursor, inserted.bytes, inserted.count);
    panel->draft_size += inserted.count;

    // The inserted text may join the next character. The cursor goes behind both.
    size_t end = cursor + inserted.count;
    restoration_string text = panel_text(panel);
    size_t before = character_before(text, end);
    size_t behind = before + character_at(text, before).bytes;
    panel->cursor = behind > end ? behind : end;
}

void panel_insert_beginning(struct panel *panel, restoration_string inserted) {
    if (!begin_draft(panel))
        return;
    size_t room = PETFINDER_TEXT_LIMIT - panel->draft_size;
    size_t count = 0;
    while (count < inserted.count) {
        size_t next = count + character_at(inserted, count).bytes;
        if (next > room)
            break;
        count = next;
    }
    inserted.count = count;
    panel_insert(panel, inserted);
}

void panel_delete_backward(struct panel *panel) {
    if (!begin_draft(panel))
        return;
    restoration_string text = panel_text(panel);
    size_t cursor = panel_offset(text, panel->cursor);
    remove_bytes(panel, character_before(text, cursor), cursor);
}

void panel_delete_forward(struct panel *panel) {
    if (!begin_draft(panel))
        return;
    restoration_string text = panel_text(panel);
    size_t cursor = panel_offset(text, panel->cursor);
    if (cursor < text.count)
        remove_bytes(panel, cursor, cursor + character_at(text, cursor).bytes);
}

void panel_move_left(struct panel *panel) {
    restoration_string text = panel_text(panel);
    panel->cursor = character_before(text, panel_offset(text, panel->cursor));
}

void panel_move_right(struct panel *panel) {
    restoration_string text = panel_text(panel);
    size_t cursor = panel_offset(text, panel->cursor);
    panel->cursor = cursor < text.count ? cursor + character_at(text, cursor).bytes : cursor;
}
