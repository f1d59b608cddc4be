package import RestorationCore

/// Records that wait for an event of this launch, and the program's calls about them.
extension RecordSet {
    /// Whether a record's object is expected in this launch: its class, or that of an object above
    /// it, said "not yet".
    func isAwaited(_ row: Int) -> Bool {
        var next = row
        while next > 0, rows[next].fate == .retained, !isLive(next) {
            if let wait = details(next)?.wait { return wait.ticket != nil }
            guard rows[next].outcome == .awaited, let parent = parentOfRecord(next) else {
                return false
            }
            next = parent
        }
        return false
    }

    /// The records that have arrived, or whose objects can take their state, with all below them.
    ///
    /// - Parameter tickets: The tickets that have arrived.
    package func arrived(_ tickets: [RestorationTicket]) -> Set<Int> {
        var found: Set<Int> = []
        var arrived: Set<Int> = []
        for ticket in tickets {
            guard let row = ticket.row, details(row)?.wait?.ticket === ticket else { continue }
            if isLive(row) {
                found.formUnion(waiting(for: row))
            } else if !isBelowUnavailable(row) {
                arrived.insert(row)
            }
        }
        return found.union(arrived).union(retained(below: arrived))
    }

    /// The records of unavailable objects of plugins, with all below them.
    ///
    /// O(retained records and those above them).
    package func absent(ofPlugins isMeant: (String) -> Bool) -> Set<Int> {
        let absent = retained.filter { row in
            isVacant(row) && details(row)?.wait == nil && details(row)?.isDetached != true
                && kinds[rows[row].kind].plugin.map(isMeant) ?? false
        }
        return absent.union(retained(below: absent))
    }

    /// The retained records without an object below some rows. O(retained records * depth).
    private func retained(below tops: Set<Int>) -> [Int] {
        guard tops.contains(where: { rows[$0].flags.contains(.isParent) }) else { return [] }
        return retained.filter { row in
            isVacant(row) && rowsAbove(row).contains(where: tops.contains)
        }
    }

    /// Whether a record has no object, and had none that the program has dropped.
    private func isVacant(_ row: Int) -> Bool {
        !isLive(row)
            && (!hasBinding(row) || rows[row].flags.contains(.isHeldByParent)
                || details(row)?.standIn != nil)
    }

    /// The state that waits for an object, and for its elements if they are loaded.
    package func waiting(for object: any Restorable) -> Set<Int> {
        row(of: object).map { waiting(for: $0) } ?? []
    }

    private func waiting(for row: Int) -> Set<Int> {
        guard !retained.isEmpty else { return [] }
        var found: Set<Int> = []
        if hasDeferredState(row) {
            found.insert(row)
            found.formUnion(retained(below: [row]))
        }
        // The getters need no step, since the running program has asked for this.
        if let owner = object(row) as? any RestorableElementOwner,
            let elements = owner.restorationElements
        {
            releaseReplaced(by: elements, below: row)
            let loaded = retained.filter { rows[$0].place.parent == row && isNotLoaded($0) }
            found.formUnion(loaded)
            takeBuilt(below: [row], except: loaded, withFingerprint: false)
            found.formUnion(elements.compactMap { self.row(of: $0) }.filter(hasDeferredState))
        }
        return found
    }

    /// Unbinds retained records from elements that their owner has replaced by new objects of the
    /// same name.
    func releaseReplaced(by elements: [any Restorable], below owner: Int) {
        guard !retained.isEmpty else { return }
        let listed = Set(elements.map { ObjectIdentifier($0) })
        for element in elements where row(of: element) == nil {
            guard let name = identifier(of: element) else { continue }
            for row in candidates(name, below: owner) where rows[row].fate == .retained {
                if let former = object(row), rows[row].flags.contains(.isElement),
                    !listed.contains(ObjectIdentifier(former))
                {
                    removeObject(of: row)
                    rows[row].flags.insert(.isHeldByParent)
                    let details = details(row)
                    details?.isOfOtherType = false
                    details?.isInvalidated = false
                    details?.changed = nil
                    details?.fingerprint = nil
                }
            }
        }
    }

    /// Whether a record waits for an element that its owner has not loaded.
    func isNotLoaded(_ row: Int) -> Bool {
        rows[row].flags.contains(.isElement)
            && details(row)?.wait.map { $0.ticket == nil } == true && !isLive(row)
    }

    private func hasDeferredState(_ row: Int) -> Bool {
        rows[row].fate == .retained && isLive(row) && details(row)?.wait != nil
    }

    package func hasDeferredState(_ object: any Restorable) -> Bool {
        row(of: object).map { hasDeferredState($0) } ?? false
    }

    // MARK: Giving up

    /// Ends the overdue waits, and returns their paths and reasons.
    package func endOverdue(
        at now: ContinuousClock.Instant,
        because reason: Diagnosis
    ) -> [(path: RestorationPath, reason: Diagnosis)] {
        guard let next = nextDeadline, next <= now else { return [] }
        defer { findNextDeadline() }
        let overdue = retained.filter { row in
            !isLive(row) && details(row)?.wait?.ticket != nil
                && details(row)?.wait?.deadline.map { $0 <= now } ?? false
        }.sorted()
        let below = retained(below: Set(overdue))
        var ended: [(path: RestorationPath, reason: Diagnosis)] = []
        for row in overdue {
            let reason = isBelowUnavailable(row) ? Self.inVain : reason
            endAwaiting(row, reason)
            if let path = path(of: row) { ended.append((path, reason)) }
        }
        for row in below where rows[row].outcome == .awaited { endAwaiting(row) }
        return ended
    }

    /// Whether the object of an ancestor has to come first.
    private func isBelowUnavailable(_ row: Int) -> Bool {
        parentOfRecord(row).map { rows[$0].fate == .retained && !isLive($0) } ?? false
    }

    /// Retains a record that is no longer awaited, or gives it up.
    func endAwaiting(_ row: Int, _ reason: Diagnosis = inVain) {
        endWait(of: row)
        if keepsUnavailable {
            setFate(.retained, of: row, outcome: .retained, because: reason)
        } else {
            setFate(.ended, of: row, outcome: .missing, because: reason.ofGivenUp)
        }
    }

    private static let inVain = Diagnosis(
        problem: "The object that it depends on was not restored",
        advice: "",
        outlook: nextLaunch
    )

    package static let nextLaunch =
        "Its state is retained, and its restoration class is asked again at the next launch."

    // MARK: The program's calls

    /// Notes that the program has changed an object. If its state is retained, the next save
    /// compares it with its fingerprint.
    package func invalidate(_ object: any Restorable) {
        guard !retained.isEmpty, object.asStandIn == nil else { return }
        takeRetained(object, withFingerprint: false)
        var row = row(meeting: object)
        if details(row)?.isOfOtherType == true, rows[row].fate == .retained {
            row = part(object, from: row)
        }
        let record = rows[row]
        if record.fate == .retained || record.flags.contains(.isNew) {
            makeDetails(row).isInvalidated = true
            if record.fate == .retained { makeDetails(row).changed = object }
        }
    }

    func isInvalidated(_ object: any Restorable) -> Bool {
        row(of: object).flatMap { details($0) }?.isInvalidated == true
    }

    /// Gives an object of another type than the saved one a new record beside the retained one,
    /// which keeps its place.
    ///
    /// - Returns: The row of the new record.
    private func part(_ object: any Restorable, from row: Int) -> Int {
        removeObject(of: row)
        rows[row].flags.insert(.isHeldByParent)
        details(row)?.isOfOtherType = false
        let record = rows[row]
        let kind = record.flags.contains(.isNamed) ? record.kind : 0
        let new = addRow(
            record.place,
            kind: kind,
            flags: record.flags.intersection([.isNamed, .isRegistered, .isElement])
                .union(.isNew),
            fate: .bound
        )
        setObject(object, of: new)
        moveChildren(of: row, to: new) { self.isLive($0) }
        if record.place.parent > 0, self.object(record.place.parent) is any RestorableContainer {
            owe(row, after: new, to: record.place.parent)
        }
        return new
    }

    package func failure(of object: any Restorable) -> Diagnosis? {
        if let standIn = object.asStandIn { return standIn.reason }
        if let failure = (object as? any RestorationFailureObserving)?.failure { return failure }
        guard let row = row(of: object), rows[row].fate == .retained else { return nil }
        return details(row)?.reason
    }

    /// Whether saves still write a stand-in's record.
    package func isRetained(_ standIn: UnavailableObject) -> Bool {
        standIn.row(in: self).map { rows[$0].fate == .retained } ?? false
    }

    /// Stand-ins of the selected retained records and all below them, parents first. O(retained
    /// records).
    package func retained(where isMeant: (UnavailableObject) -> Bool) -> [UnavailableObject] {
        let all = retained.sorted().filter { row in
            row > 0 && details(row)?.values != nil && details(row)?.isDetached != true
        }
        let meant = Set(all.filter { isMeant(standIn(for: $0)) })
        return all.filter { isBelow($0, meant) }.map { standIn(for: $0) }
    }

    package func retained(for object: any Restorable) -> [UnavailableObject] {
        row(of: object).map { row in retained { $0.row(in: self) == row } } ?? []
    }

    /// Ends retained records for good. An existing object without its state is saved with its
    /// present state from then on.
    package func giveUp(_ given: [any Restorable]) {
        for row in given.compactMap({ self.row(of: $0) }) where rows[row].fate == .retained {
            if !isLive(row) {
                setFate(.ended, of: row, outcome: .skipped, because: Self.givenUpByProgram)
            } else {
                setFate(.bound, of: row, outcome: .restored)
            }
        }
    }

    private static let givenUpByProgram = Diagnosis(
        problem: "The program has given up the state that was retained for the object",
        remedy: "No action is needed if that was intended; only the previous"
            + " generation has its state."
    )

    package func noteRemovedRoot(_ root: any Restorable) {
        guard let row = row(of: root) else { return }
        rows[row].flags.remove(.isRoot)
        special.removedRoots.insert(row)
    }

    /// An object's unread keys, sorted.
    package func keysNotAskedFor(by object: any Restorable) -> [String] {
        (row(of: object).flatMap { details($0)?.unread } ?? []).map(\.field.key).sorted()
    }
}
