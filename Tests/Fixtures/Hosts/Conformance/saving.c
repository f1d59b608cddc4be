// Scenarios of the preserved objects, and of their order.
#include "nodes.h"

void changes_are_saved_together(void) { // PRES-6
    launch(build_a);
    a.number = 1;
    CHECK_OK(restoration_session_invalidate(session, a.own));
    a.number = 2;
    CHECK_OK(restoration_session_invalidate(session, a.own));
    CHECK_OK(restoration_test_advance(test, 3000));
    CHECK(a.encode_count == 1);
    CHECK(restoration_test_relaunch(test, RESTORATION_TEST_KILLED) != NULL && a.number == 2);
    end_test();
}

void delegate_then_objects(void) { // PRES-7, PRES-24
    launch(build_family);
    a.other = b.own;
    CHECK_OK(restoration_session_preserve(session));
    CHECK(strcmp(events, "should-preserve encode-application encode-a encode-b ") == 0);
    end_test();
}

void application_record(void) { // PRES-8
    launch(build_a);
    relaunch();
    CHECK(application_number == 77);
    CHECK(strcmp(events, "should-restore decode-a decode-application finish-a ") == 0);
    end_test();
}

static void build_registered(void) {
    CHECK_OK(restoration_session_register_object(session, 0, "Known", &node_class, &b, &b.own));
}
void referred_by_application(void) { // PRES-9
    launch(build_registered);
    b.number = 4;
    application_reference = b.own;
    relaunch();
    CHECK(b.number == 4 && application_reference == b.own);
    application_reference = 0;
    end_test();
}

void only_referenced_objects(void) { // PRES-9, PRES-17
    launch(build_family);
    a.other = b.own;
    b.number = 1;
    c.number = 2;
    relaunch();
    CHECK(b.number == 1 && c.number == 0 && c.decode_count == 0);
    end_test();
}

void reference_in_dictionary(void) { // PRES-12
    launch(build_family);
    a.third = c.own;
    c.number = 5;
    relaunch();
    CHECK(c.number == 5 && a.third == c.own);
    end_test();
}

void two_references(void) { // PRES-20, REST-21, REST-26
    launch(build_family);
    a.other = b.own;
    a.third = b.own;
    relaunch();
    CHECK(a.other == b.own && a.third == b.own && b.decode_count == 1 && b.finish_count == 1);
    b.encode_count = 0;
    CHECK_OK(restoration_session_preserve(session));
    CHECK(b.encode_count == 1);
    end_test();
}

void circle(void) { // PRES-21
    launch(build_family);
    a.other = b.own;
    b.other = a.own;
    relaunch();
    CHECK(a.other == b.own && b.other == a.own);
    end_test();
}

void equal_keys(void) { // PRES-25
    launch(build_family);
    a.other = b.own;
    a.number = 1;
    b.number = 2;
    relaunch();
    CHECK(a.number == 1 && b.number == 2);
    end_test();
}

static restoration_handle silent_handle;
static void build_silent(void) {
    static int silent;
    build_a();
    CHECK_OK(restoration_session_add_child(session, a.own, "Silent", &silent_class, &silent,
                                           &silent_handle));
}
void nothing_to_encode(void) { // PRES-32
    launch(build_silent);
    a.other = silent_handle;
    relaunch();
    CHECK(a.other == silent_handle);
    end_test();
}

void failed_encode(void) { // PRES-33
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
    end_test();
}
