import RestorationCore

extension RestorationCoder {
    /// All fields of a record, with what they refer to. Whatever they refer to is held weakly.
    func fields() throws -> [CarriedFields.Field] {
        try unaskedFields().map { field in
            let references = field.value.references.map { number in
                CarriedReference(object(ofRecord: number), isBelow: false)
            }
            return (field, references)
        }
    }

    /// Writes fields that were copied elsewhere.
    ///
    /// - Parameter number: The record here of what a field refers to.
    func encode(_ fields: [CarriedFields.Field], number: ((any Restorable)?) -> UInt32) {
        for (field, references) in fields {
            encode(field, references: references.map { number($0.object) })
        }
    }
}

/// What has been changed of an object since it said that it cannot take its state yet: values by
/// their keys, laid over the state that waits.
struct DeferredChanges {
    let fields: [CarriedFields.Field]
    /// Keys that the object does not encode any more.
    private let removed: Set<String>

    /// Whether nothing has been changed.
    var isEmpty: Bool { fields.isEmpty && removed.isEmpty }

    /// - Parameter baseline: What the object encoded then.
    /// - Throws: what the object throws when it encodes.
    init(of object: any Restorable, since baseline: [CarriedFields.Field]) throws {
        let before = Dictionary(
            baseline.map { ($0.field.key, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let now = try ScratchRecord(of: object).coder().fields()
        removed = Set(before.keys).subtracting(now.map(\.field.key))
        fields = now.filter { field in
            guard let known = before[field.field.key] else { return true }
            return !field.field.hasValue(of: known.field)
                || !field.references.elementsEqual(known.references) { $0.object === $1.object }
        }
    }

    /// Fields with these in the place of those of their keys.
    func laid(over fields: [CarriedFields.Field]) -> [CarriedFields.Field] {
        let keys = removed.union(self.fields.map(\.field.key))
        return fields.filter { !keys.contains($0.field.key) } + self.fields
    }
}
