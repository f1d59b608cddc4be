// Scenarios of the state that a launch restores after each kind of ending.
#include "nodes.h"

void no_saved_state(void) { // REST-2, FAIL-16
    launch(build_a);
    CHECK(strcmp(events, "") == 0 && a.decode_count == 0);
    end_test();
}

void discarded(void) { // FAIL-1
    launch(build_a);
    a.number = 1;
    CHECK_OK(restoration_session_preserve(session));
    CHECK(restoration_test_relaunch(test, RESTORATION_TEST_FORCE_QUIT) != NULL && a.number == 0);
    end_test();
}

void power_loss(void) { // FAIL-17
    launch(build_a);
    a.number = 1;
    CHECK_OK(restoration_session_preserve(session));
    a.number = 2;
    CHECK(restoration_test_relaunch(test, RESTORATION_TEST_POWER_LOSS) != NULL && a.number == 1);
    end_test();
}

void declined_save(void) { // FAIL-18
    launch(build_a);
    a.number = 1;
    CHECK_OK(restoration_session_preserve(session));
    declines_save = 1;
    CHECK_REFUSED(restoration_session_preserve(session), RESTORATION_DECLINED, "The program");
    declines_save = 0;
    CHECK(restoration_test_relaunch(test, RESTORATION_TEST_KILLED) != NULL && a.number == 0);
    end_test();
}
