// The parts of a session that the other programs do not use.
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>

#include "check.h"

static struct item root;
static restoration_handle root_handle;
static restoration_session *session;
static int saved_count, settled_count, signal_number, line_count;
static uint64_t saved_generation;

static pthread_t thread;

static void log_line(void *count, uint32_t level, restoration_string message) {
    CHECK(pthread_equal(thread, pthread_self()));
    CHECK(level >= RESTORATION_LOG_DEBUG && level <= RESTORATION_LOG_ERROR && message.count > 0);
    ++*(int *)count;
}
static void saved(void *unused, const restoration_save *save) {
    (void)unused;
    CHECK(save->status == RESTORATION_OK);
    CHECK_REFUSED(restoration_session_preserve(session), RESTORATION_IN_CALLBACK,
                  "The function was called from the callback saved");
    saved_count++;
    saved_generation = save->generation;
}
static void settled(void *unused) {
    (void)unused;
    settled_count++;
}
static void signalled(void *unused, int signal) {
    (void)unused;
    signal_number = signal;
}

static const restoration_callbacks callbacks = {.struct_size = sizeof callbacks,
                                                .user_data = &line_count,
                                                .log = log_line,
                                                .saved = saved,
                                                .settled = settled,
                                                .signalled = signalled};

static void begin(void) {
    restoration_plan *plan = NULL;
    memset(&root, 0, sizeof root);
    session = open_session(&callbacks);
    CHECK(session != NULL);
    CHECK_OK(restoration_session_add_class(session, &item_class));
    CHECK_OK(restoration_session_alias_path(session, "Root/Old", "Root/New"));
    CHECK_OK(restoration_session_add_root(session, "Root", &item_class, &root, &root_handle));
    CHECK_OK(restoration_session_plan(session, &plan));
    CHECK(plan->decision == RESTORATION_DECISION_SKIP || plan->entry_count > 0);
    char *json = restoration_plan_json(plan);
    CHECK(json != NULL && strncmp(json, "{\"decision\":\"", 13) == 0);
    restoration_free(json);
    restoration_free(plan);
    CHECK_OK(restoration_session_restore(session, RESTORATION_REASON_LAUNCH));
}

static void end(void) { CHECK_OK(restoration_session_close(session)); }

static void wait_and_run(int *count, int least) {
    while (*count < least) {
        struct pollfd wake = {restoration_session_descriptor(session), POLLIN, 0};
        CHECK(poll(&wake, 1, 10000) == 1);
        CHECK_OK(restoration_session_run_pending(session));
    }
}

static void background(void) {
    begin();
    CHECK(settled_count == 1);
    root.number = 1;
    CHECK_OK(restoration_session_invalidate(session, root_handle));
    CHECK(restoration_session_has_unsaved_changes(session) == 1);
    CHECK_OK(restoration_session_preserve_in_background(session));
    wait_and_run(&saved_count, 1);
    CHECK(restoration_session_has_unsaved_changes(session) == 0 && saved_generation == 1);
    end();
    begin();
    CHECK(root.number == 1);
    end();
}

static void signals(void) {
    const int watched[] = {SIGTERM, SIGINT}, other[] = {SIGUSR1};
    begin();
    root.number = 2;
    CHECK_OK(restoration_session_handle_signals(session, watched, 2));
    CHECK_REFUSED(restoration_session_handle_signals(session, other, 1), RESTORATION_INVALID,
                  "The session cannot watch signal 10");
    CHECK(raise(SIGTERM) == 0);
    wait_and_run(&signal_number, 1);
    CHECK(signal_number == SIGTERM);
    end();
    begin();
    CHECK(root.number == 2);
    end();
}

static void names(void) {
    restoration_handle made = 0, other = 0, found = 0;
    begin();
    CHECK_OK(restoration_session_make(session, root_handle, "Page", "Item", NULL, NULL, &made));
    CHECK_OK(restoration_session_make(session, root_handle, "Next", "Item", NULL, NULL, &other));
    root.other = made;
    CHECK_REFUSED(restoration_session_rename(session, made, "Next"), RESTORATION_TAKEN,
                  "Another object");
    CHECK_REFUSED(restoration_session_rename(session, root_handle, "Other"), RESTORATION_INVALID,
                  "The program built this Item");
    CHECK_REFUSED(restoration_session_move(session, made, made), RESTORATION_INVALID, "A Item");
    CHECK_OK(restoration_session_rename(session, made, "Sheet"));
    CHECK_OK(restoration_session_find(session, "Root/Sheet", &found));
    CHECK(found == made);
    CHECK_REFUSED(restoration_session_find(session, "Root/Page", &found), RESTORATION_ABSENT,
                  "There is no object");
    CHECK_REFUSED(restoration_session_find(session, "", &found), RESTORATION_INVALID, "");
    CHECK_OK(restoration_session_move(session, made, 0));
    CHECK_OK(restoration_session_find(session, "Sheet", &found));
    CHECK_REFUSED(restoration_session_make(session, root_handle, "X", "None", NULL, NULL, &found),
                  RESTORATION_FAILED, "No restoration class is registered as \"None\"");
    end();
}

static void giving_up(void) {
    restoration_handle made = 0;
    uint64_t count = 0;
    begin();
    CHECK_OK(restoration_session_make(session, root_handle, "Page", "Item", NULL, NULL, &made));
    root.other = made;
    CHECK_OK(restoration_session_preserve(session));
    CHECK_REFUSED(restoration_session_give_up(session, "Root/Page", NULL, &count),
                  RESTORATION_ABSENT, "No state is retained at Root/Page");
    end();
    // Without its class, its state is retained.
    session = open_session(&callbacks);
    CHECK_OK(restoration_session_add_root(session, "Root", &item_class, &root, &root_handle));
    CHECK_OK(restoration_session_restore(session, RESTORATION_REASON_LAUNCH));
    CHECK_OK(restoration_session_give_up(session, "Root/Page", NULL, &count));
    CHECK(count == 1 && line_count > 0);
    CHECK_REFUSED(restoration_session_give_up(session, "a", "b", NULL), RESTORATION_INVALID,
                  "A required argument");
    end();
    begin();
    CHECK(root.other == 0);
    end();
}

static void descriptors(void) {
    int was_open[1024];
    for (int i = 0; i < 1024; i++)
        was_open[i] = fcntl(i, F_GETFD) != -1;
    begin();
    int count = 0;
    for (int i = 0; i < 1024; i++) {
        const int flags = fcntl(i, F_GETFD);
        if (flags == -1 || was_open[i])
            continue;
        CHECK(flags & FD_CLOEXEC);
        count++;
    }
    CHECK(count > 0);
    end();
}

static const int table = 5;
static const void *item_interface(void *object, restoration_string id) {
    (void)object;
    return id.count == 13 && memcmp(id.bytes, "org.example/1", 13) == 0 ? &table : NULL;
}

static void interfaces(void) {
    static restoration_class with_interface;
    struct item child = {0};
    restoration_handle handle = 0;
    const void *found = NULL;
    void *pointer = NULL;
    with_interface = item_class;
    with_interface.interface = item_interface;
    begin();
    CHECK_OK(restoration_session_add_child(session, root_handle, "Child", &with_interface, &child,
                                           &handle));
    CHECK_OK(restoration_session_interface(session, handle, "org.example/1", &found, &pointer));
    CHECK(found == &table && pointer == &child);
    CHECK_REFUSED(restoration_session_interface(session, handle, "other", &found, &pointer),
                  RESTORATION_UNSUPPORTED, "The object does not have the interface other");
    CHECK_OK(restoration_session_offer(session, "org.example.host/1", &table));
    end();
}

static void the_rest(void) {
    restoration_texts *texts = NULL;
    begin();
    CHECK_OK(restoration_session_plugins(session, &texts));
    CHECK(texts->count == 0);
    restoration_free(texts);
    CHECK_OK(restoration_session_plugin_faults(session, &texts));
    restoration_free(texts);
    CHECK_OK(restoration_session_plugins_changed(session));
    CHECK_REFUSED(restoration_session_reload_plugin(session, "org.example.none"),
                  RESTORATION_FAILED, "The plugin org.example.none is not installed");
    CHECK_OK(restoration_session_pin(session, "org.example.none", NULL, NULL));
    CHECK_REFUSED(restoration_session_pin(session, "none", NULL, NULL), RESTORATION_INVALID,
                  "\"none\" is not a valid plugin id");
    CHECK_OK(restoration_session_retry_objects_set_aside(session));
    CHECK_OK(restoration_session_report_progress(session));
    CHECK_OK(restoration_session_extend_window(session));
    CHECK_OK(restoration_session_complete_window(session));
    CHECK_REFUSED(restoration_session_adopt(session, "org.example.none", NULL, NULL, &root, NULL),
                  RESTORATION_FAILED, "");
    CHECK_REFUSED(restoration_session_alias_path(session, "a", "b"), RESTORATION_ALREADY_RESTORED,
                  "The session has restored already");
    root.number = 9;
    CHECK_OK(restoration_session_preserve(session));
    CHECK_OK(restoration_session_discard(session));
    CHECK_REFUSED(restoration_session_preserve(session), RESTORATION_CLOSED, "The session is");
    begin();
    CHECK(root.number == 0);
    end();
    CHECK(restoration_version() == RESTORATION_ABI_VERSION);
    CHECK(strcmp(restoration_status_name(RESTORATION_TAKEN), "RESTORATION_TAKEN") == 0);
    CHECK(restoration_status_name(999) == NULL);
}

int main(void) {
    thread = pthread_self();
    background();
    signals();
    names();
    giving_up();
    descriptors();
    interfaces();
    the_rest();
    puts("ok");
}
