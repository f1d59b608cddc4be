// The objects and classes of a program.
#include "checks.h"

enum { LEND_ROOT, LEND_CHILD, LEND_REGISTERED };

restoration_status restoration_session_add_root(restoration_session *session,
                                                const char *identifier,
                                                const restoration_class *object_class, void *object,
                                                restoration_handle *handle) {
    OUTSIDE(session);
    REQUIRE(identifier != NULL && object_class != NULL && object != NULL);
    return restoration_swift_lend(swift, LEND_ROOT, 0, identifier, NULL, object_class, object,
                                  handle);
}

restoration_status restoration_session_add_scoped_root(restoration_session *session,
                                                       const char *identifier, const char *scope,
                                                       const restoration_class *object_class,
                                                       void *object, restoration_handle *handle) {
    OUTSIDE(session);
    REQUIRE(identifier != NULL && scope != NULL && object_class != NULL && object != NULL);
    return restoration_swift_lend(swift, LEND_ROOT, 0, identifier, scope, object_class, object,
                                  handle);
}

restoration_status restoration_session_use_as_root(restoration_session *session,
                                                   restoration_handle object, const char *scope) {
    OUTSIDE(session);
    return restoration_swift_use_as_root(swift, object, scope);
}

restoration_status restoration_session_add_child(restoration_session *session,
                                                 restoration_handle parent, const char *identifier,
                                                 const restoration_class *object_class,
                                                 void *object, restoration_handle *handle) {
    OUTSIDE(session);
    REQUIRE(identifier != NULL && object_class != NULL && object != NULL);
    return restoration_swift_lend(swift, LEND_CHILD, parent, identifier, NULL, object_class, object,
                                  handle);
}

restoration_status restoration_session_register_object(restoration_session *session,
                                                       restoration_handle parent,
                                                       const char *identifier,
                                                       const restoration_class *object_class,
                                                       void *object, restoration_handle *handle) {
    OUTSIDE(session);
    REQUIRE(identifier != NULL && object_class != NULL && object != NULL);
    return restoration_swift_lend(swift, LEND_REGISTERED, parent, identifier, NULL, object_class,
                                  object, handle);
}

restoration_status restoration_session_adopt(restoration_session *session, const char *binding,
                                             const char *class_name, const char *identifier,
                                             void *object, restoration_handle *handle) {
    OUTSIDE(session);
    REQUIRE(binding != NULL && object != NULL);
    return restoration_swift_adopt(swift, binding, class_name, identifier, object, handle);
}

restoration_status restoration_session_forget(restoration_session *session,
                                              restoration_handle object) {
    ALSO_IN_CALLBACKS(session);
    return restoration_swift_forget(swift, object);
}

void *restoration_session_object(restoration_session *session, restoration_handle object) {
    void *swift = NULL;
    if (restoration_slot_enter(session, __func__, RESTORATION_ALSO_IN_CALLBACKS, &swift) !=
        RESTORATION_OK)
        return NULL;
    return restoration_swift_object(swift, object);
}

restoration_status restoration_session_hold(restoration_session *session,
                                            restoration_handle object) {
    ALSO_IN_CALLBACKS(session);
    return restoration_swift_hold(swift, object);
}

restoration_status restoration_session_release(restoration_session *session,
                                               restoration_handle object) {
    ALSO_IN_CALLBACKS(session);
    return restoration_swift_release(swift, object);
}

// MARK: Classes

restoration_status restoration_session_add_class(restoration_session *session,
                                                 const restoration_class *object_class) {
    OUTSIDE(session);
    REQUIRE(object_class != NULL);
    return restoration_swift_add_class(swift, object_class);
}

restoration_status restoration_session_alias_class(restoration_session *session,
                                                   const char *former_id, const char *id) {
    OUTSIDE(session);
    REQUIRE(former_id != NULL && id != NULL);
    return restoration_swift_alias_class(swift, former_id, id);
}

restoration_status restoration_session_alias_path(restoration_session *session,
                                                  const char *former_path, const char *path) {
    OUTSIDE(session);
    REQUIRE(former_path != NULL && path != NULL);
    return restoration_swift_alias_path(swift, former_path, path);
}

const restoration_host *restoration_session_host(restoration_session *session) {
    return restoration_slot_host(session);
}

void restoration_session_fail(restoration_session *session, const char *reason) {
    void *swift = NULL;
    if (reason != NULL && restoration_slot_enter(session, __func__, RESTORATION_ALSO_IN_CALLBACKS,
                                                 &swift) == RESTORATION_OK)
        restoration_swift_fail(swift, reason);
}
