// A host with a stack of pages, tabs, elements, deferred objects and plugins: see ../README.md.
#include <inttypes.h>
#include <restoration/session_report.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 32, ROOM = 64 };

struct list {
    restoration_handle handles[MOST];
    int count;
};

struct page {
    char text[ROOM];
    int64_t scroll;
};

static struct window {
    restoration_handle own;
    struct list pages;
    restoration_handle sheet;
} window;
static struct tabs {
    restoration_handle own, tabs[2];
    int selected;
} tabs;
static struct desk {
    restoration_handle own;
    struct list items;
} desk;
static struct page left, right, scroll_bar;
static restoration_handle scroll_handle;
static restoration_session *session;
static int has_data; // Late pages can be created.

// MARK: Pages

static restoration_status page_encode(void *object, restoration_coder *coder) {
    const struct page *page = object;
    restoration_put_string(coder, RESTORATION_LITERAL("text"), restoration_text(page->text));
    return restoration_put_int64(coder, RESTORATION_LITERAL("scroll"), page->scroll);
}

static restoration_status page_decode(void *object, restoration_coder *coder) {
    struct page *page = object;
    restoration_string text = {NULL, 0};
    if (restoration_get_string(coder, RESTORATION_LITERAL("text"), &text) == RESTORATION_OK &&
        text.count < ROOM)
        memcpy(page->text, text.bytes, text.count);
    return restoration_optional(
        restoration_get_int64(coder, RESTORATION_LITERAL("scroll"), &page->scroll));
}

static restoration_status page_create(const restoration_creation_request *request, void **object) {
    restoration_string text = {NULL, 0};
    struct page *page = calloc(1, sizeof *page);
    if (page == NULL)
        return RESTORATION_FAILED;
    if (request->parameters != NULL &&
        restoration_get_string(request->parameters, RESTORATION_LITERAL("text"), &text) ==
            RESTORATION_OK &&
        text.count < ROOM)
        memcpy(page->text, text.bytes, text.count);
    *object = page;
    return RESTORATION_OK;
}

// The data of a late page comes with the command "arrive".
static restoration_handle waiting[MOST];
static int waiting_count;
static restoration_status late_create(const restoration_creation_request *request, void **object) {
    if (has_data || request->reason == RESTORATION_REASON_MAKE)
        return page_create(request, object);
    if (waiting_count < MOST)
        waiting[waiting_count++] = request->object;
    return RESTORATION_NOT_YET;
}

static const restoration_class page_class = {RESTORATION_CLASS("Page", 1), .create = page_create,
                                             .encode = page_encode, .decode = page_decode,
                                             .destroy = free};
static const restoration_class late_class = {RESTORATION_CLASS("Late", 1), .create = late_create,
                                             .encode = page_encode, .decode = page_decode,
                                             .destroy = free};
static const restoration_class scroll_class = {RESTORATION_CLASS("Scroll", 1),
                                               .encode = page_encode, .decode = page_decode,
                                               .flags = RESTORATION_CLASS_ELEMENT};

// MARK: Containers

static restoration_status window_children(void *object, restoration_children *children,
                                          restoration_handle *selected) {
    const struct window *self = object;
    for (int i = 0; i < self->pages.count; i++)
        restoration_add(children, *selected = self->pages.handles[i]);
    return RESTORATION_OK;
}

static void window_attach(void *object, const restoration_child *children, uint64_t count,
                          restoration_handle selected) {
    struct window *self = object;
    (void)selected;
    self->pages.count = 0;
    for (uint64_t i = 0; i < count && i < MOST; i++)
        self->pages.handles[self->pages.count++] = children[i].object;
}

static restoration_handle window_presented(void *object) {
    return ((struct window *)object)->sheet;
}
static void window_present(void *object, restoration_handle sheet) {
    ((struct window *)object)->sheet = sheet;
}
static restoration_status window_elements(void *object, restoration_children *elements) {
    (void)object;
    return restoration_add(elements, scroll_handle);
}

static const restoration_shape window_shape = {sizeof window_shape, RESTORATION_SHAPE_STACK,
                                               window_children,     window_attach,
                                               window_presented,    window_present,
                                               window_elements};
static const restoration_class window_class = {RESTORATION_CLASS("Window", 1),
                                               .shape = &window_shape};

static restoration_status tabs_children(void *object, restoration_children *children,
                                        restoration_handle *selected) {
    const struct tabs *self = object;
    restoration_add_in_slot(children, self->tabs[0], RESTORATION_LITERAL("left"));
    restoration_add_in_slot(children, self->tabs[1], RESTORATION_LITERAL("right"));
    *selected = self->tabs[self->selected];
    return RESTORATION_OK;
}

static void tabs_attach(void *object, const restoration_child *children, uint64_t count,
                        restoration_handle selected) {
    struct tabs *self = object;
    (void)children, (void)count;
    if (selected != 0)
        self->selected = selected == self->tabs[1];
}

static const restoration_shape tabs_shape = {sizeof tabs_shape, 0,    tabs_children, tabs_attach,
                                             NULL,              NULL, NULL};
static const restoration_class tabs_class = {RESTORATION_CLASS("Tabs", 1), .shape = &tabs_shape};

// MARK: The desk, whose items are objects of plugins

static restoration_status desk_encode(void *object, restoration_coder *coder) {
    const struct desk *self = object;
    restoration_status status = restoration_begin_array(coder, RESTORATION_LITERAL("items"));
    for (int i = 0; i < self->items.count && status == RESTORATION_OK; i++)
        status = restoration_put_reference(coder, RESTORATION_ELEMENT, self->items.handles[i]);
    return status == RESTORATION_OK ? restoration_end(coder) : status;
}

static restoration_status desk_decode(void *object, restoration_coder *coder) {
    struct desk *self = object;
    uint64_t count = 0;
    restoration_handle item = 0;
    if (restoration_enter_array(coder, RESTORATION_LITERAL("items"), &count) == RESTORATION_OK)
        while (self->items.count < MOST && restoration_get_reference(coder, RESTORATION_ELEMENT,
                                                                     &item) == RESTORATION_OK)
            self->items.handles[self->items.count++] = item;
    return RESTORATION_OK;
}

static const restoration_class desk_class = {RESTORATION_CLASS("Desk", 1), .encode = desk_encode,
                                             .decode = desk_decode};

// MARK: Commands

static int print_problem(void) {
    const restoration_problem *last = restoration_last_problem();
    printf("error %s: %s\n", restoration_status_name(last->status), last->problem);
    return 1;
}

static restoration_status write_text(void *text, restoration_coder *coder) {
    return restoration_put_string(coder, RESTORATION_LITERAL("text"), restoration_text(text));
}

static restoration_handle make(restoration_handle parent, const char *name, const char *class_id) {
    char text[ROOM];
    restoration_handle made = 0;
    snprintf(text, sizeof text, "%s", name);
    if (restoration_session_make(session, parent, name, class_id, write_text, text, &made) !=
        RESTORATION_OK)
        print_problem();
    return made;
}

static void add(struct list *list, restoration_handle made) {
    if (made != 0 && list->count < MOST)
        list->handles[list->count++] = made;
}

static void show_object(const char *title, restoration_handle handle) {
    restoration_description *description = NULL;
    const struct page *page = restoration_session_object(session, handle);
    if (page != NULL)
        printf("%s %s %" PRId64 "\n", title, page->text, page->scroll);
    else if (restoration_session_describe(session, handle, &description) == RESTORATION_OK)
        printf("%s %s%s\n", title, description->path,
               description->flags & RESTORATION_OBJECT_UNAVAILABLE ? " unavailable" : "");
    restoration_free(description);
}

static void show(void) {
    for (int i = 0; i < window.pages.count; i++)
        show_object("page", window.pages.handles[i]);
    if (window.sheet != 0)
        show_object("sheet", window.sheet);
    printf("tab %d %s %s\nscroll %" PRId64 "\n", tabs.selected, left.text, right.text,
           scroll_bar.scroll);
    for (int i = 0; i < desk.items.count; i++)
        show_object("item", desk.items.handles[i]);
}

static void type(const char *text) {
    struct page *page = tabs.selected == 0 ? &left : &right;
    snprintf(page->text, ROOM, "%s", text);
}

static void save(void) {
    if (restoration_session_preserve(session) != RESTORATION_OK)
        print_problem();
}

static void arrive(void) {
    has_data = 1;
    for (int i = 0; i < waiting_count; i++)
        restoration_session_arrived(session, waiting[i]);
    restoration_session_run_pending(session);
}

static void run(const char *command, const char *argument) {
    if (strcmp(command, "push") == 0)
        add(&window.pages, make(window.own, argument, "Page"));
    else if (strcmp(command, "late") == 0)
        add(&window.pages, make(window.own, argument, "Late"));
    else if (strcmp(command, "pop") == 0)
        window.pages.count -= window.pages.count > 0;
    else if (strcmp(command, "present") == 0)
        window.sheet = make(window.own, argument, "Page");
    else if (strcmp(command, "dismiss") == 0)
        window.sheet = 0;
    else if (strcmp(command, "tab") == 0)
        tabs.selected = argument[0] == '1';
    else if (strcmp(command, "type") == 0)
        type(argument);
    else if (strcmp(command, "scroll") == 0)
        scroll_bar.scroll = atoi(argument);
    else if (strcmp(command, "item") == 0)
        add(&desk.items, make(desk.own, argument, NULL));
    else if (strcmp(command, "arrive") == 0)
        arrive();
    else if (strcmp(command, "save") == 0)
        save();
    else if (strcmp(command, "show") == 0)
        show();
}

static restoration_status begin(void) {
    restoration_status status = restoration_session_add_class(session, &page_class);
    if (status == RESTORATION_OK)
        status = restoration_session_add_class(session, &late_class);
    if (status == RESTORATION_OK)
        status = restoration_session_add_root(session, "Window", &window_class, &window,
                                              &window.own);
    if (status == RESTORATION_OK)
        status = restoration_session_add_child(session, window.own, "Scroll", &scroll_class,
                                               &scroll_bar, &scroll_handle);
    if (status == RESTORATION_OK)
        status = restoration_session_add_root(session, "Tabs", &tabs_class, &tabs, &tabs.own);
    if (status == RESTORATION_OK)
        status = restoration_session_add_child(session, tabs.own, "Left", &page_class, &left,
                                               &tabs.tabs[0]);
    if (status == RESTORATION_OK)
        status = restoration_session_add_child(session, tabs.own, "Right", &page_class, &right,
                                               &tabs.tabs[1]);
    if (status == RESTORATION_OK)
        status = restoration_session_add_root(session, "Desk", &desk_class, &desk, &desk.own);
    return status == RESTORATION_OK
               ? restoration_session_restore(session, RESTORATION_REASON_LAUNCH)
               : status;
}

int main(int count, char **arguments) {
    char line[256], command[16], argument[ROOM];
    restoration_options options = RESTORATION_OPTIONS_INIT;
    options.flags = RESTORATION_OPTION_SAVES_ON_REQUEST;
    options.plugin_directories = (const char *const *)arguments + 1;
    options.plugin_directory_count = (uint64_t)(count - 1);
    session = restoration_session_open("org.example.desk", &options);
    if (session == NULL)
        return print_problem();
    if (begin() != RESTORATION_OK)
        return print_problem();
    // An empty line ends the answer to a command.
    for (puts(""); fflush(stdout) == 0 && fgets(line, sizeof line, stdin) != NULL; puts("")) {
        argument[0] = '\0';
        if (sscanf(line, "%15s %63[^\n]", command, argument) > 0)
            run(command, argument);
    }
    restoration_session_close(session);
    return 0;
}
