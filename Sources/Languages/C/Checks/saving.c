// Saving, and the event loop.
#include "checks.h"

restoration_status restoration_session_invalidate(restoration_session *session,
                                                  restoration_handle object) {
    ENTER(session, RESTORATION_ON_ANY_THREAD);
    if (swift != NULL)
        return restoration_swift_invalidate(swift, object);
    restoration_swift_post_invalidation(object);
    return RESTORATION_OK;
}

restoration_status restoration_session_preserve(restoration_session *session) {
    OUTSIDE(session);
    return restoration_swift_preserve(swift);
}

restoration_status restoration_session_preserve_in_background(restoration_session *session) {
    OUTSIDE(session);
    return restoration_swift_preserve_in_background(swift);
}

int restoration_session_has_unsaved_changes(restoration_session *session) {
    void *swift = NULL;
    return restoration_slot_enter(session, __func__, RESTORATION_ALSO_IN_CALLBACKS, &swift) ==
               RESTORATION_OK &&
           restoration_swift_has_unsaved_changes(swift);
}

restoration_status restoration_session_give_up(restoration_session *session, const char *path,
                                               const char *plugin, uint64_t *count) {
    OUTSIDE(session);
    REQUIRE((path != NULL) != (plugin != NULL));
    return restoration_swift_give_up(swift, path, plugin, count);
}

restoration_status restoration_session_keep_mine(restoration_session *session) {
    OUTSIDE(session);
    return restoration_swift_keep_mine(swift);
}

// MARK: Event loop

int restoration_session_descriptor(restoration_session *session) {
    void *swift = NULL;
    return restoration_slot_enter(session, __func__, RESTORATION_ALSO_IN_CALLBACKS, &swift) ==
                   RESTORATION_OK
               ? restoration_swift_descriptor(swift)
               : -1;
}

int restoration_session_milliseconds(restoration_session *session) {
    void *swift = NULL;
    return restoration_slot_enter(session, __func__, RESTORATION_ALSO_IN_CALLBACKS, &swift) ==
                   RESTORATION_OK
               ? restoration_swift_milliseconds(swift)
               : -1;
}

restoration_status restoration_session_run_pending(restoration_session *session) {
    OUTSIDE(session);
    return restoration_swift_run_pending(swift);
}

restoration_status restoration_session_attach_to_glib(restoration_session *session,
                                                      void *main_context) {
    OUTSIDE(session);
    return restoration_swift_attach_to_glib(swift, main_context);
}

restoration_status restoration_session_detach_from_glib(restoration_session *session) {
    OUTSIDE(session);
    return restoration_swift_detach_from_glib(swift);
}

restoration_status restoration_session_handle_signals(restoration_session *session,
                                                      const int *signals, uint64_t count) {
    OUTSIDE(session);
    REQUIRE(signals != NULL || count == 0);
    return restoration_swift_handle_signals(swift, signals, count);
}

restoration_status restoration_session_perform_default_action(restoration_session *session,
                                                              int signal) {
    ALSO_IN_CALLBACKS(session);
    return restoration_swift_perform_default_action(swift, signal);
}
