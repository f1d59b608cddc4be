// Reports.
#include "checks.h"

restoration_status restoration_session_report(restoration_session *session,
                                              restoration_report **report) {
    OUTSIDE(session);
    REQUIRE(report != NULL);
    return restoration_swift_report(swift, report);
}

restoration_status restoration_session_plan(restoration_session *session, restoration_plan **plan) {
    OUTSIDE(session);
    REQUIRE(plan != NULL);
    return restoration_swift_plan(swift, plan);
}

restoration_status restoration_session_last_save(restoration_session *session,
                                                 restoration_save **save) {
    OUTSIDE(session);
    REQUIRE(save != NULL);
    return restoration_swift_last_save(swift, save);
}

restoration_status restoration_session_previous_launch(restoration_session *session,
                                                       restoration_previous_launch **launch) {
    OUTSIDE(session);
    REQUIRE(launch != NULL);
    return restoration_swift_previous_launch(swift, launch);
}

restoration_status restoration_session_newer_elsewhere(restoration_session *session,
                                                       restoration_saves_elsewhere **saves) {
    OUTSIDE(session);
    REQUIRE(saves != NULL);
    return restoration_swift_newer_elsewhere(swift, saves);
}

restoration_status restoration_session_remote_problem(restoration_session *session,
                                                      restoration_note **problem) {
    OUTSIDE(session);
    REQUIRE(problem != NULL);
    return restoration_swift_remote_problem(swift, problem);
}

restoration_status restoration_session_describe(restoration_session *session,
                                                restoration_handle object,
                                                restoration_description **description) {
    OUTSIDE(session);
    REQUIRE(description != NULL);
    return restoration_swift_describe(swift, object, description);
}

restoration_status restoration_session_scopes(restoration_session *session, const char *identifier,
                                              restoration_texts **scopes) {
    OUTSIDE(session);
    REQUIRE(identifier != NULL && scopes != NULL);
    return restoration_swift_scopes(swift, identifier, scopes);
}

restoration_status restoration_session_plugins(restoration_session *session,
                                               restoration_texts **plugins) {
    OUTSIDE(session);
    REQUIRE(plugins != NULL);
    return restoration_swift_plugins(swift, plugins);
}

restoration_status restoration_session_plugin_faults(restoration_session *session,
                                                     restoration_texts **faults) {
    OUTSIDE(session);
    REQUIRE(faults != NULL);
    return restoration_swift_plugin_faults(swift, faults);
}
