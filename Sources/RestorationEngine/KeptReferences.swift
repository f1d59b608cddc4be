import RestorationCore

/// Where the references of a kept record lead.
final class KeptReferences: ReferenceResolving {
    private var objects: [UInt32: any Restorable] = [:]

    init(_ kept: UnavailableObject) {
        for (number, reference) in zip(kept.archive.references(of: kept.number), kept.references) {
            let object = reference.object
            objects[number] = (object as? UnavailableObject)?.arrived ?? object
        }
    }

    func object(for number: UInt32) -> (any Restorable)? { objects[number] }
    func notePassedOver(_ object: any Restorable, key: String, holder: Int) {}
}

extension UnavailableObject {
    /// A coder on the record, when its restore is over.
    func coder() throws -> RestorationCoder {
        try archive.coder(for: number, resolving: KeptReferences(self))
    }
}

extension HeldBackObject {
    /// A coder on the record as the object's class knows it.
    func coder() throws -> RestorationCoder {
        let references = KeptReferences(kept)
        return try postponed.migrated?.coder(resolving: references, holder: kept.number)
            ?? kept.archive.coder(for: kept.number, resolving: references)
    }
}
