/// The shape of an object: the children that it contains, the object that it presents, and its
/// elements. Objects of plugins and of programs have the same table.
#ifndef RESTORATION_SHAPE_H
#define RESTORATION_SHAPE_H

#include "restoration/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A child in a container.
typedef struct restoration_child {
    restoration_handle object;
    /// A name of the place in its container, stable across launches, such as "primary". Empty if
    /// the child's identifier suffices. 1 to 255 bytes of UTF-8 without NUL; a save ignores and
    /// reports other text.
    restoration_string slot;
} restoration_child;

/// Receives the children or elements of an object. Owned by the library, and valid until the call
/// to which it was passed returns.
typedef struct restoration_children restoration_children;
struct restoration_children {
    uint32_t struct_size; ///< Size the library compiled; fields past it do not exist.
    uint32_t reserved;    ///< Zero.
    void *context;        ///< The library's own; the callee must not touch it.

    /// Appends an object. Copies `child`. RESTORATION_INVALID for a handle of no object, which is
    /// omitted and logged; for an element that is not of a class with RESTORATION_CLASS_ELEMENT;
    /// and for null arguments. [session thread]
    restoration_status (*add)(restoration_children *children, const restoration_child *child);
    // Since the next minor version: new fields go here, never above.
};

/// The flags of a shape.
enum {
    /// Children are stacked, and their order is state. A restore attaches them in the saved order,
    /// and ends the stack at a child that was declined or not built. Without this flag the program
    /// arranges the children, and a restore adds missing ones.
    RESTORATION_SHAPE_STACK = 1,
    /// Order distinguishes children with equal identifiers and no slots.
    RESTORATION_SHAPE_BY_POSITION = 2
};

/// The shape of a class's objects. If a class has a shape, only the shape determines which children
/// are preserved: the host stores references to them apart from the values of `encode`, so a failed
/// `encode` loses none of them. Without a shape, `encode` stores the references itself.
///
/// A plugin's object keeps the children that it lists alive until `restoration_host.remove_child`.
/// The children of a program's object live as `session.h` describes.
///
/// All functions receive the object's own pointer, as `encode` does. They are called on the
/// session's thread, often several times in one save or restore, so they must be quick, and must
/// return the same answer until the object changes. A function pointer may be null: the object then
/// has no such part.
typedef struct restoration_shape {
    uint32_t struct_size; ///< `sizeof(restoration_shape)` as its author compiled it.
    uint32_t flags;       ///< RESTORATION_SHAPE_…, or 0.

    /// Adds all children in order, hidden ones too, to `children`, and stores the handle of the
    /// selected one in `*selected`, which is 0 before. A failure is logged, and the last answer
    /// counts.
    restoration_status (*children)(void *object, restoration_children *children,
                                   restoration_handle *selected);
    /// Replaces the children by the given ones, the restored and those that only the program
    /// attached. `selected` is the child to select, or 0 for no change. The array is lent. Not
    /// called if the children are arranged so already. Null if a restore never arranges children.
    /// After a failure (`restoration_host.fail`) a save still finds the given children here.
    void (*attach)(void *object, const restoration_child *children, uint64_t count,
                   restoration_handle selected);

    /// The object that is presented now outside any container, such as a dialog; 0 for none. After
    /// a failure the last answer counts.
    restoration_handle (*presented)(void *object);
    /// Presents a restored object. Not called if it is presented already. After a failure a save
    /// still finds it here.
    void (*present)(void *object, restoration_handle presented);

    /// Adds the elements whose nearest owner is this object: objects of classes with
    /// RESTORATION_CLASS_ELEMENT. Returns RESTORATION_NOT_YET while elements may still be loaded,
    /// whose saved state is then retained. It must not load them.
    restoration_status (*elements)(void *object, restoration_children *elements);
    // Since the next minor version: new fields go here, never above.
} restoration_shape;

/// Adds an object without a slot.
static inline restoration_status
restoration_add(restoration_children *children, restoration_handle object) {
    const restoration_child child = {object, {NULL, 0}};
    return children == NULL ? RESTORATION_INVALID : children->add(children, &child);
}

/// Adds an object in a slot.
static inline restoration_status
restoration_add_in_slot(restoration_children *children, restoration_handle object,
                        restoration_string slot) {
    const restoration_child child = {object, slot};
    return children == NULL ? RESTORATION_INVALID : children->add(children, &child);
}

#ifdef __cplusplus
}
#endif
#endif
