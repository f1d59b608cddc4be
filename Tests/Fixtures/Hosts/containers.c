// Objects with a shape: a stack of made pages, tabs, a presented object, and elements.
#include "check.h"

struct page {
    struct item item; // First, so that item's functions serve it.
};

static struct window {
    restoration_handle own;
    restoration_handle pages[8];
    int page_count;
    restoration_handle presented;
    int attach_count;
} window;

static struct item tabs[2];
static struct bar {
    restoration_handle own;
    restoration_handle tabs[2];
    int selected;
} bar;
static struct item scroll;
static restoration_handle scroll_handle;
static int is_loaded = 1;

static restoration_status list_pages(void *object, restoration_children *children,
                                     restoration_handle *selected) {
    const struct window *self = object;
    for (int i = 0; i < self->page_count; i++)
        if (restoration_add(children, self->pages[i]) != RESTORATION_OK)
            return RESTORATION_FAILED;
    *selected = self->page_count == 0 ? 0 : self->pages[self->page_count - 1];
    return RESTORATION_OK;
}

static void attach_pages(void *object, const restoration_child *children, uint64_t count,
                         restoration_handle selected) {
    struct window *self = object;
    (void)selected;
    self->attach_count++;
    self->page_count = (int)count;
    for (uint64_t i = 0; i < count; i++)
        self->pages[i] = children[i].object;
}

static restoration_handle presented(void *object) { return ((struct window *)object)->presented; }

static void present(void *object, restoration_handle other) {
    ((struct window *)object)->presented = other;
}

static const restoration_shape window_shape = {
    sizeof window_shape, RESTORATION_SHAPE_STACK, list_pages, attach_pages, presented, present,
    NULL};
static const restoration_class window_class = {RESTORATION_CLASS("Window", 1),
                                               .shape = &window_shape};

static restoration_status list_tabs(void *object, restoration_children *children,
                                    restoration_handle *selected) {
    const struct bar *self = object;
    restoration_add_in_slot(children, self->tabs[0], RESTORATION_LITERAL("left"));
    restoration_add_in_slot(children, self->tabs[1], RESTORATION_LITERAL("right"));
    *selected = self->tabs[self->selected];
    return RESTORATION_OK;
}

static void attach_tabs(void *object, const restoration_child *children, uint64_t count,
                        restoration_handle selected) {
    struct bar *self = object;
    (void)children, (void)count;
    self->selected = selected == self->tabs[1];
}

static restoration_status list_elements(void *object, restoration_children *elements) {
    (void)object;
    if (!is_loaded)
        return RESTORATION_NOT_YET;
    return restoration_add(elements, scroll_handle);
}

static const restoration_shape bar_shape = {sizeof bar_shape, 0,    list_tabs, attach_tabs,
                                            NULL,             NULL, list_elements};
static const restoration_class bar_class = {RESTORATION_CLASS("Bar", 1), .shape = &bar_shape};
static const restoration_class scroll_class = {RESTORATION_CLASS("Scroll", 1),
                                               .encode = item_encode, .decode = item_decode,
                                               .flags = RESTORATION_CLASS_ELEMENT};

static restoration_status build(void *unused, restoration_session *session) {
    (void)unused;
    memset(&window, 0, sizeof window);
    memset(&bar, 0, sizeof bar);
    memset(tabs, 0, sizeof tabs);
    memset(&scroll, 0, sizeof scroll);
    CHECK_OK(restoration_session_add_class(session, &item_class));
    CHECK_OK(restoration_session_add_root(session, "Window", &window_class, &window, &window.own));
    CHECK_OK(restoration_session_add_root(session, "Bar", &bar_class, &bar, &bar.own));
    for (int i = 0; i < 2; i++)
        CHECK_OK(restoration_session_add_child(session, bar.own, "Tab", &item_class, &tabs[i],
                                               &bar.tabs[i]));
    CHECK_OK(restoration_session_add_child(session, bar.own, "Scroll", &scroll_class, &scroll,
                                           &scroll_handle));
    return RESTORATION_OK;
}

static const restoration_test_program program = {sizeof program, 0, NULL, build, NULL};

static int64_t number(restoration_session *session, restoration_handle handle) {
    const struct item *item = restoration_session_object(session, handle);
    return item == NULL ? -1 : item->number;
}

int main(void) {
    restoration_test *test = restoration_test_begin("org.example.tested", NULL, &program);
    restoration_session *session = restoration_test_launch(test);
    CHECK(session != NULL);
    for (int i = 0; i < 3; i++) {
        char name[] = {'P', (char)('1' + i), '\0'};
        CHECK_OK(restoration_session_make(session, window.own, name, "Item", NULL, NULL,
                                          &window.pages[i]));
        ((struct item *)restoration_session_object(session, window.pages[i]))->number = 10 + i;
        window.page_count++;
    }
    CHECK_OK(restoration_session_make(session, window.own, "Sheet", "Item", NULL, NULL,
                                      &window.presented));
    ((struct item *)restoration_session_object(session, window.presented))->number = 99;
    tabs[0].number = 1;
    tabs[1].number = 2;
    bar.selected = 1;
    scroll.number = 300;

    session = restoration_test_relaunch(test, RESTORATION_TEST_CLEAN);
    CHECK(session != NULL);
    CHECK(destroyed_count == 4);
    CHECK(window.page_count == 3 && window.attach_count == 1);
    for (int i = 0; i < 3; i++)
        CHECK(number(session, window.pages[i]) == 10 + i);
    CHECK(number(session, window.presented) == 99);
    CHECK(tabs[0].number == 1 && tabs[1].number == 2 && bar.selected == 1);
    CHECK(scroll.number == 300);

    // A popped page and a dismissed sheet end with the next save.
    window.page_count = 2;
    window.presented = 0;
    CHECK_OK(restoration_session_preserve(session));
    CHECK(destroyed_count == 6);
    session = restoration_test_relaunch(test, RESTORATION_TEST_KILLED);
    CHECK(session != NULL && window.page_count == 2 && window.presented == 0);

    // Elements that are not loaded keep their state until they are.
    CHECK(scroll.number == 300);
    CHECK_OK(restoration_test_terminate(test, RESTORATION_TEST_CLEAN));
    is_loaded = 0;
    session = restoration_test_launch(test);
    CHECK(session != NULL && scroll.number == 0);
    CHECK_OK(restoration_session_preserve(session));
    is_loaded = 1;
    CHECK_OK(restoration_session_apply_awaited(session, bar.own));
    CHECK(scroll.number == 300);
    restoration_test_end(test);
    puts("ok");
}
