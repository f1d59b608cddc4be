import RestorationCore

/// What has to come before an awaited object can: an object above it, or a member below it in its
/// stack.
extension Leftovers {
    /// What stands for the object of a record, if that is not there.
    func kept(ofRecord record: Int) -> UnavailableObject? { unavailable[.record(record)].last }

    /// Who waits for some tickets, in order.
    func awaited(by tickets: Set<ObjectIdentifier>) -> [AwaitedObject] {
        let found = tickets.flatMap { awaited[.object($0)] }
        return found.count > 1 ? found.sorted { $0.node < $1.node } : found
    }

    /// The container outside that an object is to be in, and where.
    func place(of record: Int) -> (list: AwaitingContainer, position: Int)? {
        guard let list = arrangements[.record(record)].last,
            let position = list.position(of: record)
        else { return nil }
        return (list, position)
    }

    /// What has to come first; `nil` if nothing has to. O(depth).
    func blocker(of object: UnavailableObject) -> UnavailableObject? {
        guard let archive, let home = object.home else { return nil }
        var node = archive.paths[Int(archive.records[home].path)].parent
        while node != ArchiveRecord.none {
            if let record = archive.record(ofNode: node), let above = kept(ofRecord: record) {
                return above
            }
            node = archive.paths[Int(node)].parent
        }
        guard let (list, position) = place(of: home), let gap = list.gap, position > gap.position
        else { return nil }
        return gap.kept
    }

    /// Whether an object that is not there may still come while the program runs.
    func isHopeful(_ object: UnavailableObject) -> Bool {
        var next = object
        // Upwards and downwards in stacks: this ends, since each step leads to a smaller node or a
        // lower member.
        while true {
            let isWaiting = !awaited[.of(next)].isEmpty
            guard let blocker = blocker(of: next) else { return isWaiting }
            guard isWaiting || next.isAwaited else { return false }
            next = blocker
        }
    }
}
