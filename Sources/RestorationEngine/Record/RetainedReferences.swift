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
    /// A coder on the record when its restore is over: as it was, or as its class has rewritten it.
    func coder(_ migrated: Migrated? = nil) throws -> RestorationCoder {
        let references = RetainedReferences(self)
        return try migrated?.record.coder(resolving: references, holder: number)
            ?? archive.coder(for: number, resolving: references)
    }
}
