// The lifetime of lent and created objects, with the functions for tests.
#include "check.h"

static struct item root;
static restoration_handle root_handle;

static restoration_status build(void *unused, restoration_session *session) {
    (void)unused;
    memset(&root, 0, sizeof root);
    CHECK_OK(restoration_session_add_class(session, &item_class));
    return restoration_session_add_root(session, "Root", &item_class, &root, &root_handle);
}

static int dispose_count;
static void dispose(void *unused) {
    (void)unused;
    dispose_count++;
}

static const restoration_test_program program = {sizeof program, 0, NULL, build, dispose};

static void created_objects(void) {
    restoration_test *test = restoration_test_begin("org.example.tested", NULL, &program);
    CHECK(test != NULL);
    restoration_session *session = restoration_test_launch(test);
    CHECK(session != NULL);
    restoration_handle made = 0;
    CHECK_OK(restoration_session_make(session, root_handle, "Page", "Item", NULL, NULL, &made));
    struct item *page = restoration_session_object(session, made);
    CHECK(page != NULL && page->own == made);
    page->number = 42;
    root.other = made;
    // The next encode refers to it, so it survives.
    CHECK_OK(restoration_session_preserve(session));
    CHECK_OK(restoration_session_preserve(session));
    CHECK(restoration_session_object(session, made) == page);
    CHECK(destroyed_count == 0);

    session = restoration_test_relaunch(test, RESTORATION_TEST_KILLED);
    CHECK(session != NULL && dispose_count == 1 && destroyed_count == 1);
    CHECK(root.other != 0 && root.other != made);
    page = restoration_session_object(session, root.other);
    CHECK(page != NULL && page->number == 42);
    CHECK_OK(restoration_session_preserve(session));
    CHECK(destroyed_count == 1);

    // A held object survives the loss of the reference, but is no longer saved.
    const restoration_handle held = root.other;
    CHECK_OK(restoration_session_hold(session, held));
    CHECK_OK(restoration_session_hold(session, held));
    root.other = 0;
    CHECK_OK(restoration_session_preserve(session));
    CHECK_OK(restoration_session_release(session, held));
    CHECK_OK(restoration_session_preserve(session));
    CHECK(restoration_session_object(session, held) == page);
    CHECK_OK(restoration_session_release(session, held));
    CHECK_REFUSED(restoration_session_release(session, held), RESTORATION_INVALID, "The program");
    CHECK(restoration_session_object(session, held) == page);
    CHECK_OK(restoration_session_preserve(session));
    CHECK(destroyed_count == 2);
    CHECK(restoration_session_object(session, held) == NULL);
    CHECK_REFUSED(restoration_session_hold(session, held), RESTORATION_STALE, "The handle");

    // A new object that nothing refers to ends with the next save.
    CHECK_OK(restoration_session_make(session, 0, "Loose", "Item", NULL, NULL, &made));
    CHECK(restoration_session_object(session, made) != NULL);
    CHECK_OK(restoration_session_preserve(session));
    CHECK(restoration_session_object(session, made) == NULL && destroyed_count == 3);
    restoration_test_end(test);
    CHECK(dispose_count == 2);
}

static void forgotten_root(void) {
    restoration_save *save = NULL;
    restoration_test *test = restoration_test_begin("org.example.tested", NULL, &program);
    restoration_session *session = restoration_test_launch(test);
    CHECK(session != NULL);
    root.number = 5;
    CHECK_OK(restoration_session_preserve(session));
    CHECK_OK(restoration_session_forget(session, root_handle));
    CHECK_OK(restoration_session_preserve(session));
    CHECK_OK(restoration_session_last_save(session, &save));
    CHECK(save->status == RESTORATION_OK && save->issue_count == 1);
    CHECK(strcmp(save->issues[0]->place, "Root") == 0);
    char *json = restoration_save_json(save);
    CHECK(json != NULL && strncmp(json, "{\"isDurable\":true,\"generation\":", 31) == 0);
    restoration_free(json);
    restoration_free(save);
    session = restoration_test_relaunch(test, RESTORATION_TEST_CLEAN);
    CHECK(session != NULL && root.number == 0);
    restoration_test_end(test);
}

static void autosave(void) {
    char *state = NULL;
    restoration_test *test = restoration_test_begin("org.example.tested", NULL, &program);
    restoration_session *session = restoration_test_launch(test);
    CHECK(session != NULL);
    CHECK_REFUSED(restoration_test_saved_state(test, &state), RESTORATION_ABSENT, "Nothing");
    root.number = 8;
    CHECK_OK(restoration_session_invalidate(session, root_handle));
    CHECK_OK(restoration_test_advance(test, 2000));
    session = restoration_test_relaunch(test, RESTORATION_TEST_KILLED);
    CHECK(session != NULL && root.number == 8);
    CHECK_OK(restoration_test_terminate(test, RESTORATION_TEST_CLEAN));
    CHECK_OK(restoration_test_saved_state(test, &state));
    CHECK(strstr(state, "number") != NULL);
    restoration_free(state);
    restoration_test_end(test);
}

static void report(void) {
    restoration_report *report = NULL;
    restoration_plan *plan = NULL;
    restoration_description *description = NULL;
    restoration_test *test = restoration_test_begin("org.example.tested", NULL, &program);
    CHECK(restoration_test_launch(test) != NULL);
    restoration_session *session = restoration_test_relaunch(test, RESTORATION_TEST_CLEAN);
    CHECK(session != NULL);
    CHECK_OK(restoration_session_report(session, &report));
    CHECK(report->entry_count == 1 && report->reason == RESTORATION_REASON_LAUNCH);
    CHECK(strcmp(report->entries[0]->path, "Root") == 0);
    CHECK(report->entries[0]->outcome == RESTORATION_OUTCOME_RESTORED);
    char *json = restoration_report_json(report);
    CHECK(strstr(json, "{\"path\":\"Root\",\"outcome\":\"restored\"}") != NULL);
    restoration_free(json);
    restoration_free(report);
    CHECK_REFUSED(restoration_session_plan(session, &plan), RESTORATION_ALREADY_RESTORED, "The");
    CHECK_OK(restoration_session_describe(session, root_handle, &description));
    CHECK(description->flags == RESTORATION_OBJECT_LENT);
    CHECK(strcmp(description->path, "Root") == 0 && description->problem[0] == '\0');
    restoration_free(description);
    restoration_test_end(test);
}

static restoration_test *running;
static restoration_status ending_encode(void *object, restoration_coder *coder) {
    CHECK_REFUSED(restoration_test_terminate(running, RESTORATION_TEST_KILLED),
                  RESTORATION_IN_CALLBACK, "The function was called from the callback encode");
    CHECK(restoration_test_launch(running) == NULL);
    return item_encode(object, coder);
}

static const restoration_class ending_class = {RESTORATION_CLASS("Ending", 1),
                                               .encode = ending_encode};
static restoration_status build_ending(void *unused, restoration_session *session) {
    (void)unused;
    return restoration_session_add_root(session, "Root", &ending_class, &root, NULL);
}

static void ended_in_a_callback(void) {
    static const restoration_test_program ending = {sizeof ending, 0, NULL, build_ending, NULL};
    running = restoration_test_begin("org.example.tested", NULL, &ending);
    restoration_session *session = restoration_test_launch(running);
    CHECK(session != NULL);
    CHECK_OK(restoration_session_preserve(session));
    restoration_test_end(running);
}

// A root with a part, which is a root of its own, and is freed by functions of classes.
static struct item *part;
static restoration_handle part_handle;
static restoration_session *open_session_of_part;
static const char *freeing_function = "";

static void run_in(const char *function) {
    if (strcmp(function, freeing_function) != 0)
        return;
    freeing_function = "";
    CHECK_OK(restoration_session_forget(open_session_of_part, part_handle));
    CHECK(restoration_session_object(open_session_of_part, part_handle) == NULL);
    free(part);
    part = NULL;
}

static restoration_status whole_encode(void *object, restoration_coder *coder) {
    run_in("encode");
    return item_encode(object, coder);
}
static restoration_status whole_decode(void *object, restoration_coder *coder) {
    run_in("decode");
    return item_decode(object, coder);
}
static restoration_status whole_children(void *object, restoration_children *children,
                                         restoration_handle *selected) {
    (void)object, (void)children, (void)selected;
    run_in("children");
    return RESTORATION_OK;
}
static void whole_destroy(void *object) {
    run_in("destroy");
    item_destroy(object);
}
static const restoration_shape whole_shape = {sizeof whole_shape, 0,    whole_children, NULL,
                                              NULL,               NULL, NULL};
static const restoration_class whole_class = {RESTORATION_CLASS("Whole", 1), .create = item_create,
                                              .encode = whole_encode, .decode = whole_decode,
                                              .destroy = whole_destroy, .shape = &whole_shape};

static restoration_status build_whole(void *unused, restoration_session *session) {
    (void)unused;
    open_session_of_part = session;
    memset(&root, 0, sizeof root);
    part = calloc(1, sizeof *part);
    CHECK_OK(restoration_session_add_class(session, &whole_class));
    CHECK_OK(restoration_session_add_root(session, "Root", &whole_class, &root, &root_handle));
    return restoration_session_add_root(session, "Part", &item_class, part, &part_handle);
}
static void free_part(void *unused) {
    (void)unused;
    free(part);
    part = NULL;
}

static void forgotten_in_a_callback(const char *function) {
    static const restoration_test_program whole = {sizeof whole, 0, NULL, build_whole, free_part};
    restoration_save *save = NULL;
    restoration_handle made = 0;
    restoration_test *test = restoration_test_begin("org.example.tested", NULL, &whole);
    restoration_session *session = restoration_test_launch(test);
    CHECK(session != NULL);
    part->number = 3;
    CHECK_OK(restoration_session_preserve(session));
    CHECK_OK(restoration_session_make(session, root_handle, "Made", "Whole", NULL, NULL, &made));
    freeing_function = function;
    if (strcmp(function, "decode") == 0)
        session = restoration_test_relaunch(test, RESTORATION_TEST_KILLED);
    else
        CHECK_OK(restoration_session_preserve(session));
    CHECK(session != NULL && part == NULL);
    CHECK_REFUSED(restoration_session_forget(session, part_handle), RESTORATION_STALE, "The");
    CHECK(restoration_session_has_unsaved_changes(session));
    CHECK_OK(restoration_session_preserve(session));
    CHECK_OK(restoration_session_last_save(session, &save));
    CHECK(save->issue_count == 1 && strcmp(save->issues[0]->place, "Part") == 0);
    restoration_free(save);
    session = restoration_test_relaunch(test, RESTORATION_TEST_KILLED);
    // State that had not been restored yet is retained.
    CHECK(session != NULL && part->number == (strcmp(function, "decode") == 0 ? 3 : 0));
    restoration_test_end(test);
}

// A lent object reads the version of its class that wrote its state.
static uint32_t read_version;
static restoration_status versioned_decode(void *object, restoration_coder *coder) {
    read_version = coder->schema_version;
    return item_decode(object, coder);
}
static restoration_class versioned_class = {RESTORATION_CLASS("Versioned", 3),
                                            .encode = item_encode, .decode = versioned_decode};
static restoration_status build_versioned(void *unused, restoration_session *session) {
    (void)unused;
    return restoration_session_add_root(session, "Root", &versioned_class, &root, NULL);
}

static void versions(void) {
    static const restoration_test_program versioned = {sizeof versioned, 0, NULL, build_versioned,
                                                       NULL};
    restoration_test *test = restoration_test_begin("org.example.tested", NULL, &versioned);
    CHECK(restoration_test_launch(test) != NULL && read_version == 0);
    for (uint32_t written = 3; written < 6; written++) {
        // Saved at the end.
        versioned_class.schema_version = written + 1;
        CHECK(restoration_test_relaunch(test, RESTORATION_TEST_CLEAN) != NULL);
        CHECK(read_version == written);
    }
    restoration_test_end(test);
}

// Made objects end before those below which they were made.
static int64_t destroyed[2];
static int recorded_count;
static void recording_destroy(void *object) {
    CHECK(recorded_count < 2);
    destroyed[recorded_count++] = ((struct item *)object)->number;
    item_destroy(object);
}
static const restoration_class recorded_class = {RESTORATION_CLASS("Recorded", 1),
                                                 .create = item_create, .encode = item_encode,
                                                 .decode = item_decode,
                                                 .destroy = recording_destroy};
static restoration_status build_recorded(void *unused, restoration_session *session) {
    CHECK_OK(restoration_session_add_class(session, &recorded_class));
    return build(unused, session);
}

static struct item *make_recorded(restoration_session *session, restoration_handle parent,
                                  int64_t number) {
    restoration_handle made = 0;
    CHECK_OK(restoration_session_make(session, parent, "Part", "Recorded", NULL, NULL, &made));
    struct item *item = restoration_session_object(session, made);
    CHECK(item != NULL);
    item->number = number;
    return item;
}

static void destroyed_in_order(int by_save) {
    static const restoration_test_program recorded = {sizeof recorded, 0, NULL, build_recorded,
                                                      NULL};
    restoration_test *test = restoration_test_begin("org.example.tested", NULL, &recorded);
    restoration_session *session = restoration_test_launch(test);
    CHECK(session != NULL);
    struct item *outer = make_recorded(session, root_handle, 1);
    root.other = outer->own;
    outer->other = make_recorded(session, outer->own, 2)->own;
    CHECK_OK(restoration_session_preserve(session));
    CHECK(recorded_count == 0);
    if (by_save) {
        root.other = 0;
        CHECK_OK(restoration_session_preserve(session));
        CHECK(recorded_count == 2);
    }
    restoration_test_end(test);
    CHECK(recorded_count == 2 && destroyed[0] == 2 && destroyed[1] == 1);
    recorded_count = 0;
}

int main(void) {
    versions();
    for (int by_save = 0; by_save < 2; by_save++)
        destroyed_in_order(by_save);
    static const char *const functions[] = {"encode", "decode", "children", "destroy"};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        forgotten_in_a_callback(functions[i]);
    destroyed_count = 0;
    ended_in_a_callback();
    created_objects();
    forgotten_root();
    autosave();
    report();
    puts("ok");
}
