/// References to Swift objects.
#ifndef RESTORATION_OBJECTS_H
#define RESTORATION_OBJECTS_H

#include <stdbool.h>

/// Whether the deallocation of a Swift object has not begun. The caller keeps the object's memory
/// valid during the call. Any thread.
bool restoration_is_live(const void *object);

/// Retains an object unless its deallocation has begun, as the runtime does to read a weak
/// reference. The caller keeps the object's memory valid during the call, and releases the
/// reference. Any thread.
///
/// Returns the object, or NULL.
const void *restoration_try_retain(const void *object);

#endif
