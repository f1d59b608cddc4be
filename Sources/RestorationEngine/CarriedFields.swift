package import RestorationCore

/// What an object's record holds that the object never asked for: keys of a newer version of its
/// class. Saves write them again, unless the object stores something of its own under the key.
package final class CarriedFields {
    package private(set) weak var holder: (any Restorable)?
    package private(set) var fields: [Field]

    /// A field, with what its references lead to.
    package typealias Field = (field: CopiedField, references: [CarriedReference])

    package init(holder: any Restorable, fields: [Field]) {
        self.holder = holder
        self.fields = fields
    }

    /// Whether there is anything to write.
    package var isNeeded: Bool { holder != nil && !fields.isEmpty }

    /// Forgets fields that `isKnown` picks: the object knows their keys by now.
    func forget(where isKnown: (CopiedField) -> Bool) {
        fields.removeAll { isKnown($0.field) }
    }

    package func removeAll() { fields = [] }
}

/// What a carried field refers to. Held strongly if it is below the object that carries it, which
/// alone would have kept it; weakly elsewhere, lest an object keeps what contains it.
package struct CarriedReference {
    private let strong: (any Restorable)?
    private weak var weak: (any Restorable)?
    package var object: (any Restorable)? { strong ?? weak }

    package init(_ object: (any Restorable)?, isBelow: Bool) {
        strong = isBelow ? object : nil
        weak = object
    }
}
