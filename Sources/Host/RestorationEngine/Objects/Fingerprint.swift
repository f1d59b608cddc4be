import RestorationCore

/// The values that an object encoded when its state was deferred or could not be applied. A later
/// comparison shows whether the object has changed. Contents are not included.
struct Fingerprint {
    /// Sorted by key.
    private let fields: [(field: CopiedField, references: [ObjectIdentifier?])]
    /// The targets whose addresses ``fields`` compares: they reserve these addresses.
    private let targets: [Binding]

    /// - Throws: The error with which the object fails to encode.
    init(of object: any Restorable) throws {
        let coder = try LiveState(of: object).coder()
        var targets: [Binding] = []
        fields = try coder.unaskedFields().sorted { $0.key < $1.key }.map { field in
            let references = field.value.references.map { number -> ObjectIdentifier? in
                let target = coder.object(ofRecord: number)
                targets.append(Binding(target))
                return target.map { ObjectIdentifier($0) }
            }
            return (field, references)
        }
        self.targets = targets
    }

    func isSame(as other: Self) -> Bool {
        fields.elementsEqual(other.fields) { own, other in
            own.field.key == other.field.key && other.field.hasValue(of: own.field)
                && own.references == other.references
        }
    }
}
