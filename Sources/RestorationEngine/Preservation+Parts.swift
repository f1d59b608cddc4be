import RestorationCore

/// What is kept for objects that are not there, and what those were below.
///
/// Their records are written, referred to or not. But if what they were below when the restore
/// returned has ended, or is a root that was taken off, the person has closed it: then they are
/// written only if something else is at the path of that, or refers to them. Nothing is forgotten
/// for that: a later save may have them again.
extension Preservation {
    /// O(records kept), and a look at each of which what it was below has ended, once for each step
    /// by which only kept records refer to each other.
    func meet(_ unavailable: [UnavailableObject]) {
        reportSuperseded(unavailable)
        var waiting = unavailable.filter { !meetIfPlaced($0) }.map { ($0, node(of: $0)) }
        encodeQueue()
        waiting.sort { $0.1 < $1.1 }
        var hasMet = true
        while hasMet, !waiting.isEmpty {
            let count = waiting.count
            waiting.removeAll { kept, _ in meetIfPlaced(kept) }
            hasMet = waiting.count < count
            encodeQueue()
        }
        meetUnmetHeld()
        for (kept, node) in waiting where toldNodes.insert(node).inserted {
            unsavedParts.append(kept)
            let isAwaited =
                kept.isAwaited || wasNotLoaded(kept) || awaiting.contains(ObjectIdentifier(kept))
            if !isAwaited { report.issues.append(.retainedWithoutParent(kept.path)) }
        }
    }

    /// Meets what is kept for objects that live, and that nothing which is saved leads to: as if
    /// they had ended, which is only a matter of time.
    private func meetUnmetHeld() {
        let unmet = leftovers.heldBack.filter { held in
            held.object.map { sections.number(of: $0) == nil && !isSecret($0) } ?? false
        }
        for held in unmet { _ = meetIfPlaced(held.kept) }
        encodeQueue()
    }

    private func reportSuperseded(_ unavailable: [UnavailableObject]) {
        for kept in unavailable where isSuperseded(kept) && !wasNotLoaded(kept) {
            givenUp.append(kept)
            guard toldNodes.insert(node(of: kept)).inserted else { continue }
            report.issues.append(.supersededRetained(kept.path))
        }
    }

    /// Whether a new object is at the path of a record that is kept. One that fails to encode is
    /// not, where it is written as it was before.
    private func isSuperseded(_ kept: UnavailableObject) -> Bool {
        guard !isSpent(kept) else { return false }
        let owner = writer.owner(of: node(of: kept))
        guard owner != ArchiveRecord.none, !isOwn(owner, kept) else { return false }
        return !(writer.object(ofRecord: Int(owner)) is UnavailableObject)
            && !writer.record(Int(owner)).flags.contains(.isRetained)
    }

    /// Meets what is kept unless what it was below has ended, and nothing is at its path so far.
    private func meetIfPlaced(_ kept: UnavailableObject) -> Bool {
        let node = node(of: kept)
        guard isWritten(node) || isPlaced(kept, node) else { return false }
        _ = knownNumber(of: kept)
        return true
    }

    private func isPlaced(_ kept: UnavailableObject, _ node: UInt32) -> Bool {
        guard let holder = kept.holder, !holder.isThere, !isSpent(kept) else { return true }
        return isWritten(self.node(of: holder, above: node))
            || isWritten(writer.parent(ofNode: node))
    }

    /// That of what was above a node.
    private func node(of holder: KeptHolder, above node: UInt32) -> UInt32 {
        if let known = holderNodes[holder.record] { return known }
        var above = node
        for _ in 0..<holder.steps { above = writer.parent(ofNode: above) }
        holderNodes[holder.record] = above
        return above
    }

    private func isWritten(_ node: UInt32) -> Bool {
        node != ArchiveRecord.none && writer.owner(of: node) != ArchiveRecord.none
    }
}
