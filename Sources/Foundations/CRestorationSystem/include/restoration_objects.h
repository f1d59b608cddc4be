/// References to objects of Swift.
#ifndef RESTORATION_OBJECTS_H
#define RESTORATION_OBJECTS_H

/// Takes a strong reference to an object, unless its deallocation has begun: the runtime's own step
/// in reading a weak reference. The caller keeps the object's memory meanwhile, and releases the
/// reference. Any thread.
///
/// Returns the object, or NULL.
const void *restoration_try_retain(const void *object);

#endif
