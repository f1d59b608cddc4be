import RestorationCore

/// The values that an object encoded when its state was put off, or could not be applied, to tell
/// later whether it has changed. Its contents are no part of it.
struct Fingerprint {
    /// In the order of their keys.
    private let fields: [(field: CopiedField, references: [ObjectIdentifier?])]
    /// Keeps the addresses that the references stand for.
    private let targets: [WeakObject]

    /// - Throws: The error with which the object fails to encode.
    init(of object: any Restorable) throws {
        let coder = try ScratchRecord(of: object).coder()
        var targets: [WeakObject] = []
        fields = try coder.unaskedFields().sorted { $0.key < $1.key }.map { field in
            let references = field.value.references.map { number -> ObjectIdentifier? in
                let target = coder.object(ofRecord: number)
                targets.append(WeakObject(target))
                return target.map { ObjectIdentifier($0) }
            }
            return (field, references)
        }
        self.targets = targets
    }

    /// Whether an object that has changed since encodes the same as then.
    func isSame(as other: Self) -> Bool {
        fields.elementsEqual(other.fields) { own, other in
            own.field.key == other.field.key && other.field.hasValue(of: own.field)
                && own.references == other.references
        }
    }
}

/// An object that is not kept alive.
struct WeakObject {
    private(set) weak var object: (any Restorable)?
    init(_ object: (any Restorable)?) { self.object = object }
}
