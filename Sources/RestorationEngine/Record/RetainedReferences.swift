import RestorationCore

/// Where the references of a retained record lead.
final class RetainedReferences: ReferenceResolving {
    private var objects: [UInt32: any Restorable] = [:]

    init(_ kept: UnavailableObject) {
        for (number, reference) in zip(kept.archive.references(of: kept.number), kept.references) {
            let object = reference.object
            objects[number] = (object as? UnavailableObject)?.successor ?? object
        }
    }

    func object(for number: UInt32) -> (any Restorable)? { objects[number] }

    /// The record is written, and given to nobody.
    func notePassedOver(_ object: any Restorable, key: String, holder: Int) {}
}

extension UnavailableObject {
    /// A coder on the record as it was.
    func coder() throws -> RestorationCoder {
        try archive.coder(for: number, resolving: RetainedReferences(self))
    }

    /// The fields of the record, with what they refer to. Whatever they refer to is held weakly.
    func fields() throws -> [CarriedFields.Field] {
        let coder = try coder()
        return try coder.unaskedFields().map { field in
            let references = field.value.references.map { number in
                CarriedReference(coder.object(ofRecord: number), isBelow: false)
            }
            return (field, references)
        }
    }
}
