package import RestorationCore

/// The target of a reference in a library's value. The reference is strong to an object below the
/// value's owner, since nothing else may retain that object, and weak to any other, to avoid a
/// cycle with a container.
package struct CarriedReference {
    private let strong: (any Restorable)?
    private weak var weak: (any Restorable)?
    package var object: (any Restorable)? { strong ?? weak }

    package init(_ object: (any Restorable)?, isBelow: Bool) {
        strong = isBelow ? object : nil
        weak = object
    }
}
