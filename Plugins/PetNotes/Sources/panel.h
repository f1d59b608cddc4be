/// What the parts of the plugin share. A panel is about one cat.
#ifndef PANEL_H
#define PANEL_H

#include <petfinder/screen.h>
#include <restoration/plugin.h>
#include <stdbool.h>

#pragma GCC visibility push(hidden)

/// What the host offers, looked up by the entry point.
struct services {
    const restoration_host *host;
    const petfinder_text *text;
};
extern struct services services;
/// The cats of whoever runs now: a host may have one session after another.
const petfinder_pets *current_pets(void);

struct panel {
    petfinder_screen screen; ///< Its `context` is this object.
    restoration_handle handle;
    char *pet; ///< The cat's id, `pet_size` bytes and a NUL.
    size_t pet_size;
    /// What is being typed, `draft_size` of PETFINDER_TEXT_LIMIT bytes, with room for a NUL. Null
    /// while the notes are as the program keeps them; those may also be changed by another panel.
    char *draft;
    size_t draft_size;
    /// The notes as the program kept them when the draft began, `basis_size` bytes and a NUL. Null
    /// without a draft, and after state of an older panel, which did not remember them.
    char *basis;
    size_t basis_size;
    size_t cursor; ///< Offset in bytes, at the beginning of a character.
    size_t top;    ///< Offset of a character in the first row on the screen.
};

// panel.c: an object and its text

/// A new panel about the cat of that id, or null without memory. Release it with `panel_destroy`.
struct panel *panel_create(restoration_handle handle, restoration_string pet);
void panel_destroy(struct panel *panel);
/// Changes the cat that the panel is about. False without memory.
bool panel_set_pet(struct panel *panel, restoration_string pet);
/// The notes as the program keeps them, lent like `petfinder_pet`.
restoration_string panel_kept_text(const struct panel *panel);
/// The text to show: what is being typed, or else what is kept.
restoration_string panel_text(const struct panel *panel);
/// Replaces what is being typed. False if it is too long or without memory.
bool panel_set_draft(struct panel *panel, restoration_string text);
/// Remembers what the draft began with. False without memory.
bool panel_set_basis(struct panel *panel, restoration_string text);
/// Forgets what is being typed and what it began with; the program's own notes are shown again.
void panel_drop_draft(struct panel *panel);
/// Makes the offset safe to use with `text`: it may come from an archive, or from before the text
/// was changed elsewhere.
size_t panel_offset(restoration_string text, size_t offset);

// state.c: what comes back after the program has ended

enum { PANEL_PROPERTY_COUNT = 5 };
extern const restoration_property *const panel_properties[PANEL_PROPERTY_COUNT];
/// Drops a draft that came back and is older than what is kept.
void panel_finish_restore(struct panel *panel);

// editing.c: what keys do to the text

/// Inserts text at the cursor, unless it would become too long.
void panel_insert(struct panel *panel, restoration_string text);
/// Inserts as much of a text at the cursor as there is room for.
void panel_insert_beginning(struct panel *panel, restoration_string inserted);
/// Removes the character before or after the cursor.
void panel_delete_backward(struct panel *panel);
void panel_delete_forward(struct panel *panel);
/// Moves the cursor by one character.
void panel_move_left(struct panel *panel);
void panel_move_right(struct panel *panel);

// rows.c: how text is laid out

/// A row on the screen: the bytes from `start` up to `end` are shown in it, and the next row, if
/// this is not the last one, begins at `next`.
struct row {
    size_t start, end, next;
    bool is_last;
};
/// The row that begins at `start`.
struct row row_at(restoration_string text, size_t start, uint32_t columns);
/// The row that holds `offset`, and how many rows are before it.
struct row row_holding(restoration_string text, size_t offset, uint32_t columns, size_t *index);
/// The first character of `text`, at offset `start`.
petfinder_character character_at(restoration_string text, size_t start);
/// The columns from `start` to `end`.
uint32_t columns_between(restoration_string text, size_t start, size_t end);
/// The offset in `row` that is nearest to `column`.
size_t offset_at_column(restoration_string text, struct row row, uint32_t column);

// screen.c: the interface that Pet Finder draws with

/// The table of a panel's abilities.
petfinder_screen panel_screen(struct panel *panel);

#pragma GCC visibility pop
#endif
