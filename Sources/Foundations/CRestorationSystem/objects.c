#include "restoration_objects.h"

// Exported by Swift's runtime, which declares it in a header that no toolchain installs.
extern void *swift_tryRetain(void *object);

const void *restoration_try_retain(const void *object) { return swift_tryRetain((void *)object); }
