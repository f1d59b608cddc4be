/// A library unaware of restoration: dials, nested like widgets.
///
/// The tests describe it with bindings. Each dial writes the calls that it receives to a journal,
/// which outlives it.
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define API __attribute__((visibility("default")))

typedef struct dial dial;
typedef struct journal journal;

typedef struct {
    int32_t x, y;
    double scale;
} dial_frame;

typedef enum { DIAL_RED, DIAL_GREEN = 5, DIAL_BLUE } dial_colour;

typedef void (*dial_notice)(dial *dial, void *data);
typedef void (*dial_signal)(void);

enum { NOTICES = 16, MARKS = 64 };

typedef struct {
    uint64_t number;
    char kind;
    dial_notice notice;
    dial_signal signal;
    void *data;
} watcher;

struct journal {
    char text[8192];
    int32_t alive;
};

struct dial {
    journal *journal;
    int32_t references;
    char kind[16];
    char *name, *label;
    bool lit, fails;
    int8_t notch;
    uint64_t count;
    float gain;
    double angle;
    int32_t position, lower, upper;
    dial_colour colour;
    dial_frame frame;
    unsigned char data[32];
    size_t size;
    int32_t marks[MARKS];
    int32_t mark_count;
    dial *partner, *first, *next, *parent;
    watcher watchers[NOTICES];
    uint64_t last_number;
    char error[64];
};

static void note(dial *self, const char *text) {
    journal *journal = self->journal;
    size_t length = strlen(journal->text);
    snprintf(journal->text + length, sizeof journal->text - length, "%s ", text);
}

static void notify(dial *self, char kind) {
    for (int index = 0; index < NOTICES; index++) {
        watcher watcher = self->watchers[index];
        if (watcher.number == 0 || watcher.kind != kind)
            continue;
        if (watcher.notice != NULL)
            watcher.notice(self, watcher.data);
        if (watcher.signal != NULL)
            watcher.signal();
    }
}

static uint64_t watch(dial *self, char kind, dial_notice notice, dial_signal signal, void *data) {
    for (int index = 0; index < NOTICES; index++) {
        if (self->watchers[index].number != 0)
            continue;
        char text[16];
        snprintf(text, sizeof text, "+%c", kind);
        note(self, text);
        self->watchers[index] = (watcher){++self->last_number, kind, notice, signal, data};
        return self->last_number;
    }
    return 0;
}

// MARK: Journals

API journal *dial_journal_new(void) { return calloc(1, sizeof(journal)); }
API const char *dial_journal_text(const journal *journal) { return journal->text; }
API void dial_journal_clear(journal *journal) { journal->text[0] = '\0'; }
API int32_t dial_journal_alive(const journal *journal) { return journal->alive; }

// MARK: Making

API int32_t dial_version_major(void) { return 2; }
API int32_t dial_version_minor(void) { return 10; }
API void dial_version_parts(int32_t *major, int32_t *minor) {
    *major = 2;
    *minor = 10;
}
API const char *dial_version(void) { return "2.10.1"; }

API dial *dial_new(journal *journal, const char *kind, const char *name, int32_t upper) {
    if (upper < 0)
        return NULL;
    dial *self = calloc(1, sizeof(dial));
    self->journal = journal;
    self->references = 1;
    journal->alive++;
    snprintf(self->kind, sizeof self->kind, "%s", kind);
    self->name = name == NULL ? NULL : strdup(name);
    self->upper = upper;
    note(self, "new");
    return self;
}

/// As in some libraries, an output parameter returns the object, which the caller must destroy even
/// after a failure.
API int32_t dial_open(journal *journal, const char *name, bool lit, dial **result) {
    *result = dial_new(journal, "Dial", name, 100);
    (*result)->lit = lit;
    snprintf((*result)->error, sizeof(*result)->error, "the dial %s is locked", name);
    return strcmp(name, "locked") == 0 ? 7 : 0;
}

API int32_t dial_state(const dial *self) { return self->name && !strcmp(self->name, "locked"); }

API void dial_free(dial *self) {
    note(self, "free");
    notify(self, 'd');
    self->journal->alive--;
    free(self->name);
    free(self->label);
    memset(self, 0xDD, sizeof *self);
    free(self);
}

API dial *dial_ref(dial *self) {
    self->references++;
    note(self, "ref");
    return self;
}

API void dial_unref(dial *self) {
    note(self, "unref");
    if (--self->references == 0)
        dial_free(self);
}

/// Notifies the holders of references to release them, like GtkWidget's `destroy` signal.
API void dial_destroy(dial *self) {
    note(self, "destroy");
    notify(self, 'd');
}

/// Destroys the dial in a setter.
API void dial_close(dial *self, int32_t value) {
    (void)value;
    dial_destroy(self);
}

/// A getter that writes to the journal.
API int32_t dial_look(dial *self) {
    note(self, "look");
    return 1;
}

// MARK: Kind and children

API const char *dial_kind(const dial *self) { return self->kind; }
API bool dial_is_window(const dial *self) { return strcmp(self->kind, "Window") == 0; }
API const char *dial_get_name(const dial *self) { return self->name; }
API const char *dial_get_error(const dial *self) { return self->error; }

API void dial_add(dial *self, dial *child) {
    dial **place = &self->first;
    while (*place != NULL)
        place = &(*place)->next;
    *place = child;
    child->parent = self;
    notify(self, 'a');
}

API void dial_remove(dial *self, dial *child) {
    dial **place = &self->first;
    while (*place != NULL && *place != child)
        place = &(*place)->next;
    if (*place == NULL)
        return;
    *place = child->next;
    child->next = NULL;
}

/// Notifies all ancestors at once, like a widget that is laid out on its first use.
API void dial_welcome(dial *self) {
    note(self, "welcome");
    for (dial *above = self->parent; above != NULL; above = above->parent)
        notify(above, 'a');
}

API dial *dial_first(const dial *self) { return self->first; }
API dial *dial_next(const dial *self) { return self->next; }

API int32_t dial_child_count(const dial *self) {
    int32_t count = 0;
    for (dial *child = self->first; child != NULL; child = child->next)
        count++;
    return count;
}

API dial *dial_child_at(const dial *self, int32_t index) {
    dial *child = self->first;
    while (child != NULL && index-- > 0)
        child = child->next;
    return child;
}

/// The dial itself, its partner, and itself again.
API dial *dial_companion(dial *self, int32_t index) {
    return index > 2 ? NULL : index == 1 ? self->partner : self;
}

API void dial_add_companion(dial *self, dial *companion) {
    note(self, companion == self ? "self" : "other");
}

/// An absurd number of children, none of which exists.
API uint32_t dial_absurd_count(const dial *self) {
    (void)self;
    return 4000000000;
}

API dial *dial_no_child(dial *self, uint32_t index) {
    if (index < 3)
        note(self, "none");
    return NULL;
}

/// Makes a child its own next sibling.
API void dial_tangle(dial *self) { self->first->next = self->first; }

// MARK: State

#define STATE(type, field, letter)                                                                 \
    API type dial_get_##field(const dial *self) { return self->field; }                            \
    API void dial_set_##field(dial *self, type value) {                                            \
        note(self, #field);                                                                        \
        self->field = value;                                                                       \
        notify(self, letter);                                                                      \
    }

STATE(bool, lit, 'c')
STATE(int8_t, notch, 'c')
STATE(uint64_t, count, 'c')
STATE(float, gain, 'c')
STATE(double, angle, 'c')
STATE(dial_colour, colour, 'c')
STATE(dial *, partner, 'c')
STATE(dial_frame, frame, 'c')

API void dial_read_frame(const dial *self, int32_t *x, int32_t *y) {
    *x = self->frame.x;
    *y = self->frame.y;
}

API void dial_move(dial *self, int32_t x, int32_t y) {
    note(self, "move");
    self->frame.x = x;
    self->frame.y = y;
}

API void dial_copy_frame(const dial *self, dial_frame *frame) { *frame = self->frame; }
API void dial_apply_frame(dial *self, const dial_frame *frame) { self->frame = *frame; }

/// Returns a lent text: NULL until it is set, and not UTF-8 after `dial_spoil`.
API const char *dial_get_label(const dial *self) { return self->label; }

API void dial_set_label(dial *self, const char *label) {
    note(self, "label");
    free(self->label);
    self->label = label == NULL ? NULL : strdup(label);
    notify(self, 'l');
}

API void dial_spoil(dial *self) {
    free(self->label);
    self->label = strdup("\xff\xfe");
}

API const void *dial_get_data(const dial *self, size_t *size) {
    *size = self->size;
    return self->data;
}

API void dial_set_data(dial *self, const void *data, size_t size) {
    self->size = size < sizeof self->data ? size : sizeof self->data;
    memcpy(self->data, data, self->size);
}

/// Clamped to a range, like a scroll bar before its layout.
API int32_t dial_get_position(const dial *self) { return self->position; }

API void dial_set_position(dial *self, int32_t position) {
    note(self, "position");
    self->position = position < self->lower   ? self->lower
                     : position > self->upper ? self->upper
                                              : position;
    notify(self, 'c');
}

API void dial_set_upper(dial *self, int32_t upper) {
    self->upper = upper;
    notify(self, 'r');
}

/// Makes `dial_try_position` fail, with an error text.
API void dial_set_fails(dial *self, bool fails) { self->fails = fails; }

API int32_t dial_try_position(dial *self, int32_t position) {
    snprintf(self->error, sizeof self->error, "position %d is not free", (int)position);
    if (self->fails || position < 0)
        return -1;
    dial_set_position(self, position);
    return 0;
}

API int32_t dial_mark_count(const dial *self) { return self->mark_count; }
API int32_t dial_mark(const dial *self, int32_t index) { return self->marks[index]; }

API const char *dial_mark_name(dial *self, int32_t index) {
    static _Thread_local char text[16];
    if (index < 2 || index - 2 >= self->mark_count)
        return NULL;
    snprintf(text, sizeof text, "mark %d", (int)self->marks[index - 2]);
    return text;
}

API void dial_clear_marks(dial *self) {
    note(self, "clear");
    self->mark_count = 0;
}

API void dial_add_mark(dial *self, int32_t index, int32_t value) {
    if (index != self->mark_count || index >= MARKS)
        note(self, "misplaced");
    self->marks[self->mark_count++] = value;
}

API void dial_name_mark(dial *self, int32_t index, const char *name) {
    if (index == self->mark_count + 2)
        self->marks[self->mark_count++] = atoi(name + 5);
}

API void dial_turn_by(dial *self, int32_t value) { self->angle += value; }

API int32_t dial_endless(const dial *self, int32_t index) { return self->position + index; }

// MARK: Notifications

API uint64_t dial_watch(dial *self, dial_notice notice, void *data) {
    return watch(self, 'c', notice, NULL, data);
}

API uint64_t dial_watch_label(dial *self, dial_signal signal) {
    return watch(self, 'l', NULL, signal, NULL);
}

API uint64_t dial_watch_range(dial *self, dial_notice notice, void *data) {
    return watch(self, 'r', notice, NULL, data);
}

API uint64_t dial_watch_end(dial *self, dial_notice notice, void *data) {
    return watch(self, 'd', notice, NULL, data);
}

API uint64_t dial_watch_children(dial *self, dial_notice notice, void *data) {
    return watch(self, 'a', notice, NULL, data);
}

API void dial_unwatch(dial *self, uint64_t number) {
    for (int index = 0; index < NOTICES; index++) {
        if (self->watchers[index].number != number)
            continue;
        char text[16];
        snprintf(text, sizeof text, "-%c", self->watchers[index].kind);
        note(self, text);
        self->watchers[index].number = 0;
    }
}

API int32_t dial_watcher_count(const dial *self) {
    int32_t count = 0;
    for (int index = 0; index < NOTICES; index++)
        count += self->watchers[index].number != 0;
    return count;
}

/// Notifies removed watchers again, as a faulty library would.
API void dial_haunt(dial *self) {
    for (int index = 0; index < NOTICES; index++)
        if (self->watchers[index].notice != NULL)
            self->watchers[index].notice(self, self->watchers[index].data);
}

static void *turn(void *argument) {
    dial *self = argument;
    dial_set_position(self, self->position + 1);
    return NULL;
}

/// Turns the dial on another thread, and joins the thread.
API void dial_turn_elsewhere(dial *self) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, turn, self) == 0)
        pthread_join(thread, NULL);
}

static void *end(void *argument) {
    dial_destroy(argument);
    return NULL;
}

static void *add(void *argument) {
    dial *child = argument;
    dial_add(child->partner, child);
    return NULL;
}

/// Adds a child to its partner on another thread.
API void dial_join_elsewhere(dial *self) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, add, self) == 0)
        pthread_join(thread, NULL);
}

API void dial_destroy_elsewhere(dial *self) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, end, self) == 0)
        pthread_join(thread, NULL);
}

/// The setter aborts the program if the value is 13.
API int32_t dial_get_luck(const dial *self) { return self->notch; }
API void dial_set_luck(dial *self, int32_t luck) {
    if (luck == 13)
        abort();
    self->notch = (int8_t)luck;
}

API void dial_finish(dial *self) { note(self, "finished"); }
