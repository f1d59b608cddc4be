/// Each panel shows the notes of one cat.
#ifndef PANEL_H
#define PANEL_H

#include <petfinder/screen.h>
#include <restoration/plugin.h>
#include <stdbool.h>

#pragma GCC visibility push(hidden)

/// The host's services, looked up by the entry point.
struct services {
    const restoration_host *host;
    const petfinder_text *text;
};
extern struct services services;
/// The cats of the current session. A host may run several in turn.
const petfinder_pets *current_pets(void);

struct panel {
    petfinder_screen screen; ///< Its `context` is this object.
    restoration_handle handle;
    char *pet; ///< The cat's id, `pet_size` bytes and a NUL.
    size_t pet_size;
    /// The typed text: `draft_size` of PETFINDER_TEXT_LIMIT bytes, with room for a NUL. Null while
    /// the panel shows the program's notes, which another panel may change.
    char *draft;
    size_t draft_size;
    /// The notes when the draft began, `basis_size` bytes and a NUL. Null without a draft, and
    /// after state of an older panel.
    char *basis;
    size_t basis_size;
    size_t cursor; ///< Offset in bytes, at the beginning of a character.
    size_t top;    ///< Offset of a character in the first row on the screen.
};

// panel.c: an object and its text

/// A new panel for the cat of that id, or null without memory. Release it with `panel_destroy`.
struct panel *panel_create(restoration_handle handle, restoration_string pet);
void panel_destroy(struct panel *panel);
/// Changes the panel's cat. False without memory.
bool panel_set_pet(struct panel *panel, restoration_string pet);
/// The program's notes, lent like `petfinder_pet`.
restoration_string panel_saved_notes(const struct panel *panel);
/// The draft, or the program's notes without one.
restoration_string panel_text(const struct panel *panel);
/// Replaces the draft. False if it is too long, or without memory.
bool panel_set_draft(struct panel *panel, restoration_string text);
/// Stores the notes from which the draft starts. False without memory.
bool panel_set_basis(struct panel *panel, restoration_string text);
/// Drops the draft and its basis. The panel then shows the program's notes.
void panel_drop_draft(struct panel *panel);
/// The nearest valid offset in `text`, for one from an archive or an older text.
size_t panel_offset(restoration_string text, size_t offset);

// state.c: the state that a restart restores

enum { PANEL_PROPERTY_COUNT = 5 };
extern const restoration_property *const panel_properties[PANEL_PROPERTY_COUNT];
/// Drops a restored draft that is older than the program's notes.
void panel_finish_restore(struct panel *panel);

// editing.c: edits by keys

/// Inserts text at the cursor, unless it would become too long.
void panel_insert(struct panel *panel, restoration_string text);
/// Inserts as much of a text at the cursor as fits.
void panel_insert_beginning(struct panel *panel, restoration_string inserted);
/// Removes the character before or after the cursor.
void panel_delete_backward(struct panel *panel);
void panel_delete_forward(struct panel *panel);
/// Moves the cursor by one character.
void panel_move_left(struct panel *panel);
void panel_move_right(struct panel *panel);

// rows.c: the layout of text

/// A row of the bytes from `start` to `end`. Unless it is the last, the next begins at `next`.
struct row {
    size_t start, end, next;
    bool is_last;
};
struct row row_at(restoration_string text, size_t start, uint32_t columns);
/// The row of `offset`, with its number from 0 in `index`.
struct row row_holding(restoration_string text, size_t offset, uint32_t columns, size_t *index);
/// The first character of `text` from offset `start`.
petfinder_character character_at(restoration_string text, size_t start);
/// The width of the text from `start` to `end`, in columns.
uint32_t columns_between(restoration_string text, size_t start, size_t end);
/// The offset in `row` that is nearest to `column`.
size_t offset_at_column(restoration_string text, struct row row, uint32_t column);

// screen.c: the interface by which Pet Finder draws

petfinder_screen panel_screen(struct panel *panel);

#pragma GCC visibility pop
#endif
