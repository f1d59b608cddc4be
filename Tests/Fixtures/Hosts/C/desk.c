// The desk of the README in C. Its arguments name the items.
#include <restoration/session_report.h>

enum { MOST = 8 };
struct desk {
    restoration_handle own, items[MOST];
    int64_t starts;
    uint64_t count;
};

static restoration_status encode(void *object, restoration_coder *coder) {
    const struct desk *desk = object;
    restoration_put_int64(coder, RESTORATION_LITERAL("starts"), desk->starts);
    restoration_begin_array(coder, RESTORATION_LITERAL("items"));
    for (uint64_t i = 0; i < desk->count; i++)
        restoration_put_reference(coder, RESTORATION_ELEMENT, desk->items[i]);
    return restoration_end(coder);
}

static restoration_status decode(void *object, restoration_coder *coder) {
    struct desk *desk = object;
    uint64_t count = 0;
    restoration_get_int64(coder, RESTORATION_LITERAL("starts"), &desk->starts);
    restoration_enter_array(coder, RESTORATION_LITERAL("items"), &count);
    for (; desk->count < count && desk->count < MOST; desk->count++)
        restoration_get_reference(coder, RESTORATION_ELEMENT, &desk->items[desk->count]);
    return restoration_leave(coder);
}

static const restoration_class desk_class = {RESTORATION_CLASS("Desk", 1), .encode = encode,
                                             .decode = decode};

int main(int count, char **arguments) {
    struct desk desk = {0};
    restoration_report *report = NULL;
    restoration_session *session = restoration_session_open("org.example.desk", NULL);
    if (session == NULL ||
        restoration_session_add_root(session, "Desk", &desk_class, &desk, &desk.own) !=
            RESTORATION_OK ||
        restoration_session_restore(session, RESTORATION_REASON_LAUNCH) != RESTORATION_OK ||
        restoration_session_report(session, &report) != RESTORATION_OK)
        return restoration_print_problem(stderr);
    for (uint64_t i = 0; i < report->entry_count; i++)
        if (!restoration_is_restored(report->entries[i]))
            restoration_print_entry(stdout, report->entries[i]);
    restoration_free(report);
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("Start number %d\n", (int)++desk.starts);
    if (restoration_session_preserve(session) != RESTORATION_OK)
        return restoration_print_problem(stderr);
    for (int i = 1, is_new = desk.count == 0; is_new && i < count && desk.count < MOST; i++)
        if (restoration_session_make(session, desk.own, arguments[i], NULL, NULL, NULL,
                                     &desk.items[desk.count]) == RESTORATION_OK)
            desk.count++;
        else
            restoration_print_problem(stdout);
    printf("%d items on the desk\n", (int)desk.count);
    if (restoration_session_preserve(session) != RESTORATION_OK)
        return restoration_print_problem(stderr);
    restoration_session_close(session);
}
