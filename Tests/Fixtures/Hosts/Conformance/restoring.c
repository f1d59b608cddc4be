// Scenarios of classes, types, order and late objects.
#include "nodes.h"

void failing_class(void) { // REST-14, REST-22
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
    end_test();
}

static void build_without_class(void) { root(&a, "A"); }
void missing_class(void) { // REST-15
    launch(build_a);
    a.other = make(a.own, "Made", 6);
    CHECK_OK(restoration_test_terminate(test, RESTORATION_TEST_CLEAN));
    build = build_without_class;
    CHECK(restoration_test_launch(test) != NULL);
    CHECK(outcome_of("A/Made") == RESTORATION_OUTCOME_RETAINED);
    CHECK_OK(restoration_test_terminate(test, RESTORATION_TEST_CLEAN));
    build = build_a;
    CHECK(restoration_test_launch(test) != NULL && number_of(a.other) == 6);
    end_test();
}

static void build_other_type(void) {
    root(&a, "A");
    CHECK_OK(restoration_session_add_child(session, a.own, "B", &silent_class, &b, &b.own));
}
void other_type(void) { // REST-19
    launch(build_family);
    a.other = b.own;
    b.number = 1;
    CHECK_OK(restoration_test_terminate(test, RESTORATION_TEST_CLEAN));
    build = build_other_type;
    CHECK(restoration_test_launch(test) != NULL && b.decode_count == 0);
    end_test();
}

static restoration_class renamed_class;
static void build_renamed(void) {
    renamed_class = node_class;
    renamed_class.id = RESTORATION_LITERAL("Knot");
    CHECK_OK(restoration_session_add_class(session, &renamed_class));
    CHECK_OK(restoration_session_alias_class(session, "Node", "Knot"));
    CHECK_OK(restoration_session_add_root(session, "A", &renamed_class, &a, &a.own));
}
void former_name(void) { // REST-20
    launch(build_a);
    a.number = 1;
    a.other = make(a.own, "Made", 6);
    CHECK_OK(restoration_test_terminate(test, RESTORATION_TEST_CLEAN));
    build = build_renamed;
    CHECK(restoration_test_launch(test) != NULL);
    CHECK(a.number == 1 && number_of(a.other) == 6);
    end_test();
}

void absent_key(void) { // REST-27
    launch(build_a);
    a.number = 0;
    relaunch();
    a.number = 5;
    CHECK(a.decode_count == 1 && a.other == 0);
    end_test();
}

void finished_last(void) { // REST-1, REST-25, REST-29
    launch(build_family);
    a.other = b.own;
    relaunch();
    CHECK(strcmp(events, "should-restore decode-a decode-b decode-application finish-a finish-b ")
          == 0);
    end_test();
}

void failed_decode(void) { // FAIL-19
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
    end_test();
}

void declined_restore(void) { // REST-32
    launch(build_a);
    a.number = 1;
    declines_restore = 1;
    relaunch();
    declines_restore = 0;
    CHECK(a.number == 0 && a.decode_count == 0);
    end_test();
}

void late_object(void) { // REST-37
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
    end_test();
}
