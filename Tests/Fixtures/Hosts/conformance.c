// The rules of Docs/Semantics.md that a host in C can show, one scenario each: conformance RULE.
// Without an argument it prints the rules.
#include "check.h"

// MARK: Objects

struct node {
    int64_t number;
    restoration_handle own, other, third;
    int encode_count, decode_count, finish_count;
    int fails_to_encode, fails_to_decode;
};

static struct node a, b, c;
static struct node *made[8];
static int made_count;
static int class_fails, class_declines, class_is_late;
static char events[256];
static restoration_session *session;
static restoration_test *test;

static void note(const char *event) {
    if (strlen(events) + strlen(event) + 2 < sizeof events) {
        strcat(events, event);
        strcat(events, " ");
    }
}

static const char *name_of(const struct node *node) {
    return node == &a ? "a" : node == &b ? "b" : node == &c ? "c" : "made";
}

static void note_of(const char *event, const struct node *node) {
    char text[32];
    snprintf(text, sizeof text, "%s-%s", event, name_of(node));
    note(text);
}

static restoration_status node_encode(void *object, restoration_coder *coder) {
    struct node *node = object;
    node->encode_count++;
    note_of("encode", node);
    if (node->fails_to_encode)
        return RESTORATION_FAILED;
    restoration_put_int64(coder, RESTORATION_LITERAL("number"), node->number);
    restoration_put_reference(coder, RESTORATION_LITERAL("other"), node->other);
    // In an array inside a dictionary.
    restoration_begin_dictionary(coder, RESTORATION_LITERAL("more"));
    restoration_begin_array(coder, RESTORATION_LITERAL("third"));
    restoration_put_reference(coder, RESTORATION_ELEMENT, node->third);
    restoration_end(coder);
    return restoration_end(coder);
}

static restoration_status node_decode(void *object, restoration_coder *coder) {
    struct node *node = object;
    uint64_t count = 0;
    node->decode_count++;
    note_of("decode", node);
    if (node->fails_to_decode)
        return RESTORATION_FAILED;
    restoration_get_int64(coder, RESTORATION_LITERAL("number"), &node->number);
    restoration_get_reference(coder, RESTORATION_LITERAL("other"), &node->other);
    if (restoration_enter_dictionary(coder, RESTORATION_LITERAL("more"), &count) ==
        RESTORATION_OK) {
        if (restoration_enter_array(coder, RESTORATION_LITERAL("third"), &count) == RESTORATION_OK)
            restoration_get_reference(coder, RESTORATION_ELEMENT, &node->third);
        restoration_leave(coder);
        restoration_leave(coder);
    }
    return RESTORATION_OK;
}

static void node_finished(void *object) {
    struct node *node = object;
    node->finish_count++;
    note_of("finish", node);
}

static char last_path[64];
static restoration_handle last_request;
static restoration_status node_create(const restoration_creation_request *request, void **object) {
    last_path[0] = '\0';
    last_request = request->object;
    for (uint64_t i = 0; i < request->path_count; i++) {
        strncat(last_path, request->path[i].bytes, request->path[i].count);
        strcat(last_path, ";");
    }
    if (request->reason != RESTORATION_REASON_MAKE) {
        if (class_fails)
            return RESTORATION_FAILED;
        if (class_declines)
            return RESTORATION_DECLINED;
        if (class_is_late)
            return RESTORATION_NOT_YET;
    }
    struct node *node = calloc(1, sizeof *node);
    node->own = request->object;
    made[made_count++] = node;
    *object = node;
    return RESTORATION_OK;
}

static const restoration_class node_class = {
    RESTORATION_CLASS("Node", 1), .create = node_create,     .encode = node_encode,
    .decode = node_decode,        .finished = node_finished, .destroy = free};
static const restoration_class element_class = {
    RESTORATION_CLASS("Element", 1), .encode = node_encode, .decode = node_decode,
    .flags = RESTORATION_CLASS_ELEMENT};
static const restoration_class secret_class = {
    RESTORATION_CLASS("Secret", 1), .encode = node_encode, .decode = node_decode,
    .flags = RESTORATION_CLASS_ELEMENT | RESTORATION_CLASS_SECRET};
static const restoration_class silent_class = {RESTORATION_CLASS("Silent", 1)};

// MARK: A container, whose shape a scenario fills in

static struct box {
    restoration_handle own, children[4], presented, elements[2];
    restoration_string slots[4];
    int count, element_count, selected, is_loaded;
} box;

static restoration_status box_children(void *object, restoration_children *children,
                                       restoration_handle *selected) {
    const struct box *self = object;
    for (int i = 0; i < self->count; i++)
        restoration_add_in_slot(children, self->children[i], self->slots[i]);
    *selected = self->selected < 0 ? 0 : self->children[self->selected];
    return RESTORATION_OK;
}

static void box_attach(void *object, const restoration_child *children, uint64_t count,
                       restoration_handle selected) {
    struct box *self = object;
    self->count = (int)count;
    for (int i = 0; i < self->count; i++) {
        self->children[i] = children[i].object;
        if (children[i].object == selected)
            self->selected = i;
    }
}

static restoration_handle box_presented(void *object) { return ((struct box *)object)->presented; }
static void box_present(void *object, restoration_handle other) {
    ((struct box *)object)->presented = other;
}

static restoration_status box_elements(void *object, restoration_children *elements) {
    const struct box *self = object;
    if (!self->is_loaded)
        return RESTORATION_NOT_YET;
    for (int i = 0; i < self->element_count; i++)
        restoration_add(elements, self->elements[i]);
    return RESTORATION_OK;
}

static const restoration_shape stack_shape = {
    sizeof stack_shape, RESTORATION_SHAPE_STACK | RESTORATION_SHAPE_BY_POSITION, box_children,
    box_attach, box_presented, box_present, box_elements};
static const restoration_shape places_shape = {sizeof places_shape, 0, box_children, box_attach,
                                               box_presented, box_present, box_elements};
static const restoration_class stack_class = {RESTORATION_CLASS("Stack", 1),
                                              .shape = &stack_shape};
static const restoration_class places_class = {RESTORATION_CLASS("Places", 1),
                                               .shape = &places_shape};

// MARK: The application's own record

static int declines_save, declines_restore;
static int64_t application_number;
static restoration_handle application_reference;

static restoration_status should_preserve(void *unused, restoration_coder *coder) {
    (void)unused, (void)coder;
    note("should-preserve");
    return declines_save ? RESTORATION_DECLINED : RESTORATION_OK;
}
static restoration_status application_encode(void *unused, restoration_coder *coder) {
    (void)unused;
    note("encode-application");
    restoration_put_reference(coder, RESTORATION_LITERAL("object"), application_reference);
    return restoration_put_int64(coder, RESTORATION_LITERAL("number"), 77);
}
static restoration_status should_restore(void *unused, restoration_coder *coder) {
    (void)unused;
    note("should-restore");
    restoration_get_int64(coder, RESTORATION_LITERAL("number"), &application_number);
    return declines_restore ? RESTORATION_DECLINED : RESTORATION_OK;
}
static restoration_status application_decode(void *unused, restoration_coder *coder) {
    (void)unused;
    note("decode-application");
    restoration_get_reference(coder, RESTORATION_LITERAL("object"), &application_reference);
    return restoration_get_int64(coder, RESTORATION_LITERAL("number"), &application_number);
}

static const restoration_callbacks callbacks = {.struct_size = sizeof callbacks,
                                                .should_preserve = should_preserve,
                                                .encode = application_encode,
                                                .should_restore = should_restore,
                                                .decode = application_decode};

// MARK: Launches

static void (*build)(void);

static restoration_status build_program(void *unused, restoration_session *launched) {
    (void)unused;
    session = launched;
    const struct node empty = {0};
    const int fails[2] = {a.fails_to_decode, b.fails_to_decode};
    a = b = c = empty;
    a.fails_to_decode = fails[0];
    b.fails_to_decode = fails[1];
    memset(&box, 0, sizeof box);
    box.selected = -1;
    box.is_loaded = 1;
    made_count = 0;
    build();
    events[0] = '\0';
    return RESTORATION_OK;
}

static const restoration_test_program program = {sizeof program, 0, NULL, build_program, NULL};

static void launch(void (*how)(void)) {
    restoration_options options = RESTORATION_OPTIONS_INIT;
    options.callbacks = &callbacks;
    build = how;
    test = restoration_test_begin("org.example.tested", &options, &program);
    CHECK(test != NULL);
    CHECK(restoration_test_launch(test) != NULL);
}

static void relaunch(void) {
    CHECK(restoration_test_relaunch(test, RESTORATION_TEST_CLEAN) != NULL);
}

static void end(void) { restoration_test_end(test); }

static void root(struct node *node, const char *identifier) {
    CHECK_OK(restoration_session_add_root(session, identifier, &node_class, node, &node->own));
}

static void child(struct node *node, restoration_handle parent, const char *identifier) {
    CHECK_OK(restoration_session_add_child(session, parent, identifier, &node_class, node,
                                           &node->own));
}

static void with_class(void) { CHECK_OK(restoration_session_add_class(session, &node_class)); }

static restoration_handle make(restoration_handle parent, const char *identifier, int64_t number) {
    restoration_handle handle = 0;
    CHECK_OK(restoration_session_make(session, parent, identifier, "Node", NULL, NULL, &handle));
    ((struct node *)restoration_session_object(session, handle))->number = number;
    return handle;
}

static int64_t number_of(restoration_handle handle) {
    const struct node *node = restoration_session_object(session, handle);
    return node == NULL ? -1 : node->number;
}

static uint32_t outcome_of(const char *path) {
    restoration_report *report = NULL;
    uint32_t outcome = 0;
    CHECK_OK(restoration_session_report(session, &report));
    for (uint64_t i = 0; i < report->entry_count; i++)
        if (strcmp(report->entries[i]->path, path) == 0)
            outcome = report->entries[i]->outcome;
    restoration_free(report);
    return outcome;
}

static int has_issue(const char *part) {
    restoration_save *save = NULL;
    int found = 0;
    CHECK_OK(restoration_session_last_save(session, &save));
    for (uint64_t i = 0; i < save->issue_count; i++)
        found |= strstr(save->issues[i]->problem, part) != NULL;
    restoration_free(save);
    return found;
}

static void build_a(void) {
    with_class();
    root(&a, "A");
}

static void build_family(void) {
    build_a();
    child(&b, a.own, "B");
    child(&c, a.own, "C");
}

// MARK: Scenarios

static void changes_are_saved_together(void) { // PRES-6
    launch(build_a);
    a.number = 1;
    CHECK_OK(restoration_session_invalidate(session, a.own));
    a.number = 2;
    CHECK_OK(restoration_session_invalidate(session, a.own));
    CHECK_OK(restoration_test_advance(test, 3000));
    CHECK(a.encode_count == 1);
    CHECK(restoration_test_relaunch(test, RESTORATION_TEST_KILLED) != NULL && a.number == 2);
    end();
}

static void delegate_then_objects(void) { // PRES-7, PRES-24
    launch(build_family);
    a.other = b.own;
    CHECK_OK(restoration_session_preserve(session));
    CHECK(strcmp(events, "should-preserve encode-application encode-a encode-b ") == 0);
    end();
}

static void application_record(void) { // PRES-8
    launch(build_a);
    relaunch();
    CHECK(application_number == 77);
    CHECK(strcmp(events, "should-restore decode-a decode-application finish-a ") == 0);
    end();
}

static void build_registered(void) {
    CHECK_OK(restoration_session_register_object(session, 0, "Known", &node_class, &b, &b.own));
}
static void referred_by_application(void) { // PRES-9
    launch(build_registered);
    b.number = 4;
    application_reference = b.own;
    relaunch();
    CHECK(b.number == 4 && application_reference == b.own);
    application_reference = 0;
    end();
}

static void only_referenced_objects(void) { // PRES-9, PRES-17
    launch(build_family);
    a.other = b.own;
    b.number = 1;
    c.number = 2;
    relaunch();
    CHECK(b.number == 1 && c.number == 0 && c.decode_count == 0);
    end();
}

static void reference_in_dictionary(void) { // PRES-12
    launch(build_family);
    a.third = c.own;
    c.number = 5;
    relaunch();
    CHECK(c.number == 5 && a.third == c.own);
    end();
}

static void two_references(void) { // PRES-20, REST-21, REST-26
    launch(build_family);
    a.other = b.own;
    a.third = b.own;
    relaunch();
    CHECK(a.other == b.own && a.third == b.own && b.decode_count == 1 && b.finish_count == 1);
    b.encode_count = 0;
    CHECK_OK(restoration_session_preserve(session));
    CHECK(b.encode_count == 1);
    end();
}

static void circle(void) { // PRES-21
    launch(build_family);
    a.other = b.own;
    b.other = a.own;
    relaunch();
    CHECK(a.other == b.own && b.other == a.own);
    end();
}

static void equal_keys(void) { // PRES-25
    launch(build_family);
    a.other = b.own;
    a.number = 1;
    b.number = 2;
    relaunch();
    CHECK(a.number == 1 && b.number == 2);
    end();
}

static restoration_handle silent_handle;
static void build_silent(void) {
    static int silent;
    build_a();
    CHECK_OK(restoration_session_add_child(session, a.own, "Silent", &silent_class, &silent,
                                           &silent_handle));
}
static void nothing_to_encode(void) { // PRES-32
    launch(build_silent);
    a.other = silent_handle;
    relaunch();
    CHECK(a.other == silent_handle);
    end();
}

static void failed_encode(void) { // PRES-33
    launch(build_family);
    a.other = b.own;
    b.number = 1;
    CHECK_OK(restoration_session_preserve(session));
    b.number = 2;
    b.fails_to_encode = 1;
    a.number = 3;
    CHECK_OK(restoration_session_preserve(session));
    CHECK(has_issue("fail"));
    CHECK(restoration_test_relaunch(test, RESTORATION_TEST_KILLED) != NULL);
    CHECK(a.number == 3 && b.number == 1);
    end();
}

static void build_stack(void) {
    with_class();
    CHECK_OK(restoration_session_add_root(session, "Box", &stack_class, &box, &box.own));
}
static void push(const char *identifier, int64_t number) {
    box.children[box.count] = make(box.own, identifier, number);
    box.selected = box.count++;
}

static void presented_again(void) { // CONT-1, PRES-29
    launch(build_stack);
    box.presented = make(box.own, "Sheet", 9);
    relaunch();
    CHECK(number_of(box.presented) == 9);
    end();
}

static void stack_in_order(void) { // CONT-2, PATH-5
    launch(build_stack);
    push("Page", 1);
    push("Page", 2);
    push("Page", 3);
    relaunch();
    CHECK(box.count == 3);
    for (int i = 0; i < 3; i++)
        CHECK(number_of(box.children[i]) == i + 1);
    end();
}

static void stack_ends(void) { // CONT-3
    launch(build_stack);
    push("Page", 1);
    push("Next", 2);
    CHECK_OK(restoration_test_terminate(test, RESTORATION_TEST_CLEAN));
    class_declines = 1;
    CHECK(restoration_test_launch(test) != NULL);
    class_declines = 0;
    CHECK(box.count == 0);
    relaunch();
    CHECK(box.count == 0);
    end();
}

static void build_tabs(void) {
    static int launches;
    struct node *const nodes[2] = {&a, &b};
    with_class();
    CHECK_OK(restoration_session_add_root(session, "Box", &places_class, &box, &box.own));
    for (int i = 0; i < 2; i++) {
        // In alternating order.
        const int index = launches % 2 == 0 ? i : 1 - i;
        child(nodes[index], box.own, index == 0 ? "A" : "B");
        box.children[box.count++] = nodes[index]->own;
    }
    launches++;
}
static void selected_tab(void) { // CONT-5, CONT-6, REST-30
    launch(build_tabs);
    box.selected = 1;
    CHECK(box.children[1] == b.own);
    a.number = 1;
    b.number = 2;
    relaunch();
    CHECK(box.children[0] == b.own && box.selected == 0 && a.number == 1 && b.number == 2);
    end();
}

static void build_slots(void) {
    CHECK_OK(restoration_session_add_root(session, "Box", &places_class, &box, &box.own));
    child(&a, box.own, "Pane");
    child(&b, box.own, "Pane");
    box.children[0] = a.own;
    box.children[1] = b.own;
    box.slots[0] = RESTORATION_LITERAL("primary");
    box.slots[1] = RESTORATION_LITERAL("secondary");
    box.count = 2;
}
static void equal_identifiers_in_slots(void) { // CONT-7, PATH-8
    launch(build_slots);
    a.number = 1;
    b.number = 2;
    relaunch();
    CHECK(a.number == 1 && b.number == 2);
    CHECK(outcome_of("Box/Pane#primary") == RESTORATION_OUTCOME_RESTORED);
    end();
}

static void build_elements(void) {
    CHECK_OK(restoration_session_add_root(session, "Box", &places_class, &box, &box.own));
    CHECK_OK(restoration_session_add_child(session, box.own, "Scroll", &element_class, &a, &a.own));
    CHECK_OK(restoration_session_add_child(session, box.own, "Word", &secret_class, &b, &b.own));
    box.elements[0] = a.own;
    box.elements[1] = b.own;
    box.element_count = 2;
}
static void elements(void) { // VIEW-1, VIEW-11, PATH-12
    launch(build_elements);
    a.number = 1;
    b.number = 2;
    relaunch();
    CHECK(a.number == 1 && b.number == 0 && b.decode_count == 0 && b.encode_count == 0);
    CHECK(outcome_of("Box/Scroll") == RESTORATION_OUTCOME_RESTORED);
    end();
}

static void build_unloaded(void) {
    build_elements();
    box.is_loaded = 0;
}
static void unloaded_elements(void) { // VIEW-4
    launch(build_elements);
    a.number = 1;
    CHECK_OK(restoration_test_terminate(test, RESTORATION_TEST_CLEAN));
    build = build_unloaded;
    CHECK(restoration_test_launch(test) != NULL && a.decode_count == 0);
    relaunch();
    box.is_loaded = 1;
    CHECK_OK(restoration_session_apply_awaited(session, box.own));
    CHECK(a.number == 1);
    end();
}

static void build_equal(void) {
    build_a();
    child(&b, a.own, "Same");
    child(&c, a.own, "Same");
}
static void equal_paths(void) { // PATH-4, PATH-7
    launch(build_equal);
    a.other = b.own;
    a.third = c.own;
    b.number = 1;
    c.number = 2;
    CHECK_OK(restoration_session_preserve(session));
    CHECK(has_issue("path"));
    relaunch();
    CHECK(c.number != 1);
    end();
}

static void build_signs(void) {
    build_a();
    child(&b, a.own, "x/y");
    child(&c, a.own, "x#y \xc4\x8d");
}
static void any_characters(void) { // PATH-9, PATH-17
    launch(build_signs);
    a.other = b.own;
    a.third = c.own;
    b.number = 1;
    c.number = 2;
    relaunch();
    CHECK(b.number == 1 && c.number == 2);
    end();
}

static void build_known_child(void) {
    build_a();
    CHECK_OK(restoration_session_register_object(session, a.own, "Known", &node_class, &b, &b.own));
}
static void registered_path(void) { // PATH-13
    restoration_description *description = NULL;
    launch(build_known_child);
    a.other = b.own;
    b.number = 1;
    CHECK_OK(restoration_session_describe(session, b.own, &description));
    CHECK(strcmp(description->path, "A/Known") == 0);
    restoration_free(description);
    relaunch();
    CHECK(b.number == 1 && a.other == b.own);
    end();
}

static void build_scopes(void) {
    CHECK_OK(restoration_session_add_scoped_root(session, "W", "1", &node_class, &a, &a.own));
    CHECK_OK(restoration_session_add_scoped_root(session, "W", "2", &node_class, &b, &b.own));
    restoration_texts *scopes = NULL;
    CHECK_OK(restoration_session_scopes(session, "W", &scopes));
    CHECK(scopes->count == 0 || (scopes->count == 2 && strcmp(scopes->texts[1], "2") == 0));
    application_number = (int64_t)scopes->count;
    restoration_free(scopes);
}
static void scopes(void) { // PATH-16
    launch(build_scopes);
    CHECK(application_number == 0);
    a.number = 1;
    b.number = 2;
    relaunch();
    CHECK(a.number == 1 && b.number == 2);
    end();
}

static void made_objects(void) { // REST-12, PATH-6, PATH-11
    launch(build_a);
    a.other = make(a.own, "Made", 6);
    relaunch();
    CHECK(strcmp(last_path, "A;Made;") == 0 && number_of(a.other) == 6);
    relaunch();
    CHECK(number_of(a.other) == 6);
    end();
}

static void failing_class(void) { // REST-14, REST-22
    launch(build_a);
    a.number = 1;
    a.other = make(a.own, "Made", 6);
    CHECK_OK(restoration_test_terminate(test, RESTORATION_TEST_CLEAN));
    class_fails = 1;
    CHECK(restoration_test_launch(test) != NULL);
    class_fails = 0;
    CHECK(a.number == 1 && a.other != 0 && number_of(a.other) == -1);
    CHECK(outcome_of("A/Made") == RESTORATION_OUTCOME_RETAINED);
    relaunch();
    CHECK(number_of(a.other) == 6);
    end();
}

static void build_without_class(void) { root(&a, "A"); }
static void missing_class(void) { // REST-15
    launch(build_a);
    a.other = make(a.own, "Made", 6);
    CHECK_OK(restoration_test_terminate(test, RESTORATION_TEST_CLEAN));
    build = build_without_class;
    CHECK(restoration_test_launch(test) != NULL);
    CHECK(outcome_of("A/Made") == RESTORATION_OUTCOME_RETAINED);
    CHECK_OK(restoration_test_terminate(test, RESTORATION_TEST_CLEAN));
    build = build_a;
    CHECK(restoration_test_launch(test) != NULL && number_of(a.other) == 6);
    end();
}

static void build_other_type(void) {
    root(&a, "A");
    CHECK_OK(restoration_session_add_child(session, a.own, "B", &silent_class, &b, &b.own));
}
static void other_type(void) { // REST-19
    launch(build_family);
    a.other = b.own;
    b.number = 1;
    CHECK_OK(restoration_test_terminate(test, RESTORATION_TEST_CLEAN));
    build = build_other_type;
    CHECK(restoration_test_launch(test) != NULL && b.decode_count == 0);
    end();
}

static restoration_class renamed_class;
static void build_renamed(void) {
    renamed_class = node_class;
    renamed_class.id = RESTORATION_LITERAL("Knot");
    CHECK_OK(restoration_session_add_class(session, &renamed_class));
    CHECK_OK(restoration_session_alias_class(session, "Node", "Knot"));
    CHECK_OK(restoration_session_add_root(session, "A", &renamed_class, &a, &a.own));
}
static void former_name(void) { // REST-20
    launch(build_a);
    a.number = 1;
    a.other = make(a.own, "Made", 6);
    CHECK_OK(restoration_test_terminate(test, RESTORATION_TEST_CLEAN));
    build = build_renamed;
    CHECK(restoration_test_launch(test) != NULL);
    CHECK(a.number == 1 && number_of(a.other) == 6);
    end();
}

static void absent_key(void) { // REST-27
    launch(build_a);
    a.number = 0;
    relaunch();
    a.number = 5;
    CHECK(a.decode_count == 1 && a.other == 0);
    end();
}

static void finished_last(void) { // REST-1, REST-25, REST-29
    launch(build_family);
    a.other = b.own;
    relaunch();
    CHECK(strcmp(events, "should-restore decode-a decode-b decode-application finish-a finish-b ")
          == 0);
    end();
}

static void failed_decode(void) { // FAIL-19
    launch(build_family);
    a.other = b.own;
    a.number = 1;
    b.number = 2;
    b.fails_to_decode = 1;
    relaunch();
    CHECK(a.number == 1 && b.number == 0);
    CHECK(outcome_of("A/B") == RESTORATION_OUTCOME_RETAINED);
    b.fails_to_decode = 0;
    relaunch();
    CHECK(b.number == 2);
    end();
}

static void declined_restore(void) { // REST-32
    launch(build_a);
    a.number = 1;
    declines_restore = 1;
    relaunch();
    declines_restore = 0;
    CHECK(a.number == 0 && a.decode_count == 0);
    end();
}

static void late_object(void) { // REST-37
    launch(build_a);
    a.other = make(a.own, "Made", 6);
    CHECK_OK(restoration_test_terminate(test, RESTORATION_TEST_CLEAN));
    class_is_late = 1;
    CHECK(restoration_test_launch(test) != NULL);
    CHECK(outcome_of("A/Made") == RESTORATION_OUTCOME_AWAITED && number_of(a.other) == -1);
    class_is_late = 0;
    CHECK_OK(restoration_session_arrived(session, last_request));
    CHECK_OK(restoration_test_advance(test, 0));
    restoration_handle found = 0;
    CHECK_OK(restoration_session_find(session, "A/Made", &found));
    CHECK(number_of(found) == 6 && number_of(a.other) == 6);
    end();
}

static void no_saved_state(void) { // REST-2, FAIL-16
    launch(build_a);
    CHECK(strcmp(events, "") == 0 && a.decode_count == 0);
    end();
}

static void discarded(void) { // FAIL-1
    launch(build_a);
    a.number = 1;
    CHECK_OK(restoration_session_preserve(session));
    CHECK(restoration_test_relaunch(test, RESTORATION_TEST_FORCE_QUIT) != NULL && a.number == 0);
    end();
}

static void power_loss(void) { // FAIL-17
    launch(build_a);
    a.number = 1;
    CHECK_OK(restoration_session_preserve(session));
    a.number = 2;
    CHECK(restoration_test_relaunch(test, RESTORATION_TEST_POWER_LOSS) != NULL && a.number == 1);
    end();
}

static void declined_save(void) { // FAIL-18
    launch(build_a);
    a.number = 1;
    CHECK_OK(restoration_session_preserve(session));
    declines_save = 1;
    CHECK_REFUSED(restoration_session_preserve(session), RESTORATION_DECLINED, "The program");
    declines_save = 0;
    CHECK(restoration_test_relaunch(test, RESTORATION_TEST_KILLED) != NULL && a.number == 0);
    end();
}

static const struct {
    const char *rules;
    void (*run)(void);
} scenarios[] = {{"PRES-6", changes_are_saved_together},
                 {"PRES-7 PRES-24", delegate_then_objects},
                 {"PRES-8", application_record},
                 {"PRES-9", referred_by_application},
                 {"PRES-10 PRES-17", only_referenced_objects},
                 {"PRES-12", reference_in_dictionary},
                 {"PRES-20 REST-21 REST-26", two_references},
                 {"PRES-21", circle},
                 {"PRES-25", equal_keys},
                 {"PRES-32", nothing_to_encode},
                 {"PRES-33", failed_encode},
                 {"CONT-1 PRES-29", presented_again},
                 {"CONT-2 PATH-5", stack_in_order},
                 {"CONT-3", stack_ends},
                 {"CONT-5 CONT-6 REST-30", selected_tab},
                 {"CONT-7 PATH-8", equal_identifiers_in_slots},
                 {"VIEW-1 VIEW-11 PATH-12", elements},
                 {"VIEW-4", unloaded_elements},
                 {"PATH-4 PATH-7", equal_paths},
                 {"PATH-9 PATH-17", any_characters},
                 {"PATH-13", registered_path},
                 {"PATH-16", scopes},
                 {"PATH-6 PATH-11 REST-12", made_objects},
                 {"REST-14 REST-22", failing_class},
                 {"REST-15", missing_class},
                 {"REST-19", other_type},
                 {"REST-20", former_name},
                 {"REST-27", absent_key},
                 {"REST-1 REST-25 REST-29", finished_last},
                 {"REST-32", declined_restore},
                 {"REST-37", late_object},
                 {"REST-2 FAIL-16", no_saved_state},
                 {"FAIL-1", discarded},
                 {"FAIL-17", power_loss},
                 {"FAIL-18", declined_save},
                 {"FAIL-19", failed_decode}};

int main(int count, char **arguments) {
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++) {
        if (count == 1) {
            puts(scenarios[i].rules);
        } else if (strcmp(arguments[1], scenarios[i].rules) == 0) {
            scenarios[i].run();
            puts("ok");
        }
    }
    return 0;
}
