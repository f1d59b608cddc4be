// A plugin whose classes have only properties, of every type: numbers and text in dials, structures
// and an enumeration in canvases. Each -D of the compiler adds one fault.
#include <stdbool.h>

#include "fixture.h"

RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.properties", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.app", "org.example.test"],
    "classes": [{"id": "Dial", "version": 1, "routes": ["Root/Dial"]},
                {"id": "Canvas", "version": 1, "routes": ["Root/Canvas"]}]
})

typedef struct dial {
    restoration_handle handle;
    bool bool_value;
    int8_t int8_value;
    int16_t int16_value;
    int32_t int32_value;
    int64_t int64_value;
    uint8_t uint8_value;
    uint16_t uint16_value;
    uint32_t uint32_value;
    uint64_t uint64_value;
    size_t size_value;
    float float32_value;
    double float64_value;
    char *string_value;
    char *owned_value;
    double zoom;
    char *title;
} dial;

static const char *last_set = "";

/// Defines the getter and setter of a number.
#define NUMBER(name, type)                                                                         \
    static type get_##name(dial *self) { return self->name##_value; }                              \
    static void set_##name(dial *self, type value) {                                               \
        self->name##_value = value;                                                                \
        last_set = #name;                                                                          \
        host->invalidate(host, self->handle);                                                      \
    }

NUMBER(bool, bool)
NUMBER(int8, int8_t)
NUMBER(int16, int16_t)
NUMBER(int32, int32_t)
NUMBER(int64, int64_t)
NUMBER(uint8, uint8_t)
NUMBER(uint16, uint16_t)
NUMBER(uint32, uint32_t)
NUMBER(uint64, uint64_t)
NUMBER(size, size_t)
NUMBER(float32, float)
NUMBER(float64, double)

static char *copy_of(const char *text) {
    if (text == NULL)
        return NULL;
    char *copy = malloc(strlen(text) + 1);
    return strcpy(copy, text);
}

static const char *get_string(dial *self) {
#ifdef INVALID_TEXT
    if (self->string_value != NULL)
        return "caf\xe9";
#endif
    return self->string_value;
}

static void set_string(dial *self, const char *text) {
    free(self->string_value);
    self->string_value = copy_of(text);
}

static char *get_owned(dial *self) { return copy_of(self->owned_value); }

/// Returns true; the host ignores the result.
static bool set_owned(dial *self, const char *text) {
    free(self->owned_value);
    self->owned_value = copy_of(text);
    return true;
}

__attribute__((unused)) static double get_zoom(dial *self) {
    if (self->zoom > 100)
        host->fail(host, TEXT("The lens is broken"));
    return self->zoom;
}

__attribute__((unused)) static void set_zoom(dial *self, double zoom) {
    if (zoom <= 0) {
        host->fail(host, TEXT("There is no such zoom"));
        return;
    }
    self->zoom = zoom;
    // The earlier properties of the table were set before.
    if (strcmp(last_set, "float64") != 0)
        say("zoom before float64");
}

static const char *get_title(dial *self) { return self->title; }

static void set_title(dial *self, const char *title) {
    free(self->title);
    self->title = copy_of(title);
}

static restoration_status create(const restoration_creation_request *request, void **object) {
    dial *self = calloc(1, sizeof *self);
    self->handle = request->object;
    self->zoom = 1;
    if (request->parameters != NULL)
        restoration_get_double(request->parameters, TEXT("zoom"), &self->zoom);
    *object = self;
    return RESTORATION_OK;
}

static void destroy(void *object) {
    dial *self = object;
    free(self->string_value);
    free(self->owned_value);
    free(self->title);
    free(self);
}

#ifndef ZOOM_KEY
#define ZOOM_KEY "zoom"
#endif
#ifndef ZOOM_GETTER
#define ZOOM_GETTER get_zoom
#endif
#ifndef ZOOM_GETTER_SIGNATURE
#define ZOOM_GETTER_SIGNATURE "(object) -> float64"
#endif
#ifndef ZOOM_SETTER
#define ZOOM_SETTER set_zoom
#endif
#ifndef ZOOM_SETTER_SIGNATURE
#define ZOOM_SETTER_SIGNATURE "(object, float64)"
#endif
#ifndef ZOOM_FLAGS
#define ZOOM_FLAGS RESTORATION_PROPERTY_OMIT_DEFAULT
#endif
#ifndef ZOOM_SIZE
#define ZOOM_SIZE sizeof(restoration_property)
#endif
#ifndef ZOOM_AFTER
#define ZOOM_AFTER ""
#endif
#ifndef ZOOM_DEFAULT
#define ZOOM_DEFAULT ""
#endif
#ifndef TITLE_AFTER
#define TITLE_AFTER ""
#endif
#ifndef PROPERTIES
#define PROPERTIES properties
#endif
#ifndef PROPERTY_COUNT
#define PROPERTY_COUNT (sizeof properties / sizeof *properties)
#endif

#define PROPERTY(name)                                                                             \
    static const restoration_property name##_property =                                            \
        RESTORATION_PROPERTY(#name, "(object) -> " #name, get_##name, "(object, " #name ")",       \
                             set_##name, 0)

PROPERTY(bool);
PROPERTY(int8);
PROPERTY(int16);
PROPERTY(int32);
PROPERTY(int64);
PROPERTY(uint8);
PROPERTY(uint16);
PROPERTY(uint32);
PROPERTY(uint64);
PROPERTY(size);
PROPERTY(float32);
PROPERTY(float64);
static const restoration_property string_property = RESTORATION_PROPERTY(
    "string", "(object) -> string?", get_string, "(object, string?)", set_string, 0);
static const restoration_property owned_property = RESTORATION_PROPERTY(
    "owned", "(object) -> owned string?", get_owned, "(object, string?) -> bool", set_owned, 0);
static const restoration_property title_property = RESTORATION_ORDERED_PROPERTY(
    "title", "(object) -> string?", get_title, "(object, string?)", set_title,
    RESTORATION_PROPERTY_OMIT_DEFAULT | RESTORATION_PROPERTY_SENSITIVE, TITLE_AFTER, "");
static const restoration_property zoom_property = {
    .struct_size = ZOOM_SIZE,
    .flags = ZOOM_FLAGS,
    .key = RESTORATION_INITIALIZER(ZOOM_KEY),
    .getter_signature = RESTORATION_INITIALIZER(ZOOM_GETTER_SIGNATURE),
    .getter = (restoration_function)ZOOM_GETTER,
    .setter_signature = RESTORATION_INITIALIZER(ZOOM_SETTER_SIGNATURE),
    .setter = (restoration_function)ZOOM_SETTER,
    .restored_after = RESTORATION_INITIALIZER(ZOOM_AFTER),
    .default_value = RESTORATION_INITIALIZER(ZOOM_DEFAULT),
};

#ifndef CODED_KEY
#define CODED_KEY "coded"
#endif
#ifdef CODES
static restoration_status encode(void *object, restoration_coder *coder) {
    say("encode");
    return restoration_put_bool(coder, TEXT(CODED_KEY), 1);
}

static restoration_status decode(void *object, restoration_coder *coder) {
    dial *self = object;
    uint8_t coded = 0;
    say(self->zoom == 2 ? "decode after zoom" : "decode");
    return restoration_get_bool(coder, TEXT(CODED_KEY), &coded);
}
#define ENCODE_FUNCTION encode
#define DECODE_FUNCTION decode
#else
#define ENCODE_FUNCTION NULL
#define DECODE_FUNCTION NULL
#endif

__attribute__((unused)) static const restoration_property *const properties[] = {
    &bool_property,    &int8_property,    &int16_property,  &int32_property,  &int64_property,
    &uint8_property,   &uint16_property,  &uint32_property, &uint64_property, &size_property,
    &float32_property, &float64_property, &string_property, &owned_property,  &title_property,
    &zoom_property,
#ifdef WITH_NULL
    NULL,
#endif
};

CLASS(dial_class, "Dial", 1, .create = create, .encode = ENCODE_FUNCTION, .decode = DECODE_FUNCTION,
      .destroy = destroy, .properties = PROPERTIES, .property_count = PROPERTY_COUNT);

// Structures.

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
static const restoration_property *const canvas_properties[] = {
    &frame_property, &place_property, &mark_property, &mode_property,
};

static restoration_status create_canvas(const restoration_creation_request *request,
                                        void **object) {
    *object = calloc(1, sizeof(canvas));
    return RESTORATION_OK;
}

CLASS(canvas_class, "Canvas", 1, .create = create_canvas, .destroy = free,
      .properties = canvas_properties,
      .property_count = sizeof canvas_properties / sizeof *canvas_properties);

ENTRY_POINT_OF("org.example.properties", &dial_class, &canvas_class)
