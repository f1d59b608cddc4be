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
        let takenOff = retained.nodesTakenOff
        let letGo = Set(
            retained.unavailable.filter { capture.isLetGo($0) }.compactMap(\.homeNode)
        )
        guard !takenOff.isEmpty || !letGo.isEmpty else { return }
        let above = NodesAbove(archive)
        for kept in retained.unavailable {
            note(kept, nil, takenOff, letGo, above, capture)
        }
        for (object, kept) in retained.ofObjects {
            note(kept, object, takenOff, letGo, above, capture)
        }
    }

    func contains(_ kept: UnavailableObject) -> Bool { members.contains(ObjectIdentifier(kept)) }

    private mutating func note(
        _ kept: UnavailableObject,
        _ object: (any Restorable)?,
        _ takenOff: Set<UInt32>,
        _ letGo: Set<UInt32>,
        _ above: NodesAbove,
        _ capture: Capture
    ) {
        guard let node = kept.homeNode, capture.sections.number(of: object ?? kept) == nil
        else { return }
        let isIn = above.contains(node, in: letGo)
        let holder = kept.holder?.object
        let isElsewhere = holder.map { capture.sections.number(of: $0) != nil } ?? false
        guard isIn || !isElsewhere && above.contains(node, in: takenOff) else { return }
        records.append((kept, object))
        members.insert(ObjectIdentifier(kept))
    }
}

extension Capture {
    /// Whether what has held the stand-in for an object is saved without it, or the person has left
    /// what it lay above in a stack; and nothing has taken its path.
    fileprivate func isLetGo(_ kept: UnavailableObject) -> Bool {
        guard sections.number(of: kept) == nil, !retained.isSpent(kept) else { return false }
        let isLeft = retained.isAboveLeft(kept)
        let holder = retained.holderOfStandIn(kept)
        // One that fails to encode has let go of nothing.
        let hasLetGo =
            holder.flatMap { holder in
                sections.number(of: holder).map { hasEncoded(holder, Int($0)) }
            } ?? false
        return (isLeft || hasLetGo) && writer.owner(of: paths.node(of: kept)) == ArchiveRecord.none
    }
}

/// Whether nodes of an archive lie at or below some others.
private struct NodesAbove {
    let archive: ArchiveReader

    init(_ archive: ArchiveReader) { self.archive = archive }

    /// O(depth).
    func contains(_ node: UInt32, in nodes: Set<UInt32>) -> Bool {
        guard !nodes.isEmpty else { return false }
        var next = node
        while next != ArchiveRecord.none {
            if nodes.contains(next) { return true }
            next = archive.paths[Int(next)].parent
        }
        return false
    }
}
