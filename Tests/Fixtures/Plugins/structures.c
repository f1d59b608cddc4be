// A plugin whose class has properties that are structures of numbers, and an enumeration.
#include <stdbool.h>

#include "fixture.h"

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.structures", "version": "1.0.0", "abi": "0.2",
    "applications": ["org.example.app"],
    "classes": [{"id": "Canvas", "version": 1, "routes": ["Root/Canvas"]}]
})

typedef struct {
    double x, y;
} point;

typedef enum { STILL, MOVING = 7 } mode;

typedef struct {
    point origin;
    float width;
    uint8_t level;
    mode mode;
} frame;

typedef struct {
    int32_t row, column;
} place;

typedef struct canvas {
    frame frame;
    place place, mark;
    mode mode;
} canvas;

static frame get_frame(const canvas *self) { return self->frame; }
static void set_frame(canvas *self, frame frame) { self->frame = frame; }

static void get_place(const canvas *self, place *place) { *place = self->place; }
static void set_place(canvas *self, const place *place) { self->place = *place; }

static const place *get_mark(const canvas *self) { return &self->mark; }
static bool set_mark(canvas *self, place mark) {
    self->mark = mark;
    return true;
}

static mode get_mode(const canvas *self) { return self->mode; }
static void set_mode(canvas *self, mode mode) { self->mode = mode; }

#define MODE "enum {still, moving = 7}"
#define FRAME "{{float64 x, float64 y} origin, float32 width, uint8 level, " MODE " mode}"
#define PLACE "{int32 row, int32 column}"

#ifndef PLACE_GETTER
#define PLACE_GETTER "(object, out " PLACE ")"
#endif
#ifndef PLACE_DEFAULT
#define PLACE_DEFAULT "{\"row\": 3, \"column\": -4}"
#endif

static const restoration_property frame_property = RESTORATION_PROPERTY(
    "frame", "(object) -> " FRAME, get_frame, "(object, " FRAME ")", set_frame, 0);
static const restoration_property place_property = RESTORATION_ORDERED_PROPERTY(
    "place", PLACE_GETTER, get_place, "(object, " PLACE " *)", set_place,
    RESTORATION_PROPERTY_OMIT_DEFAULT, "", PLACE_DEFAULT);
static const restoration_property mark_property =
    RESTORATION_PROPERTY("mark", "(object) -> " PLACE " *", get_mark,
                         "(object, " PLACE ") -> bool", set_mark,
                         RESTORATION_PROPERTY_OMIT_DEFAULT);
static const restoration_property mode_property = RESTORATION_PROPERTY(
    "mode", "(object) -> " MODE, get_mode, "(object, " MODE ")", set_mode, 0);
static const restoration_property *const properties[] = {
    &frame_property, &place_property, &mark_property, &mode_property,
};

static restoration_status create(const restoration_creation_request *request, void **object) {
    *object = calloc(1, sizeof(canvas));
    return RESTORATION_OK;
}

CLASS(canvas_class, "Canvas", 1, .create = create, .destroy = free, .properties = properties,
      .property_count = sizeof properties / sizeof *properties);

ENTRY_POINT("org.example.structures", canvas_class)
