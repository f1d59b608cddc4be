#include "panel.h"

static struct panel *panel_of(const petfinder_screen *screen) { return screen->context; }

/// The first visible row: the stored one, unless the cursor would be invisible.
static struct row first_row(restoration_string text, const struct panel *panel, uint32_t columns,
                            uint32_t rows, size_t *index) {
    size_t cursor_index = 0;
    row_holding(text, panel_offset(text, panel->cursor), columns, &cursor_index);
    struct row row = row_holding(text, panel_offset(text, panel->top), columns, index);
    if (*index > cursor_index)
        return row_holding(text, panel_offset(text, panel->cursor), columns, index);
    while (!row.is_last && cursor_index - *index >= rows) {
        row = row_at(text, row.next, columns);
        *index += 1;
    }
    return row;
}

static void draw(const petfinder_screen *screen, const petfinder_canvas *canvas) {
    const struct panel *panel = panel_of(screen);
    restoration_string text = panel_text(panel);
    if (canvas->rows == 0 || canvas->columns == 0)
        return;
    if (text.count == 0 && !canvas->is_focused) {
        restoration_string hint = RESTORATION_LITERAL("Nothing noted yet.");
        canvas->write(canvas, 0, 0, hint, PETFINDER_STYLE_QUIET);
        return;
    }
    size_t index = 0;
    struct row row = first_row(text, panel, canvas->columns, canvas->rows, &index);
    for (uint32_t line = 0; line < canvas->rows; line++) {
        restoration_string shown = {text.bytes + row.start, row.end - row.start};
        canvas->write(canvas, 0, (int32_t)line, shown, PETFINDER_STYLE_PLAIN);
        if (row.is_last)
            break;
        row = row_at(text, row.next, canvas->columns);
    }
}

static uint32_t cursor(const petfinder_screen *screen, uint32_t columns, uint32_t rows,
                       petfinder_position *position) {
    const struct panel *panel = panel_of(screen);
    restoration_string text = panel_text(panel);
    if (rows == 0 || columns == 0)
        return 0;
    size_t offset = panel_offset(text, panel->cursor);
    size_t first = 0;
    size_t index = 0;
    first_row(text, panel, columns, rows, &first);
    struct row row = row_holding(text, offset, columns, &index);
    uint32_t column = columns_between(text, row.start, offset);
    position->column = column < columns ? column : columns - 1;
    position->row = (uint32_t)(index - first);
    return 1;
}

/// Moves the cursor by rows, near its column.
static void move_rows(struct panel *panel, int64_t distance, uint32_t columns) {
    restoration_string text = panel_text(panel);
    size_t offset = panel_offset(text, panel->cursor);
    size_t index = 0;
    struct row row = row_holding(text, offset, columns, &index);
    uint32_t column = columns_between(text, row.start, offset);
    int64_t wanted = (int64_t)index + distance;
    row = row_at(text, 0, columns);
    while (wanted > 0 && !row.is_last) {
        row = row_at(text, row.next, columns);
        wanted--;
    }
    panel->cursor = offset_at_column(text, row, column);
}

/// Moves the cursor to the start or the end of its row.
static void move_in_row(struct panel *panel, bool to_end, uint32_t columns) {
    restoration_string text = panel_text(panel);
    size_t index = 0;
    struct row row = row_holding(text, panel_offset(text, panel->cursor), columns, &index);
    panel->cursor = to_end ? offset_at_column(text, row, UINT32_MAX) : row.start;
}

/// Passes the draft to the program. If the program cannot store it, the panel keeps the draft and
/// the keyboard focus.
static uint32_t leave(struct panel *panel) {
    if (panel->draft == NULL)
        return PETFINDER_KEY_LEAVE;
    const petfinder_pets *pets = current_pets();
    restoration_string pet = {panel->pet, panel->pet_size};
    if (pets == NULL || pets->note(pets, pet, panel_text(panel)) != RESTORATION_OK)
        return PETFINDER_KEY_HANDLED;
    panel_drop_draft(panel);
    services.host->invalidate(services.host, panel->handle);
    return PETFINDER_KEY_LEAVE;
}

static uint32_t key(const petfinder_screen *screen, const petfinder_key *pressed) {
    struct panel *panel = panel_of(screen);
    uint32_t columns = pressed->columns;
    switch (pressed->code) {
    case PETFINDER_KEY_ESCAPE:
    case PETFINDER_KEY_TAB:
    case PETFINDER_KEY_BACK_TAB: return leave(panel);
    case PETFINDER_KEY_TEXT: panel_insert(panel, pressed->text); break;
    case PETFINDER_KEY_PASTE: panel_insert_beginning(panel, pressed->text); break;
    case PETFINDER_KEY_ENTER: panel_insert(panel, RESTORATION_LITERAL("\n")); break;
    case PETFINDER_KEY_BACKSPACE: panel_delete_backward(panel); break;
    case PETFINDER_KEY_DELETE: panel_delete_forward(panel); break;
    case PETFINDER_KEY_LEFT: panel_move_left(panel); break;
    case PETFINDER_KEY_RIGHT: panel_move_right(panel); break;
    case PETFINDER_KEY_UP: move_rows(panel, -1, columns); break;
    case PETFINDER_KEY_DOWN: move_rows(panel, 1, columns); break;
    case PETFINDER_KEY_PAGE_UP: move_rows(panel, -(int64_t)pressed->rows, columns); break;
    case PETFINDER_KEY_PAGE_DOWN: move_rows(panel, (int64_t)pressed->rows, columns); break;
    case PETFINDER_KEY_HOME: move_in_row(panel, false, columns); break;
    case PETFINDER_KEY_END: move_in_row(panel, true, columns); break;
    default: return PETFINDER_KEY_IGNORED;
    }
    if (pressed->rows > 0) {
        size_t index = 0;
        panel->top = first_row(panel_text(panel), panel, columns, pressed->rows, &index).start;
    }
    services.host->invalidate(services.host, panel->handle);
    return PETFINDER_KEY_HANDLED;
}

static restoration_string help(const petfinder_screen *screen) {
    // Further text is ignored.
    if (PETFINDER_TEXT_LIMIT - panel_text(panel_of(screen)).count < 32)
        return RESTORATION_LITERAL("Full\tat most 8192 bytes\tEsc\tDone");
    return RESTORATION_LITERAL("Type\tNotes\tEnter\tNew line\tEsc\tDone");
}

petfinder_screen panel_screen(struct panel *panel) {
    return (petfinder_screen){sizeof(petfinder_screen), 0, panel, draw, key, cursor, help};
}
