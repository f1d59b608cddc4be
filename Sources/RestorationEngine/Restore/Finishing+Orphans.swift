import RestorationCore

/// Objects below one that a class made, that failed to decode, and that ends with the restore.
///
/// Its record is kept, and comes back at its path. What was below it stays below that path, though
/// the object is gone that the session knows as its parent.
extension Finishing {
    /// The object of a record. Weak: the restore is about to let go of it.
    struct Member {
        let number: Int
        fileprivate(set) weak var object: (any Restorable)?
    }

    /// What may lose its parent when the restore lets go of the objects.
    struct BelowFailed {
        /// The records of what has failed and of what is below that, parents first.
        fileprivate(set) var numbers: [Int] = []
        /// By record: these, and what is above what has failed.
        fileprivate var members: [Int: Member] = [:]
        /// By record: the nearest one above, of what is below something that has failed.
        fileprivate var above: [Int: Int] = [:]
        /// By record: what there is to say of an object that is not where it was.
        fileprivate(set) var reasons: [Int: Diagnosis] = [:]

        fileprivate func object(_ number: Int) -> (any Restorable)? { members[number]?.object }
    }

    /// O(nodes below what a class made and that has failed), and for the topmost of that the steps
    /// to the next object above.
    func belowFailed() -> BelowFailed {
        var below = BelowFailed()
        guard !decoding.failed.isEmpty else { return below }
        let failed = Set(decoding.failed.map { archive.records[$0].path })
        // By node: the record of the nearest object from there up. Parents come first.
        var nearest: [UInt32: Int] = [:]
        for node in archive.nodes(below: failed) {
            let above = nearest[archive.paths[Int(node)].parent]
            guard let own = member(archive.record(ofNode: node)) else {
                nearest[node] = above
                continue
            }
            nearest[node] = own.number
            below.numbers.append(own.number)
            below.members[own.number] = own
            if let above {
                below.above[own.number] = above
                let reason = table.obstacle(of: above).map { Lookup.parentUnavailable($0) }
                below.reasons[own.number] =
                    decoding.failed.contains(above) ? reason : below.reasons[above]
            } else if let next = memberAbove(node) {
                below.members[next.number] = next
            }
        }
        return below
    }

    /// Not what stands for an object.
    private func member(_ number: Int?) -> Member? {
        guard let number, let object = objects[number], !(object is UnavailableObject) else {
            return nil
        }
        return Member(number: number, object: object)
    }

    /// The nearest object above.
    private func memberAbove(_ node: UInt32) -> Member? {
        var next = archive.paths[Int(node)].parent
        while next != ArchiveRecord.none {
            if let own = member(archive.record(ofNode: next)) { return own }
            next = archive.paths[Int(next)].parent
        }
        return nil
    }

    /// Has those that have lost their parent known as below what is there above it, or as deep
    /// below the top as they were. Says of them, of what an object that is there lacks since it
    /// failed to decode, and of what is below all these, why they are not where they were: what is
    /// kept for the object above holds them.
    func settle(_ below: BelowFailed) {
        var displaced: Set<Int> = []
        var listed: [Int: Set<ObjectIdentifier>] = [:]
        for number in below.numbers {
            guard let above = below.above[number], let object = below.object(number) else {
                continue
            }
            if let position = lookup.registry.position(of: object),
                lookup.registry.hasLostParent(at: position)
            {
                keepPlace(of: object, number, at: position, below)
                displaced.insert(number)
            } else if displaced.contains(above) {
                displaced.insert(number)
            } else if decoding.failed.contains(above), let failed = below.object(above) {
                // Something holds that, perhaps without what it has not decoded.
                let children = listed[above] ?? self.listed(in: failed, above)
                listed[above] = children
                if !children.contains(ObjectIdentifier(object)) { displaced.insert(number) }
            }
        }
        // A failure of its own says more.
        for number in displaced where table[number].remark?.isFailure != true {
            if let reason = below.reasons[number] { table.remark(Remark(reason), on: number) }
        }
    }

    private func listed(in object: any Restorable, _ number: Int) -> Set<ObjectIdentifier> {
        var children: Set<ObjectIdentifier> = []
        // Asks the object for them.
        keeper.tell(.attach, number) {
            children = Set(lookup.graph.children(of: object).map { ObjectIdentifier($0.child) })
        }
        return children
    }

    private func keepPlace(
        of object: any Restorable,
        _ number: Int,
        at position: Int,
        _ below: BelowFailed
    ) {
        let own = archive.records[number].path
        var place = RestoredPlace(discriminator: archive.discriminator(of: own))
        var parent: (any Restorable)?
        var next = archive.paths[Int(own)].parent
        while next != ArchiveRecord.none {
            parent = archive.record(ofNode: next).flatMap { below.object($0) }
            if parent != nil { break }
            place.above.append(archive.component(of: next))
            next = archive.paths[Int(next)].parent
        }
        place.above.reverse()
        lookup.registry.record(
            restored: object,
            as: lookup.registry.identity(at: position),
            place: place,
            isForeign: lookup.registry.isHeld(at: position),
            likelyParent: nil,
            parent: { parent }
        )
    }
}
