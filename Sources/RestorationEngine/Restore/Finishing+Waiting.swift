import RestorationCore

/// What is around the objects that are waited for.
extension Finishing {
    /// Remembers what is around the objects that are awaited, to tell later whether their places
    /// are still free.
    func settleAwaited() {
        let pending = late?.records.compactMap { table[$0].retained?.awaited } ?? table.awaited
        guard !pending.isEmpty else { return }
        let occupants = LiveNodes(
            archive: archive,
            roots: lookup.live.roots,
            registry: lookup.registry,
            absent: table.absent
        )
        // Getters of objects that lie around them, on whose account they run: without them, nobody
        // would be asked.
        if late == nil, let first = pending.first {
            keeper.tell(.create, first.number) {
                occupants.lookEverywhere(for: Set(pending.map(\.kept.identifier)))
            }
        }
        for awaited in pending where !awaited.isSettled || awaited.parentRecord == nil {
            let place = parent(ofNode: awaited.node)
            // What is above it may have come since.
            guard !awaited.isSettled || place != nil else { continue }
            var occupant: (any Restorable)?
            let above = place.flatMap { place in place.object.map { (place.record, $0) } }
            keeper.tell(.create, awaited.number) {
                occupant = occupants.occupant(of: awaited.node, under: above)
            }
            awaited.settle(parent: place, occupant: occupant)
        }
    }

    /// The nearest object above, or its record where it has ended since it failed to decode.
    private func parent(ofNode node: UInt32) -> (record: Int, object: (any Restorable)?)? {
        var next = archive.paths[Int(node)].parent
        while next != ArchiveRecord.none {
            if let record = archive.record(ofNode: next) {
                if let object = objects[record] {
                    return object is UnavailableObject ? nil : (record, object)
                }
                if decoding.failed.contains(record) { return (record, nil) }
            }
            next = archive.paths[Int(next)].parent
        }
        return nil
    }
}
