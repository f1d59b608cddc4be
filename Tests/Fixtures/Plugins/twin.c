// A plugin that shows whether other libraries interfere with its symbols. Besides its entry point,
// it exports `twin_counter` and `twin_version`. It saves the values of both, and the result of
// `shared_version`: a function of the Swift module `Shared`, or without WITH_SWIFT the static
// function below. VERSION is a number.
#include "fixture.h"

RESTORATION_EXPORT int twin_counter = VERSION * 100;
RESTORATION_EXPORT int twin_version(void);
RESTORATION_EXPORT int twin_version(void) { return VERSION; }
#ifdef WITH_SWIFT
int64_t shared_version(void);
#else
static int64_t shared_version(void) { return VERSION; }
#endif

static restoration_status encode(void *object, restoration_coder *coder) {
    restoration_put_int64(coder, TEXT("counter"), ++twin_counter);
    restoration_put_int64(coder, TEXT("shared"), shared_version());
    return restoration_put_int64(coder, TEXT("version"), twin_version());
}

CLASS(twin, "Twin", 1, .create = create_empty, .encode = encode, .destroy = destroy_empty);

ENTRY_POINT(PLUGIN_ID, twin)
