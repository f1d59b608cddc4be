// Restoring, making and finding objects.
#include "checks.h"

restoration_status restoration_session_restore(restoration_session *session, uint32_t reason) {
    OUTSIDE(session);
    return restoration_swift_restore(swift, reason);
}

restoration_status restoration_session_make(
    restoration_session *session, restoration_handle parent, const char *identifier,
    const char *class_id,
    restoration_status (*write_parameters)(void *context, restoration_coder *coder), void *context,
    restoration_handle *object) {
    OUTSIDE(session);
    REQUIRE(identifier != NULL && object != NULL);
    return restoration_swift_make(swift, parent, identifier, class_id, write_parameters, context,
                                  object);
}

restoration_status restoration_session_rename(restoration_session *session,
                                              restoration_handle object, const char *identifier) {
    OUTSIDE(session);
    REQUIRE(identifier != NULL);
    return restoration_swift_rename(swift, object, identifier);
}

restoration_status restoration_session_move(restoration_session *session, restoration_handle object,
                                            restoration_handle parent) {
    OUTSIDE(session);
    return restoration_swift_move(swift, object, parent);
}

restoration_status restoration_session_find(restoration_session *session, const char *path,
                                            restoration_handle *object) {
    ALSO_IN_CALLBACKS(session);
    REQUIRE(path != NULL && object != NULL);
    return restoration_swift_find(swift, path, object);
}

restoration_status restoration_session_apply_awaited(restoration_session *session,
                                                     restoration_handle object) {
    OUTSIDE(session);
    return restoration_swift_apply_awaited(swift, object);
}

restoration_status restoration_session_arrived(restoration_session *session,
                                               restoration_handle object) {
    ENTER(session, RESTORATION_ON_ANY_THREAD);
    restoration_swift_post_arrival(object);
    return RESTORATION_OK;
}
