package import RestorationCore

/// The target of a reference in a library's value. Held strongly if it is below the object that has
/// the value, which alone would have kept it; weakly elsewhere, to avoid a reference cycle with its
/// container.
package struct CarriedReference {
    private let strong: (any Restorable)?
    private weak var weak: (any Restorable)?
    package var object: (any Restorable)? { strong ?? weak }

    package init(_ object: (any Restorable)?, isBelow: Bool) {
        strong = isBelow ? object : nil
        weak = object
    }
}
