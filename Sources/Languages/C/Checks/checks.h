/// The checks of all functions of session.h, before they call Swift.
#ifndef RESTORATION_CHECKS_H
#define RESTORATION_CHECKS_H

#include "slots.h"

/// Returns from the calling function unless it may use its session now. Sets `swift` to the
/// library's session.
#define ENTER(session, place)                                                                      \
    void *swift = NULL;                                                                            \
    const restoration_status refused = restoration_slot_enter(session, __func__, place, &swift);   \
    if (refused != RESTORATION_OK)                                                                 \
    return refused
#define OUTSIDE(session) ENTER(session, RESTORATION_OUTSIDE_CALLBACKS)
#define ALSO_IN_CALLBACKS(session) ENTER(session, RESTORATION_ALSO_IN_CALLBACKS)

/// Returns from the calling function if a required argument is null.
#define REQUIRE(condition)                                                                         \
    if (!(condition))                                                                              \
    return restoration_refuse_null(__func__)

restoration_status restoration_refuse_null(const char *function);
/// Checks that the program was compiled with the headers of this library.
restoration_status restoration_check_version(uint32_t version, const char *function);
/// Checks that a table of the program has the size that the library knows.
restoration_status restoration_check_size(uint32_t size, size_t known, const char *table);
restoration_status restoration_check_options(const restoration_options *options);

#endif
