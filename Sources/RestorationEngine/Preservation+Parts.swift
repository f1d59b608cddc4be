import RestorationCore

/// What is kept for objects that are not there, and what goes with something else.
///
/// Its record is written, referred to or not, but for two kinds, which are written only if
/// something refers to them, or if what they are part of is written after all:
///
/// - what a class made, with all that is below it, where a new object is in place of something
///   above it that could not be restored: nobody would take it;
/// - what is below an object that was there when the restore returned and has ended since, such as
///   a window that the person has closed, if neither an object nor a record is at its path.
extension Preservation {
    /// O(records kept); times how often one of those is referred to by another only, if some are
    /// parts of such.
    func meet(_ unavailable: [UnavailableObject]) {
        var taken: Set<UInt32> = []
        var hasEnded = false
        for kept in unavailable {
            hasEnded = hasEnded || kept.holder.map { $0.object == nil } ?? false
            guard isSuperseded(kept) else { continue }
            givenUp.append(kept)
            guard taken.insert(node(of: kept)).inserted else { continue }
            report.issues.append(.supersededRetained(kept.path))
            // Its data may still come: what is below it waits for that.
            if kept.isAwaited { taken.remove(node(of: kept)) }
        }
        var parts: [KeptPart] = []
        if taken.isEmpty, !hasEnded {
            for kept in unavailable where !isSuperseded(kept) { _ = knownNumber(of: kept) }
        } else {
            var sorting = PartSorting(self, taken)
            let byNode = unavailable.map { ($0, node(of: $0)) }.sorted { $0.1 < $1.1 }
            for (kept, node) in byNode where !isSuperseded(kept) {
                if let part = sorting.part(kept, node) {
                    parts.append(part)
                } else {
                    _ = knownNumber(of: kept)
                }
            }
        }
        encodeQueue()
        meet(parts)
    }

    /// Meets those for which there is reason by now, until there is for none, and names the others.
    private func meet(_ parts: [KeptPart]) {
        var waiting = parts
        var hasMet = true
        while hasMet, !waiting.isEmpty {
            hasMet = false
            waiting.removeAll { part in
                guard isWritten(part.node) || part.wholes.contains(where: isWritten) else {
                    return false
                }
                hasMet = true
                _ = knownNumber(of: part.kept)
                return true
            }
            encodeQueue()
        }
        for part in waiting {
            switch part.reason {
            case .displaced(let above):
                givenUp.append(part.kept)
                report.issues.append(
                    .displacedRetained(part.kept.path, above: writer.path(of: above))
                )
            case .ended:
                ended.append(part.kept)
                let isAwaited =
                    part.kept.isAwaited || awaiting.contains(ObjectIdentifier(part.kept))
                if !isAwaited { report.issues.append(.endedRetained(part.kept.path)) }
            }
        }
    }

    private func isWritten(_ node: UInt32) -> Bool {
        node != ArchiveRecord.none && writer.owner(of: node) != ArchiveRecord.none
    }

    /// Whether a new object is at the path of a record that is kept. One that fails to encode is
    /// not, where it is written as it was before.
    private func isSuperseded(_ kept: UnavailableObject) -> Bool {
        guard kept.arrived == nil, !kept.isSpent else { return false }
        let owner = writer.owner(of: node(of: kept))
        guard owner != ArchiveRecord.none, !isOwn(owner, kept) else { return false }
        return !(writer.object(ofRecord: Int(owner)) is UnavailableObject)
            && !writer.record(Int(owner)).flags.contains(.isRetained)
    }
}

/// A record that is written only with what it is part of, or if something refers to it.
private struct KeptPart {
    enum Reason {
        /// A new object is at that node, above it.
        case displaced(UInt32)
        /// What it was below has ended.
        case ended
    }

    let kept: UnavailableObject
    let node: UInt32
    let reason: Reason
    /// The nodes of what it is part of.
    let wholes: [UInt32]
}

/// Finds out which records are parts, parents first.
private struct PartSorting {
    private let preservation: Preservation
    private let taken: Set<UInt32>
    /// By node: the nearest part at it or above it, and the new object above that.
    private var displaced: [UInt32: (part: UInt32?, taken: UInt32)?] = [:]
    /// By record of what has ended: its node.
    private var holders: [Int: UInt32] = [:]
    private var ended: Set<Int> = []

    init(_ preservation: Preservation, _ taken: Set<UInt32>) {
        self.preservation = preservation
        self.taken = taken
    }

    /// - Returns: `nil` for what is no part, or is one of something that is kept.
    mutating func part(_ kept: UnavailableObject, _ node: UInt32) -> KeptPart? {
        guard kept.arrived == nil, !kept.isSpent else { return nil }
        if let holder = endedHolder(of: kept) {
            kept.home.map { _ = ended.insert($0) }
            let above = holderNode(holder, node)
            let parent = preservation.writer.parent(ofNode: node)
            return KeptPart(kept: kept, node: node, reason: .ended, wholes: [above, parent])
        }
        guard !kept.isUnsought, let place = place(of: node),
            kept.className != nil || place.part != nil
        else { return nil }
        displaced[node] = (node, place.taken)
        return KeptPart(
            kept: kept,
            node: node,
            reason: .displaced(place.taken),
            wholes: place.part.map { [$0] } ?? []
        )
    }

    /// What a record's object was below, if that has ended and nothing is kept for it.
    private func endedHolder(of kept: UnavailableObject) -> KeptHolder? {
        guard let holder = kept.holder, holder.object == nil else { return nil }
        let isGone =
            holder.steps == 0 || ended.contains(holder.record)
            || !preservation.leftovers.keepsRecord(holder.record)
        return isGone ? holder : nil
    }

    private mutating func holderNode(_ holder: KeptHolder, _ node: UInt32) -> UInt32 {
        if let known = holders[holder.record] { return known }
        var above = node
        for _ in 0..<holder.steps { above = preservation.writer.parent(ofNode: above) }
        holders[holder.record] = above
        return above
    }

    /// What a node is below. Nodes on the way are remembered.
    private mutating func place(of node: UInt32) -> (part: UInt32?, taken: UInt32)? {
        guard !taken.isEmpty else { return nil }
        var climbed = [node]
        var next = preservation.writer.parent(ofNode: node)
        var found: (part: UInt32?, taken: UInt32)?
        while next != ArchiveRecord.none {
            if let known = displaced[next] {
                found = known
                break
            }
            if taken.contains(next) {
                found = (nil, next)
                break
            }
            climbed.append(next)
            next = preservation.writer.parent(ofNode: next)
        }
        for node in climbed { displaced.updateValue(found, forKey: node) }
        return found
    }
}
