// Pins the layout of the interfaces. A moved field would break every compiled plugin, so it fails
// to compile here.
#include "petfinder/screen.h"

#define OFFSET(type, field, offset)                                                                \
    _Static_assert(offsetof(type, field) == (offset), #type "." #field " has moved")
#define SIZE(type, size) _Static_assert(sizeof(type) == (size), #type " has changed its size")

OFFSET(petfinder_canvas, is_focused, 4);
OFFSET(petfinder_canvas, context, 8);
OFFSET(petfinder_canvas, columns, 16);
OFFSET(petfinder_canvas, rows, 20);
OFFSET(petfinder_canvas, write, 24);
OFFSET(petfinder_canvas, fill, 32);
SIZE(petfinder_canvas, 40);

OFFSET(petfinder_key, code, 4);
OFFSET(petfinder_key, text, 8);
OFFSET(petfinder_key, columns, 24);
OFFSET(petfinder_key, rows, 28);
SIZE(petfinder_key, 32);

SIZE(petfinder_position, 8);

OFFSET(petfinder_screen, context, 8);
OFFSET(petfinder_screen, draw, 16);
OFFSET(petfinder_screen, key, 24);
OFFSET(petfinder_screen, cursor, 32);
OFFSET(petfinder_screen, help, 40);
SIZE(petfinder_screen, 48);

OFFSET(petfinder_pet, age, 4);
OFFSET(petfinder_pet, id, 8);
OFFSET(petfinder_pet, name, 24);
OFFSET(petfinder_pet, breed, 40);
OFFSET(petfinder_pet, story, 56);
OFFSET(petfinder_pet, notes, 72);
SIZE(petfinder_pet, 88);

OFFSET(petfinder_correction, age, 4);
OFFSET(petfinder_correction, name, 8);
OFFSET(petfinder_correction, story, 24);
SIZE(petfinder_correction, 40);

OFFSET(petfinder_pets, context, 8);
OFFSET(petfinder_pets, find, 16);
OFFSET(petfinder_pets, correct, 24);
OFFSET(petfinder_pets, note, 32);
SIZE(petfinder_pets, 40);

SIZE(petfinder_character, 8);

OFFSET(petfinder_text, context, 8);
OFFSET(petfinder_text, character, 16);
SIZE(petfinder_text, 24);
