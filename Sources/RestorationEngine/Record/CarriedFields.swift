package import RestorationCore

/// What an object's record holds that the object never asked for, or could not decode: keys of a
/// newer version of its class, and values of a class that is missing. Saves write them again,
/// unless the object stores something of its own under the key.
package final class CarriedFields {
    package private(set) weak var holder: (any Restorable)?
    package private(set) var fields: [Field]

    /// A field, with what its references lead to.
    package typealias Field = (field: CopiedField, references: [CarriedReference])

    package init(holder: any Restorable, fields: [Field]) {
        self.holder = holder
        self.fields = fields
    }

    /// What a record holds that `holder` has not asked for; `nil` if that is nothing.
    ///
    /// - Parameters:
    ///   - askedAtCreation: Keys that were asked for before, as the coder numbers them.
    ///   - isBelow: Whether an object lies below the holder.
    package static func unasked(
        of coder: RestorationCoder,
        by holder: any Restorable,
        askedAtCreation: [UInt32] = [],
        isBelow: (any Restorable) -> Bool
    ) -> CarriedFields? {
        let fields = unasked(of: coder, askedAtCreation: askedAtCreation, isBelow: isBelow)
        return fields.isEmpty ? nil : CarriedFields(holder: holder, fields: fields)
    }

    /// What a record holds that nobody has asked for, or that could not be decoded.
    static func unasked(
        of coder: RestorationCoder,
        askedAtCreation: [UInt32] = [],
        isBelow: (any Restorable) -> Bool
    ) -> [Field] {
        guard !coder.isReadWhole else { return [] }
        // Damage in what nobody wanted to read costs nobody anything.
        let fields = (try? coder.unaskedFields(besides: askedAtCreation)) ?? []
        return fields.map { field in
            let references = field.value.references.map { number in
                let object = coder.object(ofRecord: number)
                return CarriedReference(
                    object,
                    isBelow: object.map { $0 is UnavailableObject || isBelow($0) } ?? false
                )
            }
            return (field, references)
        }
    }

    /// Whether there is anything to write.
    package var isNeeded: Bool { holder != nil && !fields.isEmpty }

    /// Forgets the fields of some keys: the object writes them itself by now.
    package func forget(_ keys: Set<String>) { fields.removeAll { keys.contains($0.field.key) } }

    package func removeAll() { fields = [] }
}

extension RecordTable {
    /// What objects hold of keys that their class does not know, by holder.
    package var carriedFields: [ObjectIdentifier: [CarriedFields.Field]] {
        carried.reduce(into: [:]) { known, fields in
            guard let holder = fields.holder else { return }
            known[ObjectIdentifier(holder), default: []] += fields.fields
        }
    }

    /// From now on `holders` hold that and nothing else of keys which their class does not know.
    package func carry(_ fields: [CarriedFields], by holders: [any Restorable]) {
        let holders = Set(holders.map { ObjectIdentifier($0) })
        carried.removeAll { known in
            known.holder.map { holders.contains(ObjectIdentifier($0)) } ?? true
        }
        carried += fields.filter(\.isNeeded)
    }
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
