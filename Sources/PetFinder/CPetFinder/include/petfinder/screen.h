/// Pet Finder's own interfaces for its plugins: drawing and keys of a plugin's object, and the
/// program's services for cats and text.
///
/// The rules of `restoration/plugin.h` apply here too: structs begin with their size and grow only
/// at their end, strings are lent for a call, and all calls happen on the session's thread.
///
/// Pet Finder is the application `org.restorationkit.petfinder`, which a manifest names under
/// `applications`. It asks for objects at two paths, which a manifest claims as routes:
///
///     Tabs/{tab}/Details/Edit    instead of the details of a cat, while it is being edited
///     Tabs/{tab}/Details/Notes   in a panel below the details of a cat
///
/// Both are made with the parameter "pet", a string with the cat's id. A restore passes no
/// parameters, so encode the values that you need.
#ifndef PETFINDER_SCREEN_H
#define PETFINDER_SCREEN_H

#include "restoration/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Provided by the plugin's object: `petfinder_screen`.
#define PETFINDER_SCREEN_INTERFACE "org.restorationkit.petfinder.screen/1"
/// Provided by the program: `petfinder_pets`.
#define PETFINDER_PETS_INTERFACE "org.restorationkit.petfinder.pets/1"
/// Provided by the program: `petfinder_text`.
#define PETFINDER_TEXT_INTERFACE "org.restorationkit.petfinder.text/1"

// ---- org.restorationkit.petfinder.screen/1: the abilities of a plugin's object ----

/// The style of text. Pet Finder chooses the colours. It draws an unknown style as
/// PETFINDER_STYLE_PLAIN.
enum {
    PETFINDER_STYLE_PLAIN = 0,
    PETFINDER_STYLE_STRONG = 1,       ///< A heading.
    PETFINDER_STYLE_QUIET = 2,        ///< A label or a placeholder.
    PETFINDER_STYLE_ACCENT = 3,       ///< A highlight.
    PETFINDER_STYLE_PROBLEM = 4,      ///< An error in an input.
    PETFINDER_STYLE_SELECTED = 5,     ///< The focused button or row.
    PETFINDER_STYLE_FIELD = 6,        ///< A text field.
    PETFINDER_STYLE_FIELD_FOCUSED = 7 ///< The focused text field.
};

/// An object's part of the screen, initially blank. Owned by the program; valid until `draw`
/// returns.
typedef struct petfinder_canvas petfinder_canvas;
struct petfinder_canvas {
    uint32_t struct_size; ///< Size as the program compiled it; do not read beyond.
    uint32_t is_focused;  ///< 1 if this object has the focus, else 0.
    void *context;        ///< Private to the program.
    uint32_t columns;     ///< The width; may be 0.
    uint32_t rows;        ///< The height; may be 0.

    /// Writes one line of text. Text outside the canvas is clipped, including a wide character at
    /// the edge. Control characters show as a replacement. Copies `text`, whose bytes need not be
    /// valid UTF-8.
    void (*write)(const petfinder_canvas *canvas, int32_t column, int32_t row,
                  restoration_string text, uint32_t style);
    /// Blanks a rectangle in a style, clipped to the canvas.
    void (*fill)(const petfinder_canvas *canvas, int32_t column, int32_t row, uint32_t columns,
                 uint32_t rows, uint32_t style);
    // Since interface 1: new fields go here, never above.
};

/// The key that was pressed.
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
    /// Pasted text, see `petfinder_key.text`. If the object ignores it, the text arrives as single
    /// keys.
    PETFINDER_KEY_PASTE = 16
};

/// A key press. Lent for the call.
typedef struct petfinder_key {
    uint32_t struct_size; ///< Size as the program compiled it; do not read beyond.
    uint32_t code;        ///< One of PETFINDER_KEY_…; ignore unknown ones.
    /// The text in UTF-8. For PETFINDER_KEY_TEXT one scalar, never a control character. For
    /// PETFINDER_KEY_PASTE text of any length, without control characters except line feeds.
    /// Otherwise empty. A combining accent is a key press of its own.
    restoration_string text;
    uint32_t columns; ///< The object's present width.
    uint32_t rows;    ///< The object's present height.
    // Since interface 1: new fields go here, never above.
} petfinder_key;

/// The result of a key press.
enum {
    PETFINDER_KEY_IGNORED = 0, ///< Not for this object; the program may use it.
    PETFINDER_KEY_HANDLED = 1, ///< Used by the object; nothing else happens.
    PETFINDER_KEY_LEAVE = 2    ///< Used, and the focus returns to the screen behind. This closes
                               ///< the edit screen.
};

/// A position on the canvas.
typedef struct petfinder_position {
    uint32_t column;
    uint32_t row;
} petfinder_position;

/// The abilities of a visible object, returned by `restoration_class.interface` for
/// PETFINDER_SCREEN_INTERFACE. One table per object, valid as long as the object.
typedef struct petfinder_screen petfinder_screen;
struct petfinder_screen {
    uint32_t struct_size; ///< `sizeof(petfinder_screen)` as the plugin compiled it.
    uint32_t reserved;    ///< Zero.
    void *context;        ///< Private to the plugin: its object.

    /// Draws the object. The result depends only on the state and the size: no clocks, no blinking.
    /// May be called at any time.
    void (*draw)(const petfinder_screen *screen, const petfinder_canvas *canvas);

    /// Handles a key press and returns its result. Call `restoration_host.invalidate` if the
    /// object's state changes.
    uint32_t (*key)(const petfinder_screen *screen, const petfinder_key *key);

    /// Stores the cursor's position on a canvas of that size and returns 1, or returns 0 to hide
    /// the cursor. Called only for the focused object. May be null: no cursor.
    uint32_t (*cursor)(const petfinder_screen *screen, uint32_t columns, uint32_t rows,
                       petfinder_position *cursor);

    /// Returns the help line of the focused object: alternating keys and actions, separated by tab
    /// characters ("Enter\tNext field\tEsc\tCancel"). Lent until the next call into the plugin. May
    /// be null: no help.
    restoration_string (*help)(const petfinder_screen *screen);
    // Since interface 1: new fields go here, never above.
};

// ---- org.restorationkit.petfinder.pets/1: the program's cats and records ----

/// A cat, with the user's corrections. Owned by the program. Lent, with all its strings, until the
/// next call of a function of `petfinder_pets` or until the plugin returns to the program.
typedef struct petfinder_pet {
    uint32_t struct_size; ///< Size as the program compiled it; do not read beyond.
    uint32_t age;         ///< In whole years.
    restoration_string id;
    restoration_string name;
    restoration_string breed;
    restoration_string story; ///< In paragraphs, separated by line feeds.
    restoration_string notes; ///< The user's notes about the cat; often empty.
    // Since interface 1: new fields go here, never above.
} petfinder_pet;

/// The greatest age of a cat, in years.
#define PETFINDER_MAXIMUM_AGE 40u
/// The longest name, in bytes.
#define PETFINDER_NAME_LIMIT 200u
/// The longest story and the longest notes, in bytes.
#define PETFINDER_TEXT_LIMIT 8192u

/// The user's correction of a cat. Lent for the call.
typedef struct petfinder_correction {
    uint32_t struct_size; ///< `sizeof(petfinder_correction)` as the plugin compiled it.
    uint32_t age;         ///< 0 to PETFINDER_MAXIMUM_AGE.
    restoration_string name;
    restoration_string story;
    // Since interface 1: new fields go here, never above.
} petfinder_correction;

/// The program's cats and the user's records about them. Owned by the program; valid until the
/// process ends.
///
/// `correct` and `note` write the user's own records, which do not belong in a restoration archive.
/// Before they write, the program makes the restoration state durable, so they may call your
/// object's `encode`. Call them before you change your object for the key being handled.
typedef struct petfinder_pets petfinder_pets;
struct petfinder_pets {
    uint32_t struct_size; ///< Size as the program compiled it; do not read beyond.
    uint32_t reserved;    ///< Zero.
    void *context;        ///< Private to the program.

    /// Looks up a cat. RESTORATION_OK; RESTORATION_ABSENT, and null in `*pet`, if there is none of
    /// that id. `*pet` is lent as described at `petfinder_pet`. [session thread]
    restoration_status (*find)(const petfinder_pets *pets, restoration_string id,
                               const petfinder_pet **pet);

    /// Writes a corrected name, age and story. RESTORATION_OK when they are durable;
    /// RESTORATION_ABSENT if there is no such cat; RESTORATION_INVALID for an empty name, an age
    /// out of range or text that is not UTF-8; RESTORATION_LIMIT for text that is too long;
    /// RESTORATION_FAILED if writing failed, which the program reports to the user. [session
    /// thread]
    restoration_status (*correct)(const petfinder_pets *pets, restoration_string id,
                                  const petfinder_correction *correction);

    /// Writes the user's notes about a cat; empty text removes them. Returns like `correct`.
    /// [session thread]
    restoration_status (*note)(const petfinder_pets *pets, restoration_string id,
                               restoration_string notes);
    // Since interface 1: new fields go here, never above.
};

// ---- org.restorationkit.petfinder.text/1: the measures of characters ----

/// A character as a user sees it: a letter with its accents, a wide letter, an emoji. This struct
/// is complete and never grows.
typedef struct petfinder_character {
    uint32_t bytes;   ///< The length in bytes; at least 1.
    uint32_t columns; ///< The width on a canvas; 0 if invisible.
} petfinder_character;

/// Measures text the way the canvas shows it, so that cursors are placed correctly. Owned by the
/// program; valid until the process ends.
typedef struct petfinder_text petfinder_text;
struct petfinder_text {
    uint32_t struct_size; ///< Size as the program compiled it; do not read beyond.
    uint32_t reserved;    ///< Zero.
    void *context;        ///< Private to the program.

    /// Measures the first character of `text`. RESTORATION_OK, or RESTORATION_ABSENT for empty
    /// text. O(1): the bytes of a character beyond the 256th count as the next one. Invalid bytes
    /// count as characters. [session thread]
    restoration_status (*character)(const petfinder_text *text_service, restoration_string text,
                                    petfinder_character *character);
    // Since interface 1: new fields go here, never above.
};

#ifdef __cplusplus
}
#endif
#endif
