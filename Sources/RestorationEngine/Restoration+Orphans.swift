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

    /// What may lose its parent when the restore lets go of the objects, and by record what is
    /// above.
    struct BelowFailed {
        fileprivate var orphans: [Member] = []
        fileprivate var above: [Int: Member] = [:]
    }

    /// O(nodes below what a class made and that has failed), and for the topmost of that the steps
    /// to the next object above.
    func belowFailed() -> BelowFailed {
        var below = BelowFailed()
        guard !failedRecords.isEmpty else { return below }
        let failed = Set(failedRecords.map { archive.records[$0].path })
        // By node: the record of the nearest object from there up. Parents come first.
        var nearest: [UInt32: Int] = [:]
        for node in archive.nodes(below: failed) {
            let above = nearest[archive.paths[Int(node)].parent]
            guard let own = member(archive.record(ofNode: node)) else {
                nearest[node] = above
                continue
            }
            nearest[node] = own.number
            if let above, failedRecords.contains(above) { below.orphans.append(own) }
            guard failed.contains(node) else { continue }
            below.above[own.number] = own
            if let next = member(above ?? recordAbove(node)) { below.above[next.number] = next }
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

    /// Has those that have lost their parent known as below what is there above it, or as deep
    /// below the top as they were.
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
