// The functions of session_testing.h.
#include "checks.h"

restoration_test *restoration_test_begin_version(uint32_t version, const char *application,
                                                 const restoration_options *options,
                                                 const restoration_test_program *program) {
    void *test = NULL;
    if (restoration_check_version(version, "restoration_test_begin") != RESTORATION_OK)
        return NULL;
    if (application == NULL || program == NULL || program->build == NULL) {
        restoration_refuse_null("restoration_test_begin");
        return NULL;
    }
    if (restoration_check_options(options) != RESTORATION_OK ||
        restoration_check_size(program->struct_size, sizeof *program, "functions of the program") !=
            RESTORATION_OK)
        return NULL;
    if (restoration_swift_test_begin(application, options, program, &test) != RESTORATION_OK)
        return NULL;
    return test;
}

// Checks that the session of the test's launch is usable.
static restoration_status check_test(restoration_test *test, const char *function) {
    void *swift = NULL;
    restoration_session *session = restoration_swift_test_session(test);
    if (session == NULL)
        return RESTORATION_OK;
    const restoration_status status =
        restoration_slot_enter(session, function, RESTORATION_OUTSIDE_CALLBACKS, &swift);
    // The program may have closed it itself.
    return status == RESTORATION_CLOSED ? RESTORATION_OK : status;
}
#define CHECK_TEST(test)                                                                           \
    const restoration_status refused = check_test(test, __func__);                                 \
    if (refused != RESTORATION_OK)                                                                 \
    return refused

restoration_session *restoration_test_launch(restoration_test *test) {
    restoration_session *session = NULL;
    if (test == NULL) {
        restoration_refuse_null(__func__);
        return NULL;
    }
    if (check_test(test, __func__) != RESTORATION_OK)
        return NULL;
    restoration_swift_test_launch(test, &session);
    return session;
}

restoration_status restoration_test_terminate(restoration_test *test, uint32_t ending) {
    REQUIRE(test != NULL);
    CHECK_TEST(test);
    return restoration_swift_test_terminate(test, ending);
}

restoration_session *restoration_test_relaunch(restoration_test *test, uint32_t ending) {
    if (restoration_test_terminate(test, ending) != RESTORATION_OK)
        return NULL;
    return restoration_test_launch(test);
}

restoration_status restoration_test_advance(restoration_test *test, uint64_t milliseconds) {
    REQUIRE(test != NULL);
    CHECK_TEST(test);
    return restoration_swift_test_advance(test, milliseconds);
}

restoration_status restoration_test_saved_state(restoration_test *test, char **text) {
    REQUIRE(test != NULL && text != NULL);
    CHECK_TEST(test);
    return restoration_swift_test_saved_state(test, text);
}

void restoration_test_end(restoration_test *test) {
    // After a jump, the test is leaked with its session.
    if (test != NULL && check_test(test, __func__) == RESTORATION_OK)
        restoration_swift_test_end(test);
}
