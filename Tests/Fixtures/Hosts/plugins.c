// A program with one container of a plugin, and one of its own from the same source. PLUGINS names
// the plugin's directory.
#include "box.h"
#include "check.h"

static struct desk {
    restoration_handle boxes[2];
} desk;
static restoration_handle desk_handle;
static restoration_session *session;

static const char *const keys[] = {"foreign", "own"};

static restoration_status desk_encode(void *object, restoration_coder *coder) {
    const struct desk *self = object;
    for (int i = 0; i < 2; i++)
        restoration_put_reference(coder, restoration_text(keys[i]), self->boxes[i]);
    return RESTORATION_OK;
}

static restoration_status desk_decode(void *object, restoration_coder *coder) {
    struct desk *self = object;
    for (int i = 0; i < 2; i++)
        restoration_get_reference(coder, restoration_text(keys[i]), &self->boxes[i]);
    return RESTORATION_OK;
}

static const restoration_class desk_class = {RESTORATION_CLASS("Desk", 1), .encode = desk_encode,
                                             .decode = desk_decode};

static void begin(int has_plugin) {
    const char *directory = getenv("PLUGINS");
    restoration_options options = RESTORATION_OPTIONS_INIT;
    options.private_directory = getenv("STATE");
    options.plugin_directories = &directory;
    options.plugin_directory_count = has_plugin;
    memset(&desk, 0, sizeof desk);
    session = restoration_session_open("org.example.tested", &options);
    CHECK(session != NULL);
    restoration_plugin_host = restoration_session_host(session);
    CHECK(restoration_plugin_host != NULL);
    CHECK_OK(restoration_session_add_class(session, &box_class));
    CHECK_OK(restoration_session_add_class(session, &ball_class));
    CHECK_OK(restoration_session_add_root(session, "Root", &desk_class, &desk, &desk_handle));
    CHECK_OK(restoration_session_restore(session, RESTORATION_REASON_LAUNCH));
}

static int64_t sum(restoration_handle box) {
    restoration_value result;
    CHECK_OK(restoration_session_call(session, box, "sum", NULL, 0, &result));
    CHECK(result.kind == RESTORATION_KIND_INTEGER);
    return result.data.int64;
}

static int32_t weight(restoration_handle box) {
    restoration_value value;
    CHECK_OK(restoration_session_get_property(session, box, "weight", &value));
    CHECK(value.kind == RESTORATION_KIND_INTEGER);
    return (int32_t)value.data.int64;
}

int main(void) {
    restoration_value value = {RESTORATION_KIND_INTEGER, 0, {0}};
    restoration_description *description = NULL;

    begin(1);
    CHECK_OK(restoration_session_make(session, desk_handle, "Box", NULL, NULL, NULL,
                                      &desk.boxes[0]));
    CHECK_OK(restoration_session_make(session, desk_handle, "OwnBox", "Box", NULL, NULL,
                                      &desk.boxes[1]));
    CHECK(restoration_session_object(session, desk.boxes[0]) == NULL);
    CHECK(restoration_session_object(session, desk.boxes[1]) != NULL);
    for (int i = 0; i < 2; i++) {
        value.data.int64 = 100 + i;
        CHECK(sum(desk.boxes[i]) == 30);
        CHECK_OK(restoration_session_set_property(session, desk.boxes[i], "weight", &value));
    }
    CHECK_REFUSED(restoration_session_call(session, desk.boxes[0], "none", NULL, 0, NULL),
                  RESTORATION_ABSENT, "Box of org.example.box has no method none");
    CHECK_REFUSED(restoration_session_call(session, desk.boxes[1], "sum", &value, 1, NULL),
                  RESTORATION_MISMATCH, "sum was given 1 arguments, but takes 0");
    CHECK_REFUSED(restoration_session_get_property(session, desk.boxes[0], "none", &value),
                  RESTORATION_ABSENT, "The object has no property none");
    CHECK_OK(restoration_session_preserve(session));
    CHECK(sum(desk.boxes[0]) == 30 && sum(desk.boxes[1]) == 30);
    CHECK_OK(restoration_session_close(session));

    // Both come back with their children; one child is removed.
    begin(1);
    for (int i = 0; i < 2; i++) {
        CHECK(sum(desk.boxes[i]) == 30);
        CHECK(weight(desk.boxes[i]) == 100 + i);
        CHECK_OK(restoration_session_call(session, desk.boxes[i], "drop", NULL, 0, NULL));
        CHECK(sum(desk.boxes[i]) == 10);
    }
    CHECK_OK(restoration_session_preserve(session));
    CHECK_OK(restoration_session_close(session));

    // Without the plugin its container is a stand-in, whose state is retained.
    begin(0);
    CHECK(sum(desk.boxes[1]) == 10);
    CHECK(restoration_session_object(session, desk.boxes[0]) == NULL);
    CHECK_OK(restoration_session_describe(session, desk.boxes[0], &description));
    CHECK(description->flags == RESTORATION_OBJECT_UNAVAILABLE);
    CHECK(strcmp(description->path, "Root/Box") == 0);
    CHECK(strcmp(description->plugin, "org.example.box") == 0);
    CHECK(strcmp(description->problem, "The plugin org.example.box is not installed") == 0);
    restoration_free(description);
    CHECK_OK(restoration_session_preserve(session));
    CHECK_OK(restoration_session_close(session));

    begin(1);
    for (int i = 0; i < 2; i++)
        CHECK(sum(desk.boxes[i]) == 10 && weight(desk.boxes[i]) == 100 + i);
    CHECK_OK(restoration_session_close(session));
    puts("ok");
}
