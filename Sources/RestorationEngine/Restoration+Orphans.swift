import RestorationCore

/// Objects below one that a class made, that failed to decode, and that ends with the restore.
///
/// Its record is kept, and comes back at its path. What was below it stays below that path, though
/// the object is gone that the session knows as its parent.
extension Restoration {
    /// The object of a record. Weak: the restore is about to let go of it.
    struct Member {
        let number: Int
        fileprivate(set) weak var object: (any Restorable)?
    }

    /// What may lose its parent when the restore lets go of the objects, and by record what is above.
    struct BelowFailed {
        fileprivate var orphans: [Member] = []
        fileprivate var above: [Int: Member] = [:]
    }

    /// O(nodes) if anything that a class made has failed, else nothing.
    func belowFailed() -> BelowFailed {
        var below = BelowFailed()
        guard !failedRecords.isEmpty else { return below }
        forEachNode { node in
            guard let orphan = member(archive.record(ofNode: node)),
                let parent = member(recordAbove(node)), failedRecords.contains(parent.number)
            else { return }
            below.orphans.append(orphan)
            guard below.above.updateValue(parent, forKey: parent.number) == nil else { return }
            let next = member(recordAbove(archive.records[parent.number].path))
            if let next { below.above[next.number] = next }
        }
        return below
    }

    private func member(_ number: Int?) -> Member? {
        number.flatMap { number in objects[number].map { Member(number: number, object: $0) } }
    }

    /// The nearest record above whose object is there.
    private func recordAbove(_ node: UInt32) -> Int? {
        var next = archive.paths[Int(node)].parent
        while next != ArchiveRecord.none {
            if let number = archive.record(ofNode: next), objects[number] != nil { return number }
            next = archive.paths[Int(next)].parent
        }
        return nil
    }

    /// Has those that have lost their parent known as below what is there above it, or as deep below
    /// the top as they were.
    func settle(_ below: BelowFailed) {
        for orphan in below.orphans {
            guard let object = orphan.object, let position = registry.position(of: object),
                registry.hasLostParent(at: position)
            else { continue }
            var above: [RestorationPath.Component] = []
            var parent: (any Restorable)?
            let own = archive.records[orphan.number].path
            var next = archive.paths[Int(own)].parent
            while next != ArchiveRecord.none {
                parent = archive.record(ofNode: next).flatMap { below.above[$0]?.object }
                if parent != nil { break }
                above.append(archive.component(of: next))
                next = archive.paths[Int(next)].parent
            }
            registry.record(
                restored: object,
                as: registry.identity(at: position),
                place: RestoredPlace(
                    above: above.reversed(),
                    discriminator: archive.discriminator(of: own)
                ),
                isForeign: registry.isHeld(at: position),
                likelyParent: nil,
                parent: { parent }
            )
        }
    }
}
