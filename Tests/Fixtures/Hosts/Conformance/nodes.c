// The objects and launches of the scenarios.
#include "nodes.h"

// MARK: Objects

struct node a, b, c;
static struct node *made[8];
static int made_count;
int class_fails, class_declines, class_is_late;
char events[256];
restoration_session *session;
restoration_test *test;

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

char last_path[64];
restoration_handle last_request;
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

const restoration_class node_class = {
    RESTORATION_CLASS("Node", 1), .create = node_create,     .encode = node_encode,
    .decode = node_decode,        .finished = node_finished, .destroy = free};
const restoration_class element_class = {
    RESTORATION_CLASS("Element", 1), .encode = node_encode, .decode = node_decode,
    .flags = RESTORATION_CLASS_ELEMENT};
const restoration_class secret_class = {
    RESTORATION_CLASS("Secret", 1), .encode = node_encode, .decode = node_decode,
    .flags = RESTORATION_CLASS_ELEMENT | RESTORATION_CLASS_SECRET};
const restoration_class silent_class = {RESTORATION_CLASS("Silent", 1)};

// MARK: A container, whose shape a scenario fills in

struct box box;

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
const restoration_class stack_class = {RESTORATION_CLASS("Stack", 1),
                                              .shape = &stack_shape};
const restoration_class places_class = {RESTORATION_CLASS("Places", 1),
                                               .shape = &places_shape};

// MARK: The application's own record

int declines_save, declines_restore;
int64_t application_number;
restoration_handle application_reference;

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

void (*build)(void);

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

void launch(void (*how)(void)) {
    restoration_options options = RESTORATION_OPTIONS_INIT;
    options.callbacks = &callbacks;
    build = how;
    test = restoration_test_begin("org.example.tested", &options, &program);
    CHECK(test != NULL);
    CHECK(restoration_test_launch(test) != NULL);
}

void relaunch(void) {
    CHECK(restoration_test_relaunch(test, RESTORATION_TEST_CLEAN) != NULL);
}

void end_test(void) { restoration_test_end(test); }

void root(struct node *node, const char *identifier) {
    CHECK_OK(restoration_session_add_root(session, identifier, &node_class, node, &node->own));
}

void child(struct node *node, restoration_handle parent, const char *identifier) {
    CHECK_OK(restoration_session_add_child(session, parent, identifier, &node_class, node,
                                           &node->own));
}

void with_class(void) { CHECK_OK(restoration_session_add_class(session, &node_class)); }

restoration_handle make(restoration_handle parent, const char *identifier, int64_t number) {
    restoration_handle handle = 0;
    CHECK_OK(restoration_session_make(session, parent, identifier, "Node", NULL, NULL, &handle));
    ((struct node *)restoration_session_object(session, handle))->number = number;
    return handle;
}

int64_t number_of(restoration_handle handle) {
    const struct node *node = restoration_session_object(session, handle);
    return node == NULL ? -1 : node->number;
}

uint32_t outcome_of(const char *path) {
    restoration_report *report = NULL;
    uint32_t outcome = 0;
    CHECK_OK(restoration_session_report(session, &report));
    for (uint64_t i = 0; i < report->entry_count; i++)
        if (strcmp(report->entries[i]->path, path) == 0)
            outcome = report->entries[i]->outcome;
    restoration_free(report);
    return outcome;
}

int has_issue(const char *part) {
    restoration_save *save = NULL;
    int found = 0;
    CHECK_OK(restoration_session_last_save(session, &save));
    for (uint64_t i = 0; i < save->issue_count; i++)
        found |= strstr(save->issues[i]->problem, part) != NULL;
    restoration_free(save);
    return found;
}

void build_a(void) {
    with_class();
    root(&a, "A");
}

void build_family(void) {
    build_a();
    child(&b, a.own, "B");
    child(&c, a.own, "C");
}
