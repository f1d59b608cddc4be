// A library of named widgets with two properties each, unaware of restoration, and the code that a
// programmer would write by hand to restore them.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct widget widget;

struct widget {
    const char *kind;
    char name[16];
    int32_t position;
    char *label;
    widget *first, *next;
};

widget *widget_new_window(int32_t count) {
    widget *window = calloc(1, sizeof(widget));
    window->kind = "Window";
    snprintf(window->name, sizeof window->name, "Main");
    widget **place = &window->first;
    for (int32_t index = 0; index < count; index++) {
        widget *entry = calloc(1, sizeof(widget));
        entry->kind = "Entry";
        snprintf(entry->name, sizeof entry->name, "entry-%d", (int)index);
        *place = entry;
        place = &entry->next;
    }
    return window;
}

void widget_free(widget *self) {
    while (self != NULL) {
        widget *next = self->next;
        widget_free(self->first);
        free(self->label);
        free(self);
        self = next;
    }
}

const char *widget_kind(const widget *self) { return self->kind; }
const char *widget_name(const widget *self) { return self->name; }
widget *widget_first(const widget *self) { return self->first; }
widget *widget_next(const widget *self) { return self->next; }
int32_t widget_get_position(const widget *self) { return self->position; }
void widget_set_position(widget *self, int32_t position) { self->position = position; }
const char *widget_get_label(const widget *self) { return self->label == NULL ? "" : self->label; }

void widget_set_label(widget *self, const char *label) {
    free(self->label);
    self->label = strdup(label);
}

/// Copies the state of each widget of one window to the widget of the same name in another.
int32_t widget_restore(widget *window, const widget *saved) {
    int32_t count = 0;
    const widget *source = widget_first(saved);
    for (widget *entry = widget_first(window); entry != NULL; entry = widget_next(entry)) {
        if (strcmp(widget_kind(entry), "Entry") != 0)
            continue;
        while (source != NULL && strcmp(widget_name(source), widget_name(entry)) != 0)
            source = widget_next(source);
        if (source == NULL)
            break;
        widget_set_position(entry, widget_get_position(source));
        widget_set_label(entry, widget_get_label(source));
        count++;
    }
    return count;
}
