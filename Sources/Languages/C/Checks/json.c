// Reports as JSON, and as lines.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

struct text {
    FILE *stream;
    char *bytes;
    size_t size;
    int needs_comma;
};

static int begin(struct text *text) {
    memset(text, 0, sizeof *text);
    text->stream = open_memstream(&text->bytes, &text->size);
    return text->stream != NULL;
}

static char *end(struct text *text) {
    const int failed = ferror(text->stream);
    if (fclose(text->stream) != 0 || failed) {
        free(text->bytes);
        return NULL;
    }
    return text->bytes;
}

static void put_text(struct text *text, const char *value) {
    fputc('"', text->stream);
    for (const unsigned char *byte = (const unsigned char *)value; *byte != '\0'; byte++) {
        if (*byte == '"' || *byte == '\\')
            fprintf(text->stream, "\\%c", *byte);
        else if (*byte < 0x20)
            fprintf(text->stream, "\\u%04x", *byte);
        else
            fputc(*byte, text->stream);
    }
    fputc('"', text->stream);
}

static void put_key(struct text *text, const char *key) {
    if (text->needs_comma)
        fputc(',', text->stream);
    text->needs_comma = 1;
    if (key == NULL)
        return;
    put_text(text, key);
    fputc(':', text->stream);
}

static void open_with(struct text *text, const char *key, char bracket) {
    put_key(text, key);
    fputc(bracket, text->stream);
    text->needs_comma = 0;
}

static void close_with(struct text *text, char bracket) {
    fputc(bracket, text->stream);
    text->needs_comma = 1;
}

static void string(struct text *text, const char *key, const char *value) {
    if (value[0] == '\0')
        return;
    put_key(text, key);
    put_text(text, value);
}

static void number(struct text *text, const char *key, uint64_t value) {
    put_key(text, key);
    fprintf(text->stream, "%" PRIu64, value);
}

static void some(struct text *text, const char *key, uint64_t value) {
    if (value != 0)
        number(text, key, value);
}

static void signed_number(struct text *text, const char *key, int64_t value) {
    if (value == 0)
        return;
    put_key(text, key);
    fprintf(text->stream, "%" PRId64, value);
}

static void notes(struct text *text, const char *key, const restoration_note *const *notes,
                  uint64_t count) {
    open_with(text, key, '[');
    for (uint64_t i = 0; i < count; i++) {
        open_with(text, NULL, '{');
        string(text, "problem", notes[i]->problem);
        string(text, "place", notes[i]->place);
        string(text, "remedy", notes[i]->remedy);
        close_with(text, '}');
    }
    close_with(text, ']');
}

static const char *outcome(uint32_t outcome) {
    static const char *const names[] = {"",         "restored", "migrated", "created", "skipped",
                                        "retained", "awaited",  "missing",  "lost"};
    return outcome < sizeof names / sizeof *names ? names[outcome] : "";
}

static const char *decision(uint32_t decision) {
    static const char *const names[] = {"",       "restore",   "migrate",
                                        "retain", "set-aside", "skip",
                                        "program-decides"};
    return decision < sizeof names / sizeof *names ? names[decision] : "";
}

static const char *reason(uint32_t reason) {
    static const char *const names[] = {"make", "launch", "session", "recovery", "pristine"};
    return reason < sizeof names / sizeof *names ? names[reason] : "";
}

static void objects(struct text *text, const restoration_entry *const *entries, uint64_t count) {
    open_with(text, "objects", '[');
    for (uint64_t i = 0; i < count; i++) {
        const restoration_entry *entry = entries[i];
        open_with(text, NULL, '{');
        string(text, "path", entry->path);
        string(text, "className", entry->class_id);
        string(text, "plugin", entry->plugin);
        string(text, "outcome", outcome(entry->outcome));
        string(text, "planned", decision(entry->planned));
        some(text, "recordedVersion", entry->recorded_version);
        some(text, "nanoseconds", entry->nanoseconds);
        some(text, "sizeInBytes", entry->size_in_bytes);
        string(text, "problem", entry->problem);
        string(text, "place", entry->place);
        string(text, "remedy", entry->remedy);
        close_with(text, '}');
    }
    close_with(text, ']');
}

// MARK: Lines

static void print_reason(FILE *stream, const char *problem, const char *place, const char *remedy) {
    const char *const format = place[0] == '\0' ? "%s%s. %s\n" : "%s (%s). %s\n";
    fprintf(stream, format, problem, place, remedy);
}

void restoration_print_entry(FILE *stream, const restoration_entry *entry) {
    if (stream == NULL || entry == NULL)
        return;
    fprintf(stream, "%s: %s", entry->path, outcome(entry->outcome));
    if (entry->problem[0] == '\0') {
        fputc('\n', stream);
        return;
    }
    fputs(": ", stream);
    print_reason(stream, entry->problem, strcmp(entry->place, entry->path) == 0 ? "" : entry->place,
                 entry->remedy);
}

void restoration_print_note(FILE *stream, const restoration_note *note) {
    if (stream != NULL && note != NULL)
        print_reason(stream, note->problem, note->place, note->remedy);
}

// MARK: JSON

char *restoration_report_json(const restoration_report *report) {
    struct text text;
    if (report == NULL || !begin(&text))
        return NULL;
    open_with(&text, NULL, '{');
    string(&text, "reason", reason(report->reason));
    some(&text, "generation", report->generation);
    signed_number(&text, "savedAt", report->saved_at);
    string(&text, "applicationVersion", report->application_version);
    notes(&text, "notes", report->notes, report->note_count);
    objects(&text, report->entries, report->entry_count);
    close_with(&text, '}');
    return end(&text);
}

char *restoration_plan_json(const restoration_plan *plan) {
    struct text text;
    if (plan == NULL || !begin(&text))
        return NULL;
    open_with(&text, NULL, '{');
    string(&text, "decision", decision(plan->decision));
    some(&text, "generation", plan->generation);
    signed_number(&text, "savedAt", plan->saved_at);
    string(&text, "applicationVersion", plan->application_version);
    string(&text, "problem", plan->problem);
    string(&text, "place", plan->place);
    string(&text, "remedy", plan->remedy);
    notes(&text, "notes", plan->notes, plan->note_count);
    objects(&text, plan->entries, plan->entry_count);
    close_with(&text, '}');
    return end(&text);
}

char *restoration_save_json(const restoration_save *save) {
    struct text text;
    if (save == NULL || !begin(&text))
        return NULL;
    open_with(&text, NULL, '{');
    put_key(&text, "isDurable");
    fputs(save->status == RESTORATION_OK ? "true" : "false", text.stream);
    number(&text, "generation", save->generation);
    number(&text, "objectCount", save->object_count);
    number(&text, "sizeInBytes", save->size_in_bytes);
    string(&text, "problem", save->problem);
    string(&text, "place", save->place);
    string(&text, "remedy", save->remedy);
    notes(&text, "issues", save->issues, save->issue_count);
    notes(&text, "notes", save->notes, save->note_count);
    close_with(&text, '}');
    return end(&text);
}
