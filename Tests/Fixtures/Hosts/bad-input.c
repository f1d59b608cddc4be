// Misuse of the host library, one function each: bad-input NAME. Each prints "ok" at its end.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static restoration_session *session;
static struct item root;
static restoration_handle root_handle;

static void begin(void) {
    session = open_session(NULL);
    CHECK(session != NULL);
    CHECK_OK(restoration_session_add_root(session, "Root", &item_class, &root, &root_handle));
    CHECK_OK(restoration_session_restore(session, RESTORATION_REASON_LAUNCH));
}

// Checks that the session still works: it saves the root, and another session restores it.
static void end(void) {
    root.number = 7;
    CHECK_OK(restoration_session_preserve(session));
    CHECK_OK(restoration_session_close(session));
    root.number = 0;
    begin();
    CHECK(root.number == 7);
    CHECK_OK(restoration_session_close(session));
}

// MARK: Threads, processes, handles

static void *elsewhere(void *unused) {
    CHECK_REFUSED(restoration_session_preserve(session), RESTORATION_WRONG_THREAD,
                  "The function was called from another thread");
    CHECK_REFUSED(restoration_session_close(session), RESTORATION_WRONG_THREAD, "The function");
    CHECK(restoration_session_object(session, root_handle) == NULL);
    CHECK(restoration_session_descriptor(session) == -1);
    CHECK(restoration_session_host(session) == NULL);
    CHECK_OK(restoration_session_invalidate(session, root_handle));
    return unused;
}

static void wrong_thread(void) {
    pthread_t thread;
    begin();
    CHECK(pthread_create(&thread, NULL, elsewhere, NULL) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    // Each thread has its own last problem.
    CHECK(restoration_last_problem()->status == RESTORATION_OK);
    CHECK(restoration_session_has_unsaved_changes(session));
    end();
}

static void stale_handle(void) {
    struct item other = {0};
    restoration_handle handle = 0;
    begin();
    CHECK_OK(restoration_session_add_child(session, root_handle, "Other", &item_class, &other,
                                           &handle));
    CHECK(restoration_session_object(session, handle) == &other);
    CHECK_OK(restoration_session_forget(session, handle));
    CHECK_REFUSED(restoration_session_forget(session, handle), RESTORATION_STALE, "The handle");
    CHECK_REFUSED(restoration_session_invalidate(session, handle), RESTORATION_STALE, "The handle");
    CHECK_REFUSED(restoration_session_hold(session, handle), RESTORATION_STALE, "The handle");
    CHECK(restoration_session_object(session, handle) == NULL);
    CHECK_REFUSED(restoration_session_hold(session, 0), RESTORATION_STALE, "The handle is 0");
    root.other = handle;
    end();
}

static void closed(void) {
    begin();
    restoration_session *former = session;
    end();
    CHECK_REFUSED(restoration_session_preserve(former), RESTORATION_CLOSED,
                  "The session is closed");
    CHECK_REFUSED(restoration_session_close(former), RESTORATION_CLOSED, "The session is closed");
    CHECK_REFUSED(restoration_session_invalidate(former, root_handle), RESTORATION_CLOSED,
                  "The session is closed");
    CHECK_REFUSED(restoration_session_preserve(NULL), RESTORATION_CLOSED, "The session is null");
    CHECK_REFUSED(restoration_session_preserve((restoration_session *)(uintptr_t)0x123456),
                  RESTORATION_CLOSED, "The session is closed");
    CHECK_OK(restoration_session_close(NULL));
}

static void forked(void) {
    begin();
    const pid_t child = fork();
    if (child == 0) {
        CHECK_REFUSED(restoration_session_preserve(session), RESTORATION_FORKED, "Process ");
        CHECK_REFUSED(restoration_session_invalidate(session, root_handle), RESTORATION_FORKED,
                      "Process ");
        CHECK_REFUSED(restoration_session_close(session), RESTORATION_FORKED, "Process ");
        _exit(0);
    }
    int status = 1;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    end();
}

static void two_sessions(void) {
    begin();
    CHECK(open_session(NULL) == NULL);
    CHECK(restoration_last_problem()->status == RESTORATION_BUSY);
    end();
}

static void other_session(void) {
    begin();
    restoration_options options = RESTORATION_OPTIONS_INIT;
    options.flags = RESTORATION_OPTION_WITHOUT_STATE;
    restoration_session *second = restoration_session_open("org.example.second", &options);
    CHECK(second != NULL);
    CHECK_REFUSED(restoration_session_hold(second, root_handle), RESTORATION_STALE, "The handle");
    CHECK_OK(restoration_session_close(second));
    end();
}

// MARK: Arguments

static restoration_status build_nothing(void *unused, restoration_session *unused_session) {
    (void)unused, (void)unused_session;
    return RESTORATION_OK;
}

static void sizes(void) {
    restoration_options options = RESTORATION_OPTIONS_INIT;
    options.private_directory = getenv("STATE");
    options.struct_size = 0;
    CHECK(restoration_session_open("org.example.tested", &options) == NULL);
    CHECK(restoration_last_problem()->status == RESTORATION_VERSION_MISMATCH);
    options.struct_size = sizeof options + 8;
    CHECK(restoration_session_open("org.example.tested", &options) == NULL);
    CHECK(restoration_last_problem()->status == RESTORATION_VERSION_MISMATCH);
    restoration_callbacks callbacks = {0};
    options.struct_size = sizeof options;
    options.callbacks = &callbacks;
    CHECK(restoration_session_open("org.example.tested", &options) == NULL);
    CHECK(restoration_last_problem()->status == RESTORATION_VERSION_MISMATCH);
    options.callbacks = NULL;
    options.instance = "reserved";
    CHECK(restoration_session_open("org.example.tested", &options) == NULL);
    CHECK(restoration_last_problem()->status == RESTORATION_UNSUPPORTED);
    options.instance = NULL;
    options.remote = "no connection string";
    CHECK(restoration_session_open("org.example.tested", &options) == NULL);
    CHECK(restoration_last_problem()->status == RESTORATION_FAILED);
    options.remote = "dbname=restoration";
    options.person = "a\nb";
    CHECK(restoration_session_open("org.example.tested", &options) == NULL);
    CHECK(restoration_last_problem()->status == RESTORATION_FAILED);
    CHECK(restoration_session_open_version(RESTORATION_ABI_VERSION + 1, "org.example.tested",
                                           NULL) == NULL);
    CHECK(restoration_last_problem()->status == RESTORATION_VERSION_MISMATCH);
    begin();
    restoration_class small = item_class;
    struct item other = {0};
    small.struct_size = 40;
    CHECK_REFUSED(
        restoration_session_add_child(session, root_handle, "Other", &small, &other, NULL),
        RESTORATION_VERSION_MISMATCH, "The ");
    CHECK_REFUSED(restoration_session_take_over(session, NULL), RESTORATION_INVALID, "A required");
    CHECK_REFUSED(restoration_session_take_over(session, "laptop"), RESTORATION_INVALID,
                  "The device's ID is invalid");
    CHECK_REFUSED(restoration_session_newer_elsewhere(session, NULL), RESTORATION_INVALID,
                  "A required");
    const restoration_shape small_shape = {.struct_size = 8};
    small = item_class;
    small.shape = &small_shape;
    CHECK_REFUSED(
        restoration_session_add_child(session, root_handle, "Other", &small, &other, NULL),
        RESTORATION_VERSION_MISMATCH, "The ");
    restoration_test_program program = {.struct_size = 8, .build = build_nothing};
    CHECK(restoration_test_begin("org.example.tested", NULL, &program) == NULL);
    CHECK(restoration_last_problem()->status == RESTORATION_VERSION_MISMATCH);
    end();
}

static void nulls(void) {
    begin();
    CHECK_REFUSED(restoration_session_add_root(session, "Other", &item_class, NULL, NULL),
                  RESTORATION_INVALID, "A required argument is null");
    CHECK_REFUSED(restoration_session_add_root(session, NULL, &item_class, &root, NULL),
                  RESTORATION_INVALID, "A required argument is null");
    CHECK_REFUSED(restoration_session_add_root(session, "Other", NULL, &root, NULL),
                  RESTORATION_INVALID, "A required argument is null");
    CHECK_REFUSED(restoration_session_add_class(session, NULL), RESTORATION_INVALID, "A required");
    CHECK_REFUSED(restoration_session_report(session, NULL), RESTORATION_INVALID, "A required");
    CHECK(restoration_session_open(NULL, NULL) == NULL);
    CHECK(restoration_last_problem()->status == RESTORATION_INVALID);
    CHECK(restoration_report_json(NULL) == NULL);
    restoration_free(NULL);
    end();
}

static void identifiers(void) {
    struct item other = {0};
    char text[257];
    begin();
    memset(text, 'a', 256);
    text[256] = '\0';
    CHECK_REFUSED(
        restoration_session_add_child(session, root_handle, text, &item_class, &other, NULL),
        RESTORATION_INVALID, "A restoration identifier cannot have 256 bytes");
    CHECK_REFUSED(
        restoration_session_add_child(session, root_handle, "", &item_class, &other, NULL),
        RESTORATION_INVALID, "A restoration identifier cannot have 0 bytes");
    CHECK_REFUSED(
        restoration_session_add_child(session, root_handle, "\xff", &item_class, &other, NULL),
        RESTORATION_INVALID, "A text is not UTF-8");
    // A class id has an explicit length, so it can contain a NUL.
    restoration_class with_nul = item_class;
    with_nul.id = (restoration_string)RESTORATION_INITIALIZER("It\0em");
    CHECK_REFUSED(
        restoration_session_add_child(session, root_handle, "Other", &with_nul, &other, NULL),
        RESTORATION_INVALID, "The library's class id is not valid text");
    CHECK(restoration_session_open("no/path", NULL) == NULL);
    CHECK(restoration_last_problem()->status == RESTORATION_INVALID);
    end();
}

static void reasons(void) {
    session = open_session(NULL);
    CHECK(session != NULL);
    CHECK_REFUSED(restoration_session_preserve(session), RESTORATION_NOT_RESTORED, "The session");
    CHECK_REFUSED(restoration_session_restore(session, 77), RESTORATION_INVALID,
                  "77 is not a reason for a restore");
    CHECK_REFUSED(restoration_session_restore(session, RESTORATION_REASON_MAKE),
                  RESTORATION_INVALID, "0 is not a reason");
    CHECK_OK(restoration_session_restore(session, RESTORATION_REASON_LAUNCH));
    CHECK_REFUSED(restoration_session_restore(session, RESTORATION_REASON_LAUNCH),
                  RESTORATION_ALREADY_RESTORED, "The session has restored already");
    CHECK_OK(restoration_session_close(session));
}

static void added_twice(void) {
    begin();
    CHECK_REFUSED(restoration_session_add_root(session, "Again", &item_class, &root, NULL),
                  RESTORATION_INVALID, "The object Again is lent already");
    end();
}

// MARK: Callbacks

static int asked;

// A shape that changes while the session reads it.
static restoration_handle child_handle;
static struct item child;
static restoration_status changing_children(void *object, restoration_children *children,
                                            restoration_handle *selected) {
    (void)object, (void)selected;
    asked++;
    CHECK_REFUSED(restoration_session_run_pending(session), RESTORATION_IN_CALLBACK,
                  "The function was called from the callback children of Changing");
    const restoration_child bad = {12345, {NULL, 0}};
    CHECK(children->add(children, &bad) == RESTORATION_INVALID);
    CHECK(children->add(children, NULL) == RESTORATION_INVALID);
    return restoration_add(children, child_handle);
}

static const restoration_shape changing_shape_table = {
    sizeof changing_shape_table, 0, changing_children, NULL, NULL, NULL, NULL};
static const restoration_class changing_class = {RESTORATION_CLASS("Changing", 1),
                                                 .encode = item_encode, .decode = item_decode,
                                                 .shape = &changing_shape_table};

static restoration_status calling_encode(void *object, restoration_coder *coder) {
    asked++;
    CHECK_REFUSED(restoration_session_preserve(session), RESTORATION_IN_CALLBACK,
                  "The function was called from the callback encode of Caller");
    CHECK_REFUSED(restoration_session_close(session), RESTORATION_IN_CALLBACK, "The function");
    CHECK_REFUSED(restoration_session_run_pending(session), RESTORATION_IN_CALLBACK,
                  "The function");
    CHECK(restoration_session_object(session, root_handle) == object);
    // Asks for the children of the other root: a callback in a callback.
    restoration_handle found = 0;
    CHECK_OK(restoration_session_find(session, "Box/Child", &found));
    CHECK(found == child_handle);
    CHECK_REFUSED(restoration_session_preserve(session), RESTORATION_IN_CALLBACK,
                  "The function was called from the callback encode of Caller");
    CHECK_OK(restoration_session_invalidate(session, root_handle));
    return item_encode(object, coder);
}

static void in_callback(void) {
    static restoration_class caller;
    caller = item_class;
    caller.id = RESTORATION_LITERAL("Caller");
    caller.encode = calling_encode;
    session = open_session(NULL);
    CHECK(session != NULL);
    static int box;
    restoration_handle box_handle = 0;
    CHECK_OK(restoration_session_add_root(session, "Root", &caller, &root, &root_handle));
    CHECK_OK(restoration_session_add_root(session, "Box", &changing_class, &box, &box_handle));
    CHECK_OK(restoration_session_add_child(session, box_handle, "Child", &item_class, &child,
                                           &child_handle));
    CHECK_OK(restoration_session_restore(session, RESTORATION_REASON_LAUNCH));
    CHECK_OK(restoration_session_preserve(session));
    CHECK(asked > 0);
    CHECK_OK(restoration_session_close(session));
}

static jmp_buf away;
static int jumps;
static restoration_status jumping_encode(void *object, restoration_coder *coder) {
    if (jumps)
        longjmp(away, 1);
    return item_encode(object, coder);
}

static const restoration_class jumper = {RESTORATION_CLASS("Jumper", 1), .encode = jumping_encode,
                                         .decode = item_decode};

static void begin_jumping(void) {
    session = open_session(NULL);
    CHECK(session != NULL);
    CHECK_OK(restoration_session_add_root(session, "Root", &jumper, &root, &root_handle));
    CHECK_OK(restoration_session_restore(session, RESTORATION_REASON_LAUNCH));
}

static void jumped(void) {
    begin_jumping();
    root.number = 5;
    CHECK_OK(restoration_session_preserve(session));
    root.number = 6;
    jumps = 1;
    if (setjmp(away) == 0) {
        const restoration_status status = restoration_session_preserve(session);
        CHECK(status != status);
    }
    jumps = 0;
    static const char *problem = "The callback encode of Jumper was left by longjmp";
    CHECK_REFUSED(restoration_session_preserve(session), RESTORATION_JUMPED, problem);
    CHECK_REFUSED(restoration_session_run_pending(session), RESTORATION_JUMPED, problem);
    CHECK_REFUSED(restoration_session_invalidate(session, root_handle), RESTORATION_JUMPED,
                  problem);
    CHECK(restoration_session_object(session, root_handle) == NULL);
    CHECK_REFUSED(restoration_session_close(session), RESTORATION_JUMPED, problem);
    CHECK_REFUSED(restoration_session_close(session), RESTORATION_CLOSED, "The session is closed");
    // The lock is free, and nothing was written.
    root.number = 0;
    begin_jumping();
    CHECK(root.number == 5);
    CHECK_OK(restoration_session_preserve(session));
    CHECK_OK(restoration_session_close(session));
}

static restoration_status exiting_encode(void *object, restoration_coder *coder) {
    (void)object, (void)coder;
    puts("ok");
    exit(0);
}

static void exits(void) {
    static restoration_class class;
    class = item_class;
    class.encode = exiting_encode;
    session = open_session(NULL);
    CHECK(session != NULL);
    CHECK_OK(restoration_session_add_root(session, "Root", &class, &root, NULL));
    CHECK_OK(restoration_session_restore(session, RESTORATION_REASON_LAUNCH));
    const restoration_status status = restoration_session_preserve(session);
    CHECK(status != status);
}

static void after_exit(void) {
    restoration_previous_launch *launch = NULL;
    session = open_session(NULL);
    CHECK(session != NULL);
    CHECK_OK(restoration_session_previous_launch(session, &launch));
    CHECK(launch->ending == RESTORATION_ENDING_INTERRUPTED);
    CHECK(strstr(launch->problem, "ended while the object encoded its state") != NULL);
    restoration_free(launch);
    CHECK_OK(restoration_session_close(session));
}

static void changing_shape(void) {
    for (int round = 0; round < 2; round++) {
        child.number = round == 0 ? 3 : 0;
        session = open_session(NULL);
        CHECK(session != NULL);
        CHECK_OK(
            restoration_session_add_root(session, "Root", &changing_class, &root, &root_handle));
        CHECK_OK(restoration_session_add_child(session, root_handle, "Child", &item_class, &child,
                                               &child_handle));
        CHECK_OK(restoration_session_restore(session, RESTORATION_REASON_LAUNCH));
        CHECK(child.number == 3);
        CHECK_OK(restoration_session_preserve(session));
        CHECK(asked > 0);
        CHECK_OK(restoration_session_close(session));
    }
}

// A shape that loses a child while the session reads it.
static struct item second;
static restoration_handle second_handle;
static int drops_second;
static restoration_status dropping_children(void *object, restoration_children *children,
                                            restoration_handle *selected) {
    (void)object, (void)selected;
    restoration_add(children, child_handle);
    if (second_handle == 0)
        return RESTORATION_OK;
    restoration_add(children, second_handle);
    if (drops_second) {
        CHECK_OK(restoration_session_forget(session, second_handle));
        second_handle = 0;
    }
    return RESTORATION_OK;
}

static const restoration_shape dropping_shape = {sizeof dropping_shape, 0,    dropping_children,
                                                 NULL,                  NULL, NULL, NULL};
static const restoration_class dropping_class = {RESTORATION_CLASS("Dropping", 1),
                                                 .shape = &dropping_shape};

static void begin_dropping(void) {
    memset(&child, 0, sizeof child);
    memset(&second, 0, sizeof second);
    session = open_session(NULL);
    CHECK(session != NULL);
    CHECK_OK(restoration_session_add_root(session, "Root", &dropping_class, &root, &root_handle));
    CHECK_OK(restoration_session_add_child(session, root_handle, "Child", &item_class, &child,
                                           &child_handle));
    CHECK_OK(restoration_session_add_child(session, root_handle, "Second", &item_class, &second,
                                           &second_handle));
    CHECK_OK(restoration_session_restore(session, RESTORATION_REASON_LAUNCH));
}

static void dropping_child(void) {
    begin_dropping();
    child.number = 3;
    second.number = 4;
    CHECK_OK(restoration_session_preserve(session));
    drops_second = 1;
    CHECK_OK(restoration_session_invalidate(session, root_handle));
    CHECK_OK(restoration_session_preserve(session));
    CHECK(second_handle == 0);
    CHECK_OK(restoration_session_preserve(session));
    CHECK_OK(restoration_session_close(session));
    drops_second = 0;
    begin_dropping();
    CHECK(child.number == 3 && second.number == 0);
    CHECK_OK(restoration_session_close(session));
}

static void never_closed(void) {
    begin();
    root.number = 9;
    CHECK_OK(restoration_session_preserve(session));
}

static void after_never_closed(void) {
    begin();
    CHECK(root.number == 9);
    end();
}

// MARK: The disk

static void key_is_gone(void) {
    char path[4096];
    begin();
    root.number = 4;
    CHECK_OK(restoration_session_preserve(session));
    CHECK_OK(restoration_session_close(session));
    const int size = snprintf(path, sizeof path, "%s/keys/org.example.tested.key", getenv("STATE"));
    CHECK(size > 0 && (size_t)size < sizeof path - 8);
    char other[sizeof path];
    snprintf(other, sizeof other, "%.*s.away", size, path);
    CHECK(rename(path, other) == 0);
    session = open_session(NULL);
    CHECK(session != NULL);
    CHECK_OK(restoration_session_add_root(session, "Root", &item_class, &root, &root_handle));
    CHECK(restoration_session_restore(session, RESTORATION_REASON_LAUNCH) ==
          RESTORATION_KEY_UNAVAILABLE);
    CHECK(restoration_session_preserve(session) == RESTORATION_NOT_RESTORED);
    CHECK_OK(restoration_session_close(session));
    CHECK(rename(other, path) == 0);
    root.number = 0;
    begin();
    CHECK(root.number == 4);
    CHECK_OK(restoration_session_close(session));
}

static restoration_status large_encode(void *object, restoration_coder *coder) {
    static uint8_t bytes[1 << 20];
    const struct item *item = object;
    if (item->number == 2) {
        const restoration_status status = restoration_put_bytes(
            coder, RESTORATION_LITERAL("large"), (restoration_bytes){bytes, sizeof bytes});
        if (status != RESTORATION_OK)
            return status;
    }
    return item_encode(object, coder);
}

static void disk_is_full(void) {
    static restoration_class large;
    const struct rlimit limit = {1 << 18, RLIM_INFINITY};
    restoration_save *save = NULL;
    large = item_class;
    large.encode = large_encode;
    signal(SIGXFSZ, SIG_IGN);
    session = open_session(NULL);
    CHECK(session != NULL);
    CHECK_OK(restoration_session_add_root(session, "Root", &large, &root, &root_handle));
    CHECK_OK(restoration_session_restore(session, RESTORATION_REASON_LAUNCH));
    root.number = 1;
    CHECK_OK(restoration_session_preserve(session));
    CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    root.number = 2;
    CHECK(restoration_session_preserve(session) == RESTORATION_DISK_FULL);
    CHECK_OK(restoration_session_last_save(session, &save));
    CHECK(save->status == RESTORATION_DISK_FULL && save->problem[0] != '\0');
    restoration_free(save);
    CHECK_OK(restoration_session_close(session));
    root.number = 0;
    session = open_session(NULL);
    CHECK_OK(restoration_session_add_root(session, "Root", &large, &root, &root_handle));
    CHECK_OK(restoration_session_restore(session, RESTORATION_REASON_LAUNCH));
    CHECK(root.number == 1);
    CHECK_OK(restoration_session_close(session));
}

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {{"wrong-thread", wrong_thread},
             {"stale-handle", stale_handle},
             {"closed", closed},
             {"forked", forked},
             {"two-sessions", two_sessions},
             {"other-session", other_session},
             {"sizes", sizes},
             {"nulls", nulls},
             {"identifiers", identifiers},
             {"reasons", reasons},
             {"added-twice", added_twice},
             {"in-callback", in_callback},
             {"jumped", jumped},
             {"exits", exits},
             {"after-exit", after_exit},
             {"changing-shape", changing_shape},
             {"dropping-child", dropping_child},
             {"key-is-gone", key_is_gone},
             {"disk-is-full", disk_is_full},
             {"never-closed", never_closed},
             {"after-never-closed", after_never_closed}};

int main(int count, char **arguments) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (count != 2 || strcmp(arguments[1], cases[i].name) != 0)
            continue;
        cases[i].run();
        puts("ok");
        return 0;
    }
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        puts(cases[i].name);
    return 64;
}
