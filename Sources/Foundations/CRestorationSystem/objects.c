#include "restoration_objects.h"

// Exported by Swift's runtime, whose header no toolchain installs.
extern void *swift_tryRetain(void *object);
extern bool swift_isDeallocating(void *object);

bool restoration_is_live(const void *object) { return !swift_isDeallocating((void *)object); }

const void *restoration_try_retain(const void *object) { return swift_tryRetain((void *)object); }
