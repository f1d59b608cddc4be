package import RestorationCore

/// The findings of a capture, applied when its generation is durable.
///
/// A capture that is not written, fails, or is superseded has no effect. Rows whose records have
/// changed since are skipped.
package struct CaptureChanges {
    /// By number in the image.
    package var rows: [Int] = []
    /// Retained records whose parent's object began or ceased to refer to their stand-ins.
    var shown: [(row: Int, isShown: Bool)] = []
    /// The children of containers to which some are owed.
    var children: [(row: Int, all: [Debt.Child])] = []
    /// Owed members of stacks that end with the member that they followed.
    var cut: Set<Int> = []
    var presented: [Int] = []
    /// Containers that have selected another child than the owed selection.
    var deselected: [Int] = []
    /// Records of deallocated objects to which retained records refer, with their last values.
    var left: [Int: StoredValues] = [:]
    /// Retained records whose objects have changed, and are bound from now on.
    var overwritten: [Int] = []
    /// Unread keys under which objects have stored values.
    var replaced: [(row: Int, keys: Set<String>)] = []
    /// Retained records that end, and whether their owners have loaded all elements without them.
    var ended: [(row: Int, isLackedByOwner: Bool)] = []
    /// Reported paths whose retained state is given up, since the object has changed.
    package var outdated: [RestorationPath] = []
}

extension Capture {
    /// Finds the retained records that end: nothing leads to them, and they are not in limbo.
    ///
    /// - Parameter hasAllObjects: Whether the capture has met every object of the program.
    func findEnded(_ hasAllObjects: Bool) {
        let unmet = set.retained.filter { set.rows[$0].capture != set.captureNumber }
        if !unmet.isEmpty, hasAllObjects {
            let limbo = set.limbo(among: unmet)
            for row in unmet.sorted() where !limbo.contains(row) {
                let isLacked = isLackedByOwner(row)
                changes.ended.append((row, isLacked))
                guard set.details(row)?.wait == nil || !set.isLive(row),
                    let path = set.path(of: row)
                else { continue }
                if !set.rows[row].flags.contains(.isElement) {
                    issues.append(.retainedClosed(path))
                } else if isLacked, set.rows[row].outcome != .missing {
                    issues.append(.elementNotLoaded(path))
                }
            }
        }
        for row in set.retained {
            let wasShown = set.details(row)?.isShownByParent ?? false
            if let isShown = isShownByParent(row), isShown != wasShown {
                changes.shown.append((row, isShown))
            }
        }
        changes.outdated = changes.overwritten.compactMap { set.path(of: $0) }
    }
}

extension RecordSet {
    /// Records in limbo: nothing refers to them, but the program still has their object, their
    /// stand-in, or one above them. So a cut and a paste lose nothing. O(rows).
    fileprivate func limbo(among unmet: Set<Int>) -> Set<Int> {
        func isThere(_ row: Int) -> Bool {
            rows[row].capture != captureNumber
                && (isLive(row) || details(row)?.standIn != nil)
        }
        let below = Dictionary(grouping: unmet) { parentOfRecord($0) }
        var limbo: Set<Int> = []
        var waiting = rows.indices.filter(isThere)
        while let row = waiting.popLast() {
            guard limbo.insert(row).inserted else { continue }
            let targets = details(row).map { details in
                details.unreadTargets + (details.debt?.rows ?? []) + (details.values?.targets ?? [])
            }
            waiting += (targets ?? []).filter(unmet.contains) + (below[row] ?? [])
        }
        return limbo
    }
}

extension RecordDetails {
    var unreadTargets: [Int] { unread.flatMap { $0.references.compactMap(\.self) } }
}

// MARK: - Applying

extension RecordSet {
    /// Applies the findings of a durable generation.
    ///
    /// - Parameter isNewest: Whether no later capture was made. It may have reopened records that
    ///   this one found closed.
    package func apply(_ changes: CaptureChanges, isNewest: Bool) {
        for (row, values) in changes.left where rows[row].fate == .bound && !isLive(row) {
            makeDetails(row).values = values
            let isElement = rows[row].flags.contains(.isElement)
            setFate(
                .retained,
                of: row,
                outcome: isElement ? .awaited : .retained,
                because: isElement ? Restoration.notLoaded : Self.wasDeallocated
            )
            if isElement { setWait(Wait(), of: row) }
        }
        for row in changes.rows {
            rows[row].flags.remove(.isNew)
            if rows[row].flags.contains(.isHeldByParent), isLive(row) {
                rows[row].flags.remove(.isHeldByParent)
            }
        }
        for (row, keys) in changes.replaced {
            details(row)?.unread.removeAll { keys.contains($0.field.key) }
        }
        for row in changes.overwritten where rows[row].fate == .retained {
            setFate(.bound, of: row, outcome: nil)
        }
        for (row, children) in changes.children { details(row)?.debt?.children = children }
        for row in changes.deselected { details(row)?.debt?.selected = nil }
        for row in changes.presented { details(row)?.debt?.presented = nil }
        for row in changes.cut { rows[row].flags.remove(.isHeldByParent) }
        for row in retained { details(row)?.changed = nil }
        for (row, isShown) in changes.shown where rows[row].fate == .retained {
            makeDetails(row).isShownByParent = isShown
            // A parent that has closed the record no longer holds it.
            if !isShown { rows[row].flags.remove(.isHeldByParent) }
        }
        guard isNewest else { return }
        for (row, isLacked) in changes.ended where rows[row].fate == .retained {
            setFate(
                .ended,
                of: row,
                outcome: isLacked ? .missing : .skipped,
                because: isLacked ? Self.notOwned : Self.closed
            )
        }
        sweep()
    }

    private func sweep() {
        guard hasGrown else { return }
        let referred = referredRows()
        removeUnused { row in
            isLive(row) || rows[row].fate == .retained
                || rows[row].number >= 0 || referred.contains(row)
                || details(row)?.standIn != nil
        }
    }

    /// The rows to which others refer by number. O(records with details + their archives).
    private func referredRows() -> Set<Int> {
        var found: Set<Int> = []
        var sources: Set<ObjectIdentifier> = []
        for row in rowsWithDetails {
            guard let details = details(row) else { continue }
            found.formUnion(details.unreadTargets)
            if let debt = details.debt { found.formUnion(debt.rows + debt.children.map(\.row)) }
            if let source = details.values?.source,
                sources.insert(ObjectIdentifier(source)).inserted
            {
                found.formUnion(source.rows)
            }
        }
        return found
    }

    private static let wasDeallocated = Diagnosis(
        problem: "The object has been deallocated, and state that is retained refers to it",
        remedy: "No action is needed: it comes back with the objects that refer to it."
    )

    static let closed = Diagnosis(
        problem: "The object's place was closed, or its stand-in",
        remedy: "No action is needed if that was intended; only the previous"
            + " generation has its state."
    )

    static let notOwned = Diagnosis(
        problem: "Its owner has loaded its elements, and does not have it",
        remedy: "No action is needed if the owner has removed the element: the next save gives"
            + " its state up. While elements are still to come, return true from the owner's"
            + " awaitsElements."
    )
}
