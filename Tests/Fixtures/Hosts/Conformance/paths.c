// Scenarios of paths and identifiers.
#include "nodes.h"

static void build_equal(void) {
    build_a();
    child(&b, a.own, "Same");
    child(&c, a.own, "Same");
}
void equal_paths(void) { // PATH-4, PATH-7
    launch(build_equal);
    a.other = b.own;
    a.third = c.own;
    b.number = 1;
    c.number = 2;
    CHECK_OK(restoration_session_preserve(session));
    CHECK(has_issue("path"));
    relaunch();
    CHECK(c.number != 1);
    end_test();
}

static void build_signs(void) {
    build_a();
    child(&b, a.own, "x/y");
    child(&c, a.own, "x#y \xc4\x8d");
}
void any_characters(void) { // PATH-9, PATH-17
    launch(build_signs);
    a.other = b.own;
    a.third = c.own;
    b.number = 1;
    c.number = 2;
    relaunch();
    CHECK(b.number == 1 && c.number == 2);
    end_test();
}

static void build_known_child(void) {
    build_a();
    CHECK_OK(restoration_session_register_object(session, a.own, "Known", &node_class, &b, &b.own));
}
void registered_path(void) { // PATH-13
    restoration_description *description = NULL;
    launch(build_known_child);
    a.other = b.own;
    b.number = 1;
    CHECK_OK(restoration_session_describe(session, b.own, &description));
    CHECK(strcmp(description->path, "A/Known") == 0);
    restoration_free(description);
    relaunch();
    CHECK(b.number == 1 && a.other == b.own);
    end_test();
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
void scopes(void) { // PATH-16
    launch(build_scopes);
    CHECK(application_number == 0);
    a.number = 1;
    b.number = 2;
    relaunch();
    CHECK(a.number == 1 && b.number == 2);
    end_test();
}

void made_objects(void) { // REST-12, PATH-6, PATH-11
    launch(build_a);
    a.other = make(a.own, "Made", 6);
    relaunch();
    CHECK(strcmp(last_path, "A;Made;") == 0 && number_of(a.other) == 6);
    relaunch();
    CHECK(number_of(a.other) == 6);
    end_test();
}
