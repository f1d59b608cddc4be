/// The open sessions of the process, and the checks of each call.
#ifndef RESTORATION_SLOTS_H
#define RESTORATION_SLOTS_H

#include "library.h"

/// Where a function may be called.
enum restoration_place {
    RESTORATION_OUTSIDE_CALLBACKS,
    RESTORATION_ANYWHERE_ON_THREAD,
    RESTORATION_ON_ANY_THREAD
};

/// Checks a call: that the session is open, in this process, on its thread, that no callback has
/// left by a jump, and none runs where that is not allowed.
///
/// Runs no Swift code. RESTORATION_OK stores the session of the library in `*swift`; any other
/// result is the last problem.
restoration_status restoration_slot_enter(restoration_session *session, const char *function,
                                          enum restoration_place place, void **swift);

/// Whether a session that is to be closed can be. RESTORATION_JUMPED has released its lock.
restoration_status restoration_slot_close(restoration_session *session, void **swift,
                                          restoration_slot **slot);

/// The services of a session; null if it is not open on this thread.
const restoration_host *restoration_slot_host(restoration_session *session);

/// The library's own services of a slot, which is the context of those that the program has.
/// RESTORATION_CLOSED once its session is closed, RESTORATION_JUMPED after a jump.
restoration_status restoration_slot_service(void *slot, const restoration_host **inner);

/// Fills in the services that the program gets.
void restoration_make_services(restoration_host *services, void *context,
                               const restoration_host *inner);

#endif
