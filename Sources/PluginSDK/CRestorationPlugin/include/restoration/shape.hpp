// Containers, presenters and elements in C++. Included by `restoration/plugin.hpp` in the right
// place.
#ifndef RESTORATION_PLUGIN_HPP
#include "restoration/plugin.hpp"
#elif !defined(RESTORATION_SHAPE_HPP)
#define RESTORATION_SHAPE_HPP

namespace restoration RESTORATION_HIDDEN {

/// A child in a container.
struct child {
    child(handle object, std::string slot = {}) : object(object), slot(std::move(slot)) {}
    child(const restoration::object &object, std::string slot = {})
        : child(object.self(), std::move(slot)) {}

    handle object;
    /// A name of the place in its container, stable across launches, such as "primary". Empty if
    /// the child's identifier suffices.
    std::string slot;
};

// The bases below describe the shape of a class's objects (`restoration_shape`). A class derives
// from `object` and from each that applies. The host calls the functions on the session's thread,
// often several times in one save or restore: they must be quick, and must return the same answer
// until the object changes. An exception is logged. The children are then those of the answer
// before, or the saved ones.

/// The base of classes whose objects contain others, such as tabs. The program arranges the
/// children, and a restore adds missing ones.
///
///     class Tabs : public restoration::object, public restoration::container {
///         std::vector<restoration::child> children() const override { return tabs_; }
///         restoration::handle selected() const override { return selected_; }
///         void attach(const std::vector<restoration::child> &children,
///                     restoration::handle selected) override {
///             tabs_ = children;
///             if (selected != restoration::handle::none) selected_ = selected;
///         }
class container {
public:
    /// All children, hidden ones too, in order. References to them are preserved apart from the
    /// values that `encode` stores.
    virtual std::vector<child> children() const = 0;
    /// The selected child.
    virtual handle selected() const { return handle::none; }
    /// Replaces the children by the given ones: the restored, and those that only the program
    /// attached. `selected` is the child to select, or `handle::none` for no change. Not called if
    /// the children are arranged so already.
    virtual void attach(const std::vector<child> &children, handle selected) = 0;

protected:
    ~container() = default;
};

/// A container whose children are stacked, and whose order is state. A restore ends the stack at a
/// child that its class declined, or that the program did not build.
class stack : public container {
protected:
    ~stack() = default;
};

/// A further base of a container in which order distinguishes children with equal identifiers and
/// no slots.
class by_position {
protected:
    ~by_position() = default;
};

/// The base of classes whose objects present another one outside any container, such as a dialog.
class presenter {
public:
    /// The object that is presented now.
    virtual handle presented() const = 0;
    /// Presents a restored object. Not called if it is presented already.
    virtual void present(handle presented) = 0;

protected:
    ~presenter() = default;
};

/// The base of classes whose objects own elements.
class element_owner {
public:
    /// The elements that are loaded: objects of classes derived from `element`.
    virtual std::vector<handle> elements() const = 0;
    /// Whether more may be loaded, whose saved state is retained until then.
    virtual bool awaits_elements() const { return false; }

protected:
    ~element_owner() = default;
};

/// The base of elements, in place of `object`: leaf state of one owner, such as a scroll position.
/// Elements decode after all owners have decoded and been attached.
class element : public object {
public:
    using object::object;
};

/// An element that holds a secret, such as a password, and is never preserved.
class secret_element : public element {
public:
    using element::element;
};

namespace detail {

template <class T> constexpr uint32_t element_flags() noexcept {
    uint32_t flags = 0;
    if (std::is_base_of_v<element, T>) flags |= RESTORATION_CLASS_ELEMENT;
    if (std::is_base_of_v<secret_element, T>) flags |= RESTORATION_CLASS_SECRET;
    return flags;
}

template <class T> struct container_shape {
    static restoration_status children(void *pointer, restoration_children *list,
                                       restoration_handle *selected) {
        return guarded_object(pointer, [&](object &object) {
            const container &self = static_cast<T &>(object);
            for (const child &child : self.children()) {
                // The host itself reports a handle of no object.
                restoration_add_in_slot(list, static_cast<restoration_handle>(child.object),
                                        lend(child.slot));
            }
            *selected = static_cast<restoration_handle>(self.selected());
        });
    }
    static void attach(void *pointer, const restoration_child *children, uint64_t count,
                       restoration_handle selected) {
        guarded_object(pointer, [&](object &object) {
            std::vector<child> all;
            for (uint64_t index = 0; index < count; index += 1) {
                all.emplace_back(handle{children[index].object},
                                 std::string(view(children[index].slot)));
            }
            static_cast<container &>(static_cast<T &>(object)).attach(all, handle{selected});
        });
    }
};

template <class T> struct presenter_shape {
    static restoration_handle presented(void *pointer) {
        handle found = handle::none;
        guarded_object(pointer, [&](object &object) {
            found = static_cast<const presenter &>(static_cast<T &>(object)).presented();
        });
        return static_cast<restoration_handle>(found);
    }
    static void present(void *pointer, restoration_handle presented) {
        guarded_object(pointer, [&](object &object) {
            static_cast<presenter &>(static_cast<T &>(object)).present(handle{presented});
        });
    }
};

template <class T> struct element_shape {
    static restoration_status elements(void *pointer, restoration_children *list) {
        bool awaits = false;
        const restoration_status status = guarded_object(pointer, [&](object &object) {
            const element_owner &self = static_cast<T &>(object);
            for (const handle element : self.elements()) {
                restoration_add(list, static_cast<restoration_handle>(element));
            }
            awaits = self.awaits_elements();
        });
        return status == RESTORATION_OK && awaits ? RESTORATION_NOT_YET : status;
    }
};

/// The shape of a class, or null if it has none of the bases.
template <class T> const restoration_shape *shape_of() noexcept {
    constexpr bool contains = std::is_base_of_v<container, T>;
    constexpr bool presents = std::is_base_of_v<presenter, T>;
    constexpr bool owns = std::is_base_of_v<element_owner, T>;
    static_assert(contains || !std::is_base_of_v<by_position, T>,
                  "restoration::by_position belongs beside restoration::container or "
                  "restoration::stack");
    if constexpr (contains || presents || owns) {
        static const restoration_shape shape = [] {
            restoration_shape shape = {};
            shape.struct_size = sizeof(restoration_shape);
            if (std::is_base_of_v<stack, T>) shape.flags |= RESTORATION_SHAPE_STACK;
            if (std::is_base_of_v<by_position, T>) shape.flags |= RESTORATION_SHAPE_BY_POSITION;
            if constexpr (contains) {
                shape.children = container_shape<T>::children;
                shape.attach = container_shape<T>::attach;
            }
            if constexpr (presents) {
                shape.presented = presenter_shape<T>::presented;
                shape.present = presenter_shape<T>::present;
            }
            if constexpr (owns) shape.elements = element_shape<T>::elements;
            return shape;
        }();
        return &shape;
    } else {
        return nullptr;
    }
}

} // namespace detail
} // namespace restoration
#endif
