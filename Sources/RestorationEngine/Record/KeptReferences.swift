import RestorationCore

/// Where the references of a kept record lead.
final class KeptReferences: ReferenceResolving {
    private var objects: [UInt32: any Restorable] = [:]
    /// What the holder was not given, since it is not there and what stands for it is of another
    /// type.
    private(set) var passedOver: [(object: any Restorable, key: String)] = []

    init(_ kept: UnavailableObject) {
        for (number, reference) in zip(kept.archive.references(of: kept.number), kept.references) {
            let object = reference.object
            objects[number] = (object as? UnavailableObject)?.successor ?? object
        }
    }

    func object(for number: UInt32) -> (any Restorable)? { objects[number] }

    func notePassedOver(_ object: any Restorable, key: String, holder: Int) {
        if object is UnavailableObject { passedOver.append((object, key)) }
    }
}

extension UnavailableObject {
    /// A coder on the record, when its restore is over.
    func coder() throws -> RestorationCoder {
        try archive.coder(for: number, resolving: KeptReferences(self))
    }
}

extension UnavailableObject {
    /// A coder on the record as the object's class knows it.
    func coder(
        as decoding: DeferredDecoding,
        resolving references: KeptReferences
    ) throws -> RestorationCoder {
        try decoding.migrated?.coder(resolving: references, holder: number)
            ?? archive.coder(for: number, resolving: references)
    }
}
