import RestorationCore

/// What has to come before a deferred object can: an object above it, or a member below it in its
/// stack.
extension RecordTable {
    /// What stands for the object of a record, if that is not there.
    func standIn(of number: Int) -> UnavailableObject? {
        switch self[number] {
        case .unavailable(let retained): retained.kept
        case .deferred(let deferred): deferred.isOfAbsentObject ? deferred.kept : nil
        case .pending, .found, .live, .created, .withheld, .ended: nil
        }
    }

    /// Who waits for some tickets, in order.
    func awaited(by tickets: Set<ObjectIdentifier>) -> [AwaitedObject] {
        let found = tickets.flatMap { retained(.ticket($0)) }.compactMap(\.awaited)
        return found.count > 1 ? found.sorted { $0.node < $1.node } : found
    }

    /// Who waits for a ticket.
    var awaited: [AwaitedObject] { retained(.waiting).compactMap(\.awaited) }

    /// Whether anybody waits for a ticket.
    package var hasAwaited: Bool { hasAny(.waiting) }

    /// The container outside that an object is to be in, and where.
    func place(of record: Int) -> (list: AwaitingContainer, position: Int)? {
        guard let list = arrangements[.record(record)].last,
            let position = list.position(of: record)
        else { return nil }
        return (list, position)
    }

    /// What has to come first; `nil` if nothing has to. O(depth).
    func blocker(of number: Int) -> UnavailableObject? {
        guard let archive else { return nil }
        var node = archive.paths[Int(archive.records[number].path)].parent
        while node != ArchiveRecord.none {
            if let record = archive.record(ofNode: node), let above = standIn(of: record) {
                return above
            }
            node = archive.paths[Int(node)].parent
        }
        guard let (list, position) = place(of: number), let gap = list.gap, position > gap.position
        else { return nil }
        return gap.kept
    }

    /// Whether an object that is not there may still come while the program runs.
    func isHopeful(_ number: Int) -> Bool {
        var next = number
        var passed: Set<Int> = []
        // Upwards in paths and downwards in stacks. Where a path leads through what lies above in a
        // stack, this comes back to where it has been: neither can come before the other.
        while true {
            let isWaiting = self[next].retained?.awaited != nil
            guard let blocker = blocker(of: next), let home = blocker.home else {
                return isWaiting
            }
            guard isWaiting || self[next].retained?.kept.isAwaited == true,
                passed.insert(next).inserted
            else { return false }
            next = home
        }
    }
}

extension Retained {
    /// The object whose class has said "not yet", if that is what it waits for.
    var awaited: AwaitedObject? {
        if case .object(let awaited)? = (self as? Deferred)?.wait { awaited } else { nil }
    }
}
