// Opening and closing a session.
#include "checks.h"

restoration_session *restoration_session_open_version(uint32_t version, const char *application,
                                                      const restoration_options *options) {
    if (restoration_check_version(version, "restoration_session_open") != RESTORATION_OK)
        return NULL;
    if (application == NULL) {
        restoration_refuse_null("restoration_session_open");
        return NULL;
    }
    if (restoration_check_options(options) != RESTORATION_OK)
        return NULL;
    restoration_slot *slot = restoration_slot_make();
    if (slot == NULL) {
        restoration_refuse(RESTORATION_LIMIT, "No further session can be opened", NULL,
                           "Close sessions that are no longer used.");
        return NULL;
    }
    if (restoration_swift_open(slot, application, options) != RESTORATION_OK) {
        restoration_slot_free(slot);
        return NULL;
    }
    return restoration_slot_session(slot);
}

restoration_status restoration_session_close(restoration_session *session) {
    void *swift = NULL;
    restoration_slot *slot = NULL;
    if (session == NULL)
        return RESTORATION_OK;
    const restoration_status refused = restoration_slot_close(session, &swift, &slot);
    if (refused != RESTORATION_OK)
        return refused;
    const restoration_status status = restoration_swift_close(swift);
    restoration_slot_free(slot);
    return status;
}

static restoration_status replace_state(restoration_session *session, const char *device) {
    void *swift = NULL;
    restoration_slot *slot = NULL;
    int is_closed = 0;
    restoration_status status = restoration_slot_close(session, &swift, &slot);
    if (status != RESTORATION_OK)
        return status;
    status = restoration_swift_replace_state(swift, device, &is_closed);
    if (is_closed)
        restoration_slot_free(slot);
    return status;
}

restoration_status restoration_session_take_over(restoration_session *session,
                                                 const char *device) {
    REQUIRE(session != NULL && device != NULL);
    return replace_state(session, device);
}

restoration_status restoration_session_take_mine_back(restoration_session *session) {
    REQUIRE(session != NULL);
    return replace_state(session, NULL);
}

restoration_status restoration_session_discard(restoration_session *session) {
    void *swift = NULL;
    restoration_slot *slot = NULL;
    REQUIRE(session != NULL);
    restoration_status status = restoration_slot_close(session, &swift, &slot);
    if (status != RESTORATION_OK)
        return status;
    status = restoration_swift_discard(swift);
    if (status == RESTORATION_OK)
        restoration_slot_free(slot);
    return status;
}
