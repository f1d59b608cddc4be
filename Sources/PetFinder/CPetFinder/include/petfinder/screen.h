/// Pet Finder's own interfaces for its plugins: what a plugin's object draws and which keys it
/// gets, and what the program tells about cats and text.
///
/// They come on top of `restoration/plugin.h`, whose rules hold here too: structs begin with their
/// size and grow only at their end, strings are lent for a call, and everything happens on the
/// session's thread.
///
/// Pet Finder is the application `org.restorationkit.petfinder`: a manifest names it under
/// `applications`. It asks for objects at two paths, which a manifest claims as routes, and shows
/// an object where its path says:
///
///     Tabs/{tab}/Details/Edit    instead of the details of a cat, while it is being edited
///     Tabs/{tab}/Details/Notes   in a panel below the details of a cat
///
/// Both are made with the parameter "pet", a string: the id of the cat. On a restore there are no
/// parameters, so encode what you need.
#ifndef PETFINDER_SCREEN_H
#define PETFINDER_SCREEN_H

#include "restoration/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Given by the object of a plugin: `petfinder_screen`.
#define PETFINDER_SCREEN_INTERFACE "org.restorationkit.petfinder.screen/1"
/// Given by the program: `petfinder_pets`.
#define PETFINDER_PETS_INTERFACE "org.restorationkit.petfinder.pets/1"
/// Given by the program: `petfinder_text`.
#define PETFINDER_TEXT_INTERFACE "org.restorationkit.petfinder.text/1"

// ---- org.restorationkit.petfinder.screen/1: what a plugin's object can do ----

/// How text looks. Pet Finder chooses the colours; it draws a style that it does not know as
/// PETFINDER_STYLE_PLAIN.
enum {
    PETFINDER_STYLE_PLAIN = 0,
    PETFINDER_STYLE_STRONG = 1,       ///< A heading.
    PETFINDER_STYLE_QUIET = 2,        ///< A label, or what stands in an empty place.
    PETFINDER_STYLE_ACCENT = 3,       ///< Something to be found quickly.
    PETFINDER_STYLE_PROBLEM = 4,      ///< What is wrong with an input.
    PETFINDER_STYLE_SELECTED = 5,     ///< A button or row that Enter applies to.
    PETFINDER_STYLE_FIELD = 6,        ///< A text field.
    PETFINDER_STYLE_FIELD_FOCUSED = 7 ///< The text field that has the keys.
};

/// What an object draws on: its part of the screen, blank to begin with. Owned by the program;
/// valid until `draw` returns.
typedef struct petfinder_canvas petfinder_canvas;
struct petfinder_canvas {
    uint32_t struct_size; ///< Size the program compiled; fields past it do not exist.
    uint32_t is_focused;  ///< 1 if the keys go to this object, else 0.
    void *context;        ///< The program's own; a plugin leaves it alone.
    uint32_t columns;     ///< The width; may be 0.
    uint32_t rows;        ///< The height; may be 0.

    /// Writes one line of text. What lies outside the canvas is left out, a wide character that
    /// would be cut in half too; control characters are shown as a replacement. Copies `text`,
    /// whose bytes need not be valid UTF-8.
    void (*write)(const petfinder_canvas *canvas, int32_t column, int32_t row,
                  restoration_string text, uint32_t style);
    /// Blanks a rectangle in a style. What lies outside the canvas is left out.
    void (*fill)(const petfinder_canvas *canvas, int32_t column, int32_t row, uint32_t columns,
                 uint32_t rows, uint32_t style);
    // Since interface 1: new fields go here, never above.
};

/// Which key was pressed.
enum {
    PETFINDER_KEY_TEXT = 1, ///< Typed text, see `petfinder_key.text`.
    PETFINDER_KEY_UP = 2,
    PETFINDER_KEY_DOWN = 3,
    PETFINDER_KEY_LEFT = 4,
    PETFINDER_KEY_RIGHT = 5,
    PETFINDER_KEY_HOME = 6,
    PETFINDER_KEY_END = 7,
    PETFINDER_KEY_PAGE_UP = 8,
    PETFINDER_KEY_PAGE_DOWN = 9,
    PETFINDER_KEY_ENTER = 10,
    PETFINDER_KEY_ESCAPE = 11,
    PETFINDER_KEY_TAB = 12,
    PETFINDER_KEY_BACK_TAB = 13,
    PETFINDER_KEY_BACKSPACE = 14,
    PETFINDER_KEY_DELETE = 15,
    /// Pasted text, see `petfinder_key.text`. An object that ignores it gets the text as single
    /// keys.
    PETFINDER_KEY_PASTE = 16
};

/// A key press. Lent for the call.
typedef struct petfinder_key {
    uint32_t struct_size; ///< Size the program compiled; fields past it do not exist.
    uint32_t code;        ///< One of PETFINDER_KEY_…; ignore those you do not know.
    /// For PETFINDER_KEY_TEXT one scalar in UTF-8, never a control character; for
    /// PETFINDER_KEY_PASTE text of any length in UTF-8, without control characters but for line
    /// feeds; else empty. An accent that combines with the letter before it is a key press of its
    /// own.
    restoration_string text;
    uint32_t columns; ///< The width that the object has on the screen now.
    uint32_t rows;    ///< The height that the object has on the screen now.
    // Since interface 1: new fields go here, never above.
} petfinder_key;

/// What became of a key.
enum {
    PETFINDER_KEY_IGNORED = 0, ///< Not for this object; the program may have a use for it.
    PETFINDER_KEY_HANDLED = 1, ///< Done; nothing else happens with it.
    PETFINDER_KEY_LEAVE = 2    ///< Done, and the keys shall go back to the screen behind it. The
                               ///< edit screen is closed by this.
};

/// A place on the canvas.
typedef struct petfinder_position {
    uint32_t column;
    uint32_t row;
} petfinder_position;

/// The abilities of an object that can be shown; what `restoration_class.interface` returns for
/// PETFINDER_SCREEN_INTERFACE. One table for each object; it lives as long as the object.
typedef struct petfinder_screen petfinder_screen;
struct petfinder_screen {
    uint32_t struct_size; ///< `sizeof(petfinder_screen)` as the plugin compiled it.
    uint32_t reserved;    ///< Zero.
    void *context;        ///< The plugin's own: its object. The program leaves it alone.

    /// Draws the object. The same state and the same size give the same picture: no clocks, no
    /// blinking. May be called at any time.
    void (*draw)(const petfinder_screen *screen, const petfinder_canvas *canvas);

    /// Handles a key press and returns what became of it. An object whose state it changes says so
    /// with `restoration_host.invalidate`.
    uint32_t (*key)(const petfinder_screen *screen, const petfinder_key *key);

    /// Stores where the cursor stands on a canvas of that size and returns 1, or returns 0 for no
    /// cursor. Asked only of the object that has the keys. May be null: no cursor.
    uint32_t (*cursor)(const petfinder_screen *screen, uint32_t columns, uint32_t rows,
                       petfinder_position *cursor);

    /// Returns the help line for while the object has the keys: keys and what they do, taking
    /// turns, separated by tab characters ("Enter\tNext field\tEsc\tCancel"). Lent until the next
    /// call into the plugin. May be null: no help.
    restoration_string (*help)(const petfinder_screen *screen);
    // Since interface 1: new fields go here, never above.
};

// ---- org.restorationkit.petfinder.pets/1: what the program knows about cats ----

/// A cat, with the person's corrections. Owned by the program; lent, with all its strings, until
/// the next call of a function of `petfinder_pets` or until the plugin returns to the program.
typedef struct petfinder_pet {
    uint32_t struct_size; ///< Size the program compiled; fields past it do not exist.
    uint32_t age;         ///< In whole years.
    restoration_string id;
    restoration_string name;
    restoration_string breed;
    restoration_string story; ///< In paragraphs, separated by line feeds.
    restoration_string notes; ///< What the person noted about the cat; often empty.
    // Since interface 1: new fields go here, never above.
} petfinder_pet;

/// The oldest age that a cat can have, in years.
#define PETFINDER_MAXIMUM_AGE 40u
/// The longest name that is kept, in bytes.
#define PETFINDER_NAME_LIMIT 200u
/// The longest story and the longest notes that are kept, in bytes.
#define PETFINDER_TEXT_LIMIT 8192u

/// What a person corrects about a cat. Lent for the call.
typedef struct petfinder_correction {
    uint32_t struct_size; ///< `sizeof(petfinder_correction)` as the plugin compiled it.
    uint32_t age;         ///< 0 to PETFINDER_MAXIMUM_AGE.
    restoration_string name;
    restoration_string story;
    // Since interface 1: new fields go here, never above.
} petfinder_correction;

/// The cats of the program and the person's records about them. Owned by the program; valid until
/// the process ends.
///
/// `correct` and `note` write the person's own records, which do not belong into a restoration
/// archive. Before they write, the program makes the restoration state durable, so they may call
/// your object's `encode`: call them before you change your object for the key being handled.
typedef struct petfinder_pets petfinder_pets;
struct petfinder_pets {
    uint32_t struct_size; ///< Size the program compiled; fields past it do not exist.
    uint32_t reserved;    ///< Zero.
    void *context;        ///< The program's own; a plugin leaves it alone.

    /// Looks up a cat. RESTORATION_OK; RESTORATION_ABSENT, and null in `*pet`, if there is none of
    /// that id. `*pet` is lent as `petfinder_pet` says. [session thread]
    restoration_status (*find)(const petfinder_pets *pets, restoration_string id,
                               const petfinder_pet **pet);

    /// Keeps a corrected name, age and story. RESTORATION_OK when they are durable;
    /// RESTORATION_ABSENT if there is no such cat; RESTORATION_INVALID for an empty name, an age
    /// out of range or text that is not UTF-8; RESTORATION_LIMIT for text that is too long;
    /// RESTORATION_FAILED if they could not be written, which the program has told the person.
    /// [session thread]
    restoration_status (*correct)(const petfinder_pets *pets, restoration_string id,
                                  const petfinder_correction *correction);

    /// Keeps what the person noted about a cat; empty text removes it. Returns like `correct`.
    /// [session thread]
    restoration_status (*note)(const petfinder_pets *pets, restoration_string id,
                               restoration_string notes);
    // Since interface 1: new fields go here, never above.
};

// ---- org.restorationkit.petfinder.text/1: what a character is ----

/// A character as a person sees it: a letter with its accents, a wide letter, an emoji. This struct
/// is complete: it never grows.
typedef struct petfinder_character {
    uint32_t bytes;   ///< Its length; at least 1.
    uint32_t columns; ///< The columns that it takes on a canvas; 0 if it shows nothing.
} petfinder_character;

/// Measures text the way the canvas shows it, so that a cursor stands where it seems to stand.
/// Owned by the program; valid until the process ends.
typedef struct petfinder_text petfinder_text;
struct petfinder_text {
    uint32_t struct_size; ///< Size the program compiled; fields past it do not exist.
    uint32_t reserved;    ///< Zero.
    void *context;        ///< The program's own; a plugin leaves it alone.

    /// Measures the first character of `text`. RESTORATION_OK, or RESTORATION_ABSENT for empty
    /// text. Costs the same however long the text is: what follows 256 bytes of one character
    /// counts as the next one. Bytes that are not UTF-8 count as characters. [session thread]
    restoration_status (*character)(const petfinder_text *text_service, restoration_string text,
                                    petfinder_character *character);
    // Since interface 1: new fields go here, never above.
};

#ifdef __cplusplus
}
#endif
#endif
