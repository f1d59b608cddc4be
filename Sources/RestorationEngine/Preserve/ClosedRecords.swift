import RestorationCore

/// Retained records that go with what was closed since the last save, as far as nothing else leads
/// to them. Closing is an event, and never read off what happens to be alive:
///
/// | event | what goes |
/// |---|---|
/// | a root was taken off | what is below its record, unless what that is in lives on elsewhere |
/// | what held a stand-in is saved without it | its record, and what is below it |
/// | a member of a stack was left that others lay above, unavailable | these, and what is below |
struct ClosedRecords {
    /// With the object, where one is there that the state is retained for.
    private(set) var records: [(kept: UnavailableObject, object: (any Restorable)?)] = []
    private var members: Set<ObjectIdentifier> = []

    /// When all is encoded that live objects lead to, and before anything is met that is only
    /// retained. O(records retained + the nodes above them) where something was closed.
    init(of capture: Capture) {
        let retained = capture.retained
        guard let archive = retained.archive else { return }
        // A window that was built anew at its path has what is retained for its parts.
        let takenOff = retained.nodesTakenOff.filter { !capture.hasRecord(at: $0, of: archive) }
        let letGo = Set(
            retained.unavailable.filter { capture.isLetGo($0) }.compactMap(\.homeNode)
        )
        guard !takenOff.isEmpty || !letGo.isEmpty else { return }
        let closed = takenOff.union(letGo)
        let all = retained.unavailable.map { (nil, $0) } + retained.ofObjects.map { ($0, $1) }
        for (object, kept): ((any Restorable)?, UnavailableObject) in all {
            guard let node = kept.homeNode, capture.sections.number(of: object ?? kept) == nil
            else { continue }
            guard let steps = archive.steps(from: node, upTo: closed) else { continue }
            // What it is in may live on elsewhere.
            if let holder = kept.holder, holder.steps <= steps, let object = holder.object,
                capture.sections.number(of: object) != nil
            {
                continue
            }
            records.append((kept, object))
            members.insert(ObjectIdentifier(kept))
        }
    }

    func contains(_ kept: UnavailableObject) -> Bool { members.contains(ObjectIdentifier(kept)) }
}

extension Capture {
    /// Whether something is saved at the path that a node of another archive has.
    fileprivate func hasRecord(at node: UInt32, of archive: ArchiveReader) -> Bool {
        writer.owner(of: writer.number(of: archive.path(of: node))) != ArchiveRecord.none
    }

    /// Whether what has held the stand-in for an object is saved without it, or the person has left
    /// what it lay above in a stack; and nothing has taken its path.
    fileprivate func isLetGo(_ kept: UnavailableObject) -> Bool {
        guard sections.number(of: kept) == nil, !retained.isSpent(kept) else { return false }
        // One that fails to encode has let go of nothing.
        let hasLetGo = retained.holderOfStandIn(kept).map { hasEncoded($0) } ?? false
        let isLeft = retained.isAboveLeft(kept) { hasEncoded($0) }
        return (isLeft || hasLetGo) && writer.owner(of: paths.node(of: kept)) == ArchiveRecord.none
    }

    /// Whether the record of an object is what it has encoded, rather than what was kept for it.
    private func hasEncoded(_ object: any Restorable) -> Bool {
        guard let number = sections.number(of: object) else { return false }
        return writer.record(Int(number)).flags.isDisjoint(with: [.isRetained, .isEmpty])
            && type(of: object) != UnavailableObject.self
    }
}

extension ArchiveReader {
    /// How far a node lies below some others: 0 for one of these, `nil` if it is below none.
    /// O(depth).
    fileprivate func steps(from node: UInt32, upTo others: Set<UInt32>) -> Int? {
        var next = node
        var steps = 0
        while next != ArchiveRecord.none {
            if others.contains(next) { return steps }
            next = paths[Int(next)].parent
            steps += 1
        }
        return nil
    }
}
