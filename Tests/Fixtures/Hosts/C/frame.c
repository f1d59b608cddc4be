// The host of ../README.md in C.
#include <inttypes.h>
#include <poll.h>
#include <restoration/session_report.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_PAGES = 64, NAMES = 4 };
static const char *const names[NAMES] = {"DialC", "DialCxx", "DialRust", "Photo"};

struct page {
    char text[128];
};
struct pages {
    restoration_handle own, pages[MOST_PAGES];
    uint64_t count;
};
/// The scroll position of the list.
struct rows {
    restoration_handle own;
    int64_t count, top;
};
struct list {
    restoration_handle own;
    struct rows rows;
};
struct inbox {
    restoration_handle own;
    int64_t message;
};
static struct frame {
    restoration_handle own, sheet, inbox, items[NAMES];
    struct pages pages;
    struct list list;
    int tab;
} frame;

static restoration_session *session;
static int has_messages;
static restoration_handle waiting_inbox;

// MARK: Pages

static void read_text(restoration_coder *coder, struct page *page) {
    restoration_string text = {NULL, 0};
    if (restoration_get_string(coder, RESTORATION_LITERAL("text"), &text) == RESTORATION_OK)
        snprintf(page->text, sizeof page->text, "%.*s", (int)text.count, text.bytes);
}

static restoration_status page_create(const restoration_creation_request *request, void **object) {
    struct page *page = *object = calloc(1, sizeof *page);
    if (page == NULL)
        return RESTORATION_FAILED;
    read_text(request->parameters, page);
    return RESTORATION_OK;
}

static restoration_status page_encode(void *object, restoration_coder *coder) {
    const struct page *page = object;
    return restoration_put_string(coder, RESTORATION_LITERAL("text"), restoration_text(page->text));
}

static restoration_status page_decode(void *object, restoration_coder *coder) {
    read_text(coder, object);
    return RESTORATION_OK;
}

static restoration_status pages_children(void *object, restoration_children *children,
                                         restoration_handle *selected) {
    const struct pages *pages = object;
    (void)selected;
    for (uint64_t i = 0; i < pages->count; i++)
        restoration_add(children, pages->pages[i]);
    return RESTORATION_OK;
}

static void pages_attach(void *object, const restoration_child *children, uint64_t count,
                         restoration_handle selected) {
    struct pages *pages = object;
    (void)selected;
    for (pages->count = 0; pages->count < count && pages->count < MOST_PAGES; pages->count++)
        pages->pages[pages->count] = children[pages->count].object;
}

static const restoration_class page_class = {RESTORATION_CLASS("Page", 1), .create = page_create,
                                             .encode = page_encode, .decode = page_decode,
                                             .destroy = free};
static const restoration_shape pages_shape = {
    .struct_size = sizeof pages_shape,
    .flags = RESTORATION_SHAPE_STACK | RESTORATION_SHAPE_BY_POSITION,
    .children = pages_children,
    .attach = pages_attach};
static const restoration_class pages_class = {RESTORATION_CLASS("Pages", 1),
                                              .shape = &pages_shape};

// MARK: The list

static restoration_status rows_encode(void *object, restoration_coder *coder) {
    const struct rows *rows = object;
    return restoration_put_int64(coder, RESTORATION_LITERAL("top"), rows->top);
}

static restoration_status rows_decode(void *object, restoration_coder *coder) {
    struct rows *rows = object;
    if (rows->count == 0)
        return RESTORATION_NOT_YET;
    return restoration_optional(
        restoration_get_int64(coder, RESTORATION_LITERAL("top"), &rows->top));
}

static restoration_status list_elements(void *object, restoration_children *elements) {
    return restoration_add(elements, ((struct list *)object)->rows.own);
}

static const restoration_class rows_class = {RESTORATION_CLASS("Rows", 1), .encode = rows_encode,
                                             .decode = rows_decode,
                                             .flags = RESTORATION_CLASS_ELEMENT};
static const restoration_shape list_shape = {.struct_size = sizeof list_shape,
                                             .elements = list_elements};
static const restoration_class list_class = {RESTORATION_CLASS("List", 1), .shape = &list_shape};

// MARK: The inbox, which cannot exist before its messages have arrived

static restoration_status inbox_create(const restoration_creation_request *request, void **object) {
    if (!has_messages) {
        waiting_inbox = request->object;
        return RESTORATION_NOT_YET;
    }
    struct inbox *inbox = *object = calloc(1, sizeof *inbox);
    if (inbox == NULL)
        return RESTORATION_FAILED;
    inbox->own = request->object;
    return RESTORATION_OK;
}

static restoration_status inbox_encode(void *object, restoration_coder *coder) {
    const struct inbox *inbox = object;
    return restoration_put_int64(coder, RESTORATION_LITERAL("message"), inbox->message);
}

static restoration_status inbox_decode(void *object, restoration_coder *coder) {
    struct inbox *inbox = object;
    return restoration_optional(
        restoration_get_int64(coder, RESTORATION_LITERAL("message"), &inbox->message));
}

static const restoration_class inbox_class = {RESTORATION_CLASS("Inbox", 1), .create = inbox_create,
                                              .encode = inbox_encode, .decode = inbox_decode,
                                              .destroy = free};

// MARK: The frame

static restoration_status frame_encode(void *object, restoration_coder *coder) {
    (void)object;
    restoration_put_reference(coder, RESTORATION_LITERAL("inbox"), frame.inbox);
    restoration_begin_array(coder, RESTORATION_LITERAL("items"));
    for (int i = 0; i < NAMES; i++)
        restoration_put_reference(coder, RESTORATION_ELEMENT, frame.items[i]);
    return restoration_end(coder);
}

static restoration_status frame_decode(void *object, restoration_coder *coder) {
    uint64_t count = 0;
    (void)object;
    restoration_get_reference(coder, RESTORATION_LITERAL("inbox"), &frame.inbox);
    restoration_enter_array(coder, RESTORATION_LITERAL("items"), &count);
    for (uint64_t i = 0; i < count && i < NAMES; i++)
        restoration_get_reference(coder, RESTORATION_ELEMENT, &frame.items[i]);
    return restoration_leave(coder);
}

static restoration_status frame_children(void *object, restoration_children *children,
                                         restoration_handle *selected) {
    (void)object;
    restoration_add(children, frame.pages.own);
    restoration_add(children, frame.list.own);
    *selected = frame.tab == 0 ? frame.pages.own : frame.list.own;
    return RESTORATION_OK;
}

static void frame_attach(void *object, const restoration_child *children, uint64_t count,
                         restoration_handle selected) {
    (void)object, (void)children, (void)count;
    frame.tab = selected == frame.list.own;
}

static restoration_handle frame_presented(void *object) { return ((struct frame *)object)->sheet; }

static void frame_present(void *object, restoration_handle sheet) {
    ((struct frame *)object)->sheet = sheet;
}

static const restoration_shape frame_shape = {.struct_size = sizeof frame_shape,
                                              .children = frame_children,
                                              .attach = frame_attach,
                                              .presented = frame_presented,
                                              .present = frame_present};
static const restoration_class frame_class = {RESTORATION_CLASS("Frame", 1), .encode = frame_encode,
                                              .decode = frame_decode, .shape = &frame_shape};

// MARK: The program

static restoration_status done(restoration_status status) {
    if (status != RESTORATION_OK)
        restoration_print_problem(stderr);
    return status;
}

static void saved(void *unused, const restoration_save *save) {
    (void)unused;
    for (uint64_t i = 0; i < save->issue_count; i++)
        restoration_print_note(stderr, save->issues[i]);
}

static void restored_awaited(void *unused, const restoration_handle *objects, uint64_t count) {
    (void)unused;
    for (uint64_t i = 0; i < count; i++)
        if (objects[i] == waiting_inbox)
            frame.inbox = objects[i];
}

static void print_not_restored(void) {
    restoration_report *report = NULL;
    if (restoration_session_report(session, &report) == RESTORATION_OK)
        for (uint64_t i = 0; i < report->entry_count; i++)
            if (!restoration_is_restored(report->entries[i]) &&
                report->entries[i]->outcome != RESTORATION_OUTCOME_AWAITED)
                restoration_print_entry(stderr, report->entries[i]);
    restoration_free(report);
}

static restoration_handle make(const char *name, restoration_handle parent, const char *class_id,
                               restoration_status (*write)(void *, restoration_coder *),
                               char *text) {
    restoration_handle made = 0;
    done(restoration_session_make(session, parent, name, class_id, write, text, &made));
    restoration_session_invalidate(session, parent);
    return made;
}

static restoration_status write_text(void *text, restoration_coder *coder) {
    return restoration_put_string(coder, RESTORATION_LITERAL("text"), restoration_text(text));
}

static int begin(void) {
    static const restoration_callbacks callbacks = {
        .struct_size = sizeof callbacks, .saved = saved, .restored_awaited = restored_awaited};
    restoration_options options = RESTORATION_OPTIONS_INIT;
    options.callbacks = &callbacks;
    session = restoration_session_open("org.example.app", &options);
    if (session == NULL || restoration_session_add_class(session, &page_class) != RESTORATION_OK ||
        restoration_session_add_class(session, &inbox_class) != RESTORATION_OK ||
        restoration_session_add_root(session, "Frame", &frame_class, &frame, &frame.own) !=
            RESTORATION_OK ||
        restoration_session_add_child(session, frame.own, "Pages", &pages_class, &frame.pages,
                                      &frame.pages.own) != RESTORATION_OK ||
        restoration_session_add_child(session, frame.own, "List", &list_class, &frame.list,
                                      &frame.list.own) != RESTORATION_OK ||
        restoration_session_add_child(session, frame.list.own, "rows", &rows_class,
                                      &frame.list.rows, &frame.list.rows.own) != RESTORATION_OK ||
        restoration_session_restore(session, RESTORATION_REASON_LAUNCH) != RESTORATION_OK)
        return restoration_print_problem(stderr);
    print_not_restored();
    for (int i = 0; i < NAMES; i++)
        if (frame.items[i] == 0)
            frame.items[i] = make(names[i], frame.own, NULL, NULL, NULL);
    return 0;
}

static void load(void) {
    has_messages = 1;
    if (frame.inbox == 0)
        frame.inbox = make("Inbox", frame.own, "Inbox", NULL, NULL);
    restoration_session_arrived(session, waiting_inbox);
    frame.list.rows.count = 100;
    done(restoration_session_apply_awaited(session, frame.list.own));
    done(restoration_session_run_pending(session));
}

static void zoom(const char *argument) {
    char name[16] = "";
    restoration_value zoom = {.kind = RESTORATION_KIND_DOUBLE, .data.float64 = 1};
    sscanf(argument, "%15s %lf", name, &zoom.data.float64);
    for (int i = 0; i < NAMES; i++)
        if (strcmp(names[i], name) == 0)
            done(restoration_session_call(session, frame.items[i], "setZoom", &zoom, 1, NULL));
}

static void obey(const char *command, char *argument) {
    struct pages *stack = &frame.pages;
    struct inbox *inbox = restoration_session_object(session, frame.inbox);
    restoration_handle changed = frame.own;
    if (strcmp(command, "load") == 0) {
        load();
    } else if (strcmp(command, "push") == 0 && stack->count < MOST_PAGES) {
        const restoration_handle page = make("Page", stack->own, "Page", write_text, argument);
        stack->pages[stack->count] = page;
        stack->count += page != 0;
    } else if (strcmp(command, "pop") == 0) {
        stack->count -= stack->count > 0;
        changed = stack->own;
    } else if (strcmp(command, "sheet") == 0) {
        frame.sheet = make("Sheet", frame.own, "Page", write_text, argument);
    } else if (strcmp(command, "close") == 0) {
        frame.sheet = 0;
    } else if (strcmp(command, "select") == 0) {
        frame.tab = atoi(argument);
    } else if (strcmp(command, "scroll") == 0) {
        frame.list.rows.top = atoi(argument);
        changed = frame.list.rows.own;
    } else if (strcmp(command, "read") == 0 && inbox != NULL) {
        inbox->message = atoi(argument);
        changed = inbox->own;
    } else if (strcmp(command, "zoom") == 0) {
        zoom(argument);
    } else if (strcmp(command, "save") == 0) {
        done(restoration_session_preserve(session));
        return;
    }
    restoration_session_invalidate(session, changed);
}

static const char *text(restoration_handle handle) {
    const struct page *page = restoration_session_object(session, handle);
    return page == NULL ? "" : page->text;
}

static void print_number(const char *title, int is_there, int64_t number) {
    if (is_there)
        printf("; %s %" PRId64, title, number);
    else
        printf("; %s -", title);
}

static void print_screen(void) {
    const struct inbox *inbox = restoration_session_object(session, frame.inbox);
    printf("tab %d; pages ", frame.tab);
    for (uint64_t i = 0; i < frame.pages.count; i++)
        printf("%s%s", i == 0 ? "" : ", ", text(frame.pages.pages[i]));
    printf("; sheet %s", text(frame.sheet));
    print_number("row", frame.list.rows.count > 0, frame.list.rows.top);
    print_number("message", inbox != NULL, inbox == NULL ? 0 : inbox->message);
    for (int i = 0; i < NAMES; i++) {
        restoration_value zoom = {0};
        if (restoration_session_call(session, frame.items[i], "zoom", NULL, 0, &zoom) ==
            RESTORATION_OK)
            printf("; %s %d", names[i], (int)zoom.data.float64);
    }
    puts("");
    fflush(stdout);
}

int main(void) {
    char line[256], command[16], argument[128];
    if (begin() != 0)
        return 1;
    setvbuf(stdin, NULL, _IONBF, 0);
    for (print_screen();;) {
        struct pollfd waiting[] = {{STDIN_FILENO, POLLIN, 0},
                                   {restoration_session_descriptor(session), POLLIN, 0}};
        poll(waiting, 2, restoration_session_milliseconds(session));
        done(restoration_session_run_pending(session));
        if (waiting[0].revents == 0)
            continue;
        if (fgets(line, sizeof line, stdin) == NULL)
            break;
        command[0] = argument[0] = '\0';
        if (sscanf(line, "%15s %127[^\n]", command, argument) > 0)
            obey(command, argument);
        print_screen();
    }
    restoration_session_close(session);
    return 0;
}
