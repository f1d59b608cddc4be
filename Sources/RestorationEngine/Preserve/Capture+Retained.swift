import RestorationCore

/// What is kept for objects that are not there, and what those were below.
///
/// Their records are written, referred to or not, but for those that were closed. If what they
/// were below when the restore returned has ended, they are written only if something else is at
/// the path of that, or refers to them. Nothing is forgotten for that: a later save may have them
/// again.
extension Capture {
    /// Writes the record that is retained for what is encoding, with what that holds and presents
    /// by now where it was given back what it held.
    func writeBack(_ kept: UnavailableObject, for object: any Restorable) {
        let traits = traits.traits(of: object)
        let contents = retained.contents(of: kept)
        if contents == .former || traits.isDisjoint(with: [.container, .presenter]) {
            retainedWriting.write(kept, at: encoding)
            if traits.contains(.elementOwner) {
                noteUnasked { try asking(.contents) { meetElements(of: object) } }
            }
        } else {
            var held: RecordContents?
            noteUnasked { held = try asking(.contents) { meetContents(of: object, traits) } }
            retainedWriting.write(kept, at: encoding, held)
            if contents.areAddedTo {
                // What there is no place for any more.
                for reference in kept.references {
                    _ = retainedWriting.number(of: reference.object)
                }
            }
        }
        facts?.leftOut.append(object)
        // One that has given up what it held holds nothing that could be missed.
        guard !retained.isAwaited(for: object),
            (object as? any RestorationFailureObserving)?.failure == nil
        else { return }
        noteKeptInstead(object)
    }

    /// Tells why an object that state is retained for may not be asked for what it has.
    private func noteUnasked(_ ask: () throws -> Void) {
        do {
            try ask()
        } catch {
            let path = writer.path(of: writer.node(ofRecord: encoding))
            noteNotEncoded(path, error, retainsEarlierState: true)
        }
    }

    private func noteKeptInstead(_ object: any Restorable) {
        let path = writer.path(of: writer.node(ofRecord: encoding))
        issues.append(.retainedInstead(path, type: TypeName.inMessages(object)))
    }

    /// Whether an object has changed since it said that it cannot take its state yet: then what it
    /// holds is saved. Where it fails to encode, its state is kept.
    func hasChanged(_ object: any Restorable, from kept: UnavailableObject) -> Bool {
        guard let known = retained.fingerprint(ofInvalidated: object) else { return false }
        do {
            let isSame = try asking(.encode) { try Fingerprint(of: object).isSame(as: known) }
            if !isSame { retained.noteOverwritten(kept, by: object) }
            return !isSame
        } catch {
            let path = writer.path(of: writer.node(ofRecord: encoding))
            noteNotEncoded(path, error, retainsEarlierState: true)
            return false
        }
    }

    /// O(records kept), and a look at each of which what it was below has ended, once for each step
    /// by which only retained records refer to each other.
    func meetRetained() {
        var told: Set<UInt32> = []
        reportSuperseded(&told)
        let closed = ClosedRecords(of: self)
        var holderNodes: [Int: UInt32] = [:]
        var waiting = retained.unavailable.filter { kept in
            !closed.contains(kept) && !meetIfPlaced(kept, &holderNodes)
        }.map { ($0, paths.node(of: $0)) }
        encodeQueue()
        waiting.sort { $0.1 < $1.1 }
        var hasMet = true
        while hasMet, !waiting.isEmpty {
            let count = waiting.count
            waiting.removeAll { kept, _ in meetIfPlaced(kept, &holderNodes) }
            hasMet = waiting.count < count
            encodeQueue()
        }
        meetRecordsOfUnmet(closed, &holderNodes)
        end(closed)
        for (kept, node) in waiting where told.insert(node).inserted {
            facts?.unwritten.append(kept)
            if !retained.isAwaited(kept) { issues.append(.retainedWithoutParent(kept.path)) }
        }
    }

    /// Meets what is kept for objects that live, and that nothing which is saved leads to: as if
    /// they had ended, which is only a matter of time.
    private func meetRecordsOfUnmet(
        _ closed: ClosedRecords,
        _ holderNodes: inout [Int: UInt32]
    ) {
        let unmet = retained.ofObjects.filter { object, kept in
            sections.number(of: object) == nil && !isSecret(object) && !closed.contains(kept)
        }
        for (_, kept) in unmet { _ = meetIfPlaced(kept, &holderNodes) }
        encodeQueue()
    }

    /// Closed records end, but for those that something has led to which is saved.
    private func end(_ closed: ClosedRecords) {
        for (kept, object) in closed.records {
            guard sections.number(of: object ?? kept) == nil, sections.number(of: kept) == nil
            else { continue }
            facts?.superseded.append(kept)
            issues.append(.retainedClosed(kept.path))
            retained.noteClosed(kept, of: object)
        }
    }

    private func reportSuperseded(_ told: inout Set<UInt32>) {
        for kept in retained.unavailable where isSuperseded(kept) && !retained.wasNotLoaded(kept) {
            facts?.superseded.append(kept)
            retained.noteSuperseded(kept)
            guard told.insert(paths.node(of: kept)).inserted else { continue }
            issues.append(.supersededRetained(kept.path))
        }
    }

    /// Whether a new object is at the path of a retained record. One that fails to encode is not,
    /// where it is written as it was before.
    private func isSuperseded(_ kept: UnavailableObject) -> Bool {
        guard !retained.isSpent(kept) else { return false }
        let owner = writer.owner(of: paths.node(of: kept))
        guard owner != ArchiveRecord.none, !isOwn(owner, kept) else { return false }
        return !(writer.object(ofRecord: Int(owner)) is UnavailableObject)
            && !writer.record(Int(owner)).flags.contains(.isRetained)
    }

    /// Meets what is kept unless what it was below has ended, and nothing is at its path so far.
    ///
    /// - Parameter holderNodes: By the records of what kept ones were below: its nodes.
    private func meetIfPlaced(
        _ kept: UnavailableObject,
        _ holderNodes: inout [Int: UInt32]
    ) -> Bool {
        let node = paths.node(of: kept)
        guard isWritten(node) || isPlaced(kept, node, &holderNodes) else { return false }
        _ = knownNumber(of: kept)
        return true
    }

    private func isPlaced(
        _ kept: UnavailableObject,
        _ node: UInt32,
        _ holderNodes: inout [Int: UInt32]
    ) -> Bool {
        guard let holder = kept.holder, holder.object == nil, !retained.isSpent(kept) else {
            return true
        }
        let known = holderNodes[holder.record]
        let above =
            known
            ?? (0..<holder.steps).reduce(node) { node, _ in
                writer.parent(ofNode: node)
            }
        holderNodes[holder.record] = above
        return isWritten(above) || isWritten(writer.parent(ofNode: node))
    }

    private func isWritten(_ node: UInt32) -> Bool {
        node != ArchiveRecord.none && writer.owner(of: node) != ArchiveRecord.none
    }
}
