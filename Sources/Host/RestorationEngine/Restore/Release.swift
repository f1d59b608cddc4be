import RestorationCore

/// Ends a restore: releases the objects, and retains the records of those that are then
/// deallocated.
extension Restoration {
    func release() {
        recordShownChildren()
        let rows = order.filter { has(.isBound, $0) && set.hasBinding($0) }
        held = []
        live.forget()
        values.release()
        clearBarePlaces()
        let gone = rows.filter { !set.isLive($0) }
        if !gone.isEmpty { retainUnheld(gone) }
        set.takeBuilt(below: isLaunch ? nil : Set(order))
        set.source?.archive.releaseWindow()
        // The index is large, and most programs need it only at launch.
        if isLaunch { set.releasePlaceIndex() }
        set.recordReport()
    }

    /// Retains the records of objects that only the restore held. If another object held it, its
    /// record ends at the next save, as for any object that the program has dropped.
    ///
    /// O(records and their references) if there are such objects.
    private func retainUnheld(_ gone: [Int]) {
        var reached: Set<Int> = []
        // The program's own and living objects hold their contents and the targets of their
        // references.
        var waiting = order.filter { set.isLive($0) }
        waiting.append(RecordSet.application)
        while let row = waiting.popLast() {
            guard reached.insert(row).inserted else { continue }
            // A failed object has decoded nothing.
            var targets = set.rows[row].fate == .bound ? values.references(of: row) : []
            if let contents = values.contents(of: row) {
                let debt = set.details(row)?.debt
                let owed = Set(debt?.owed ?? [])
                targets += contents.children.map(\.row).filter { !owed.contains($0) }
                if contents.presented != debt?.presented, let presented = contents.presented {
                    targets.append(presented)
                }
            }
            waiting += targets.filter { !reached.contains($0) && !has(.isFailed, $0) }
        }
        let awaited = awaitedTargets()
        for row in gone {
            let hasFailed = set.rows[row].fate == .retained || has(.isFailed, row)
            let own = hasFailed ? set.details(row)?.reason : nil
            let reason = own ?? reasonOfParent(row)
            set.endWait(of: row)
            if reason == nil, reached.contains(row) { continue }
            retain(row, reason ?? unreferenced(row), isAwaited: awaited.contains(row))
        }
        retainElements(of: gone)
    }

    private func unreferenced(_ row: Int) -> Diagnosis {
        let owed = set.parentOfRecord(row).flatMap { set.details($0)?.debt?.rows } ?? []
        return owed.contains(row) ? Self.isDisplaced : Self.notReferenced
    }

    /// Under the preset `uikit`, the rows reachable from state that waits for its object.
    private func awaitedTargets() -> Set<Int> {
        guard !set.keepsUnavailable else { return [] }
        var reached: Set<Int> = []
        var waiting = set.retained.filter { set.details($0)?.wait != nil }
        while let row = waiting.popFirst() {
            let targets = set.details(row)?.values?.targets ?? values.references(of: row)
            waiting.formUnion(targets.filter { reached.insert($0).inserted })
        }
        return reached
    }

    /// The reason for an object whose parent could not be restored.
    private func reasonOfParent(_ row: Int) -> Diagnosis? {
        guard let parent = set.parentOfRecord(row) else { return nil }
        let isRetained = set.rows[parent].fate == .retained
        let reason = givenUp[parent] ?? (isRetained ? set.details(parent)?.reason : nil)
        return reason.map { Self.parentUnavailable($0) }
    }

    /// Marks places as bare again if their objects were deallocated after the restore.
    private func clearBarePlaces() {
        for row in order where has(.isMetBare, row) && !set.isLive(row) {
            set.setFate(.ended, of: row, outcome: nil)
            set.rows[row].flags.insert(.isBare)
        }
    }

    /// Retains the elements that these owners had not loaded.
    private func retainElements(of owners: [Int]) {
        let owners = Set(owners.filter { set.rows[$0].fate != .bound })
        for row in set.retained
        where owners.contains(set.rows[row].place.parent) && set.isNotLoaded(row) {
            set.endWait(of: row)
            let reason = set.details(set.rows[row].place.parent)?.reason
            retain(row, Self.parentUnavailable(reason ?? Self.notReferenced))
        }
    }

    private static let isDisplaced = Diagnosis(
        problem: "Restored, but its place shows another object",
        advice: "No action is needed: it comes back when the place is free",
        outlook: ", and its state is retained until then."
    )

    private static let notReferenced = Diagnosis(
        problem: "Restored, but nothing references it",
        advice: "Keep a reference to it in its parent: a container, a presenter, or the object that"
            + " decodes a reference to it.",
        outlook: " Its state is retained."
    )
}

extension Diagnosis {
    private static let givenUp = "Its state is given up; the preset granular retains it."

    /// The reason for state that is given up: adds that the state is gone.
    var ofGivenUp: Diagnosis {
        let isWhole = advice.isEmpty || advice.hasSuffix(".")
        return Diagnosis(
            problem: problem,
            excerpt: excerpt,
            place: place,
            advice: isWhole ? advice : "\(advice).",
            outlook: advice.isEmpty ? Self.givenUp : " \(Self.givenUp)"
        )
    }
}
