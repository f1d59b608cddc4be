package import RestorationCore

/// What a value of a library refers to. Held strongly if it is below the object that has the value,
/// which alone would have kept it; weakly elsewhere, lest an object keeps what contains it.
package struct CarriedReference {
    private let strong: (any Restorable)?
    private weak var weak: (any Restorable)?
    package var object: (any Restorable)? { strong ?? weak }

    package init(_ object: (any Restorable)?, isBelow: Bool) {
        strong = isBelow ? object : nil
        weak = object
    }
}
