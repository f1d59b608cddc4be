import RestorationCore

/// What an object encoded when its state was put off, to tell later whether it has changed. Values
/// alone: what it contains and presents is no part of it.
struct Fingerprint {
    private let fields: [String: (field: CopiedField, references: [WeakObject])]

    /// - Throws: what the object throws when it encodes.
    init(of object: any Restorable) throws {
        let coder = try ScratchRecord(of: object).coder()
        let fields = try coder.unaskedFields().map { field in
            let references = field.value.references.map { WeakObject(coder.object(ofRecord: $0)) }
            return (field.key, (field, references))
        }
        self.fields = Dictionary(fields, uniquingKeysWith: { first, _ in first })
    }

    /// Whether an object that has changed since encodes the same as then.
    func isSame(as other: Self) -> Bool {
        fields.count == other.fields.count
            && fields.allSatisfy { key, own in
                guard let other = other.fields[key], other.field.hasValue(of: own.field) else {
                    return false
                }
                return own.references.elementsEqual(other.references) { $0.object === $1.object }
            }
    }
}
