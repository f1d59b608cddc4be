// A library of texts that the program sets and the user changes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { length = 64 };

struct draft {
    char text[length], base[length];
    int has_base, is_used, refuses, is_busy;
    void (*look)(void *, void *);
};

static void copy(char *to, const char *from) { snprintf(to, length, "%s", from); }

static char *digest(const char *text, const char *salt) {
    char *result = malloc(3 * length);
    snprintf(result, 3 * length, "%.*s:%s@desk", (int)strcspn(salt, ":"), salt, text);
    return result;
}

struct draft *draft_new(void) { return calloc(1, sizeof(struct draft)); }
void draft_free(struct draft *draft) { free(draft); }

// The program sets a text.
void draft_give(struct draft *draft, const char *text) {
    copy(draft->text, text);
    draft->has_base = 0;
    if (draft->look != NULL) draft->look(draft, NULL);
}

// The user types a text.
void draft_type(struct draft *draft, const char *text) {
    if (!draft->has_base) copy(draft->base, draft->text);
    draft->has_base = draft->is_used = 1;
    copy(draft->text, text);
}

void draft_refuse(struct draft *draft) { draft->refuses = 1; }
void draft_set_busy(struct draft *draft, int is_busy) { draft->is_busy = is_busy; }

const char *draft_get(struct draft *draft) { return draft->text; }

int draft_put(struct draft *draft, const char *text) {
    if (draft->is_busy) return 0;
    int is_used = draft->is_used;
    if (!draft->refuses) draft_type(draft, text);
    draft->is_used = is_used;
    return 1;
}

char *draft_base(struct draft *draft, const char *salt) {
    return draft->has_base ? digest(draft->base, salt) : NULL;
}

char *draft_shows(struct draft *draft, const char *salt) {
    return draft->is_used ? NULL : digest(draft->text, salt);
}

void draft_watch(struct draft *draft, void (*look)(void *, void *)) { draft->look = look; }
void draft_unwatch(struct draft *draft) { draft->look = NULL; }
