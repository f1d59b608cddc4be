/// The open sessions of the process, and the checks of each call.
#ifndef RESTORATION_SLOTS_H
#define RESTORATION_SLOTS_H

#include "library.h"

/// Where a function may be called.
enum restoration_place {
    RESTORATION_OUTSIDE_CALLBACKS,
    RESTORATION_ALSO_IN_CALLBACKS,
    RESTORATION_ON_ANY_THREAD
};

/// Checks that the session is open, in this process and on its thread, that no callback has left by
/// a jump, and that none is running unless allowed.
///
/// Runs no Swift code. RESTORATION_OK stores the session of the library in `*swift`; for any other
/// result it sets the last problem.
restoration_status restoration_slot_enter(restoration_session *session, const char *function,
                                          enum restoration_place place, void **swift);

/// Checks that a session can be closed. After a jump, releases its lock and returns
/// RESTORATION_JUMPED.
restoration_status restoration_slot_close(restoration_session *session, void **swift,
                                          restoration_slot **slot);

/// The services of a session; null if it is not open on this thread.
const restoration_host *restoration_slot_host(restoration_session *session);

/// The library's services behind the table that the program got, whose context is the slot.
/// RESTORATION_CLOSED once its session is closed, RESTORATION_JUMPED after a jump.
restoration_status restoration_slot_service(void *slot, const restoration_host **inner);

/// Fills in the program's table of services.
void restoration_make_services(restoration_host *services, void *context,
                               const restoration_host *inner);

#endif
