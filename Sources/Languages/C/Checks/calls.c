// Interfaces, methods, properties, plugins, and recovery after a crash.
#include "checks.h"

restoration_status restoration_session_interface(restoration_session *session,
                                                 restoration_handle object, const char *id,
                                                 const void **table, void **pointer) {
    ALSO_IN_CALLBACKS(session);
    REQUIRE(id != NULL && table != NULL && pointer != NULL);
    return restoration_swift_interface(swift, object, id, table, pointer);
}

restoration_status restoration_session_offer(restoration_session *session, const char *id,
                                             const void *table) {
    OUTSIDE(session);
    REQUIRE(id != NULL && table != NULL);
    return restoration_swift_offer(swift, id, table);
}

restoration_status restoration_session_call(restoration_session *session, restoration_handle object,
                                            const char *method, const restoration_value *arguments,
                                            uint64_t count, restoration_value *result) {
    OUTSIDE(session);
    REQUIRE(method != NULL && (arguments != NULL || count == 0));
    return restoration_swift_call(swift, object, method, arguments, count, result);
}

restoration_status restoration_session_get_property(restoration_session *session,
                                                    restoration_handle object, const char *key,
                                                    restoration_value *value) {
    OUTSIDE(session);
    REQUIRE(key != NULL && value != NULL);
    return restoration_swift_get_property(swift, object, key, value);
}

restoration_status restoration_session_set_property(restoration_session *session,
                                                    restoration_handle object, const char *key,
                                                    const restoration_value *value) {
    OUTSIDE(session);
    REQUIRE(key != NULL && value != NULL);
    return restoration_swift_set_property(swift, object, key, value);
}

// MARK: Plugins

restoration_status restoration_session_plugins_changed(restoration_session *session) {
    OUTSIDE(session);
    return restoration_swift_plugins_changed(swift);
}

restoration_status restoration_session_reload_plugin(restoration_session *session,
                                                     const char *plugin) {
    OUTSIDE(session);
    REQUIRE(plugin != NULL);
    return restoration_swift_reload_plugin(swift, plugin);
}

restoration_status restoration_session_pin(restoration_session *session, const char *plugin,
                                           const char *class_name, const char *route) {
    OUTSIDE(session);
    REQUIRE(plugin != NULL);
    return restoration_swift_pin(swift, plugin, class_name, route);
}

// MARK: After a crash

restoration_status restoration_session_retry_objects_set_aside(restoration_session *session) {
    OUTSIDE(session);
    return restoration_swift_retry_objects_set_aside(swift);
}

restoration_status restoration_session_report_progress(restoration_session *session) {
    ALSO_IN_CALLBACKS(session);
    return restoration_swift_report_progress(swift);
}

restoration_status restoration_session_extend_window(restoration_session *session) {
    OUTSIDE(session);
    return restoration_swift_extend_window(swift);
}

restoration_status restoration_session_complete_window(restoration_session *session) {
    OUTSIDE(session);
    return restoration_swift_complete_window(swift);
}
