package import RestorationCore

/// Waiting for objects after the restore, and giving it up.
extension Leftovers {
    /// When to look for waits that end by themselves; `nil` if none does. It may be before the
    /// first of them, which came in time.
    package var nextDeadline: ContinuousClock.Instant? { awaited.isEmpty ? nil : earliestDeadline }

    /// Lets waits end that have no end yet.
    package mutating func limitWaits(to deadline: ContinuousClock.Instant) {
        for object in awaited where object.deadline == nil { object.deadline = deadline }
        earliestDeadline = awaited.lazy.compactMap(\.deadline).min()
    }

    /// Takes note of the time, and returns whose wait has ended. O(1) as long as nobody's has.
    package mutating func overdue(at now: ContinuousClock.Instant) -> [AwaitedObject] {
        guard let deadline = nextDeadline, deadline <= now else { return [] }
        let limited = awaited.filter { $0.deadline != nil }
        earliestDeadline = limited.lazy.compactMap(\.deadline).filter { $0 > now }.min()
        return limited.filter { $0.deadline! <= now }
    }

    /// The objects that are there and that some tickets were for.
    package func objects(of tickets: [RestorationTicket]) -> [any Restorable] {
        tickets.flatMap { ticket in heldBack[.of(ticket)].compactMap(\.object) }
    }

    /// Why the places of awaited objects are not theirs any more: what the person or the program
    /// did meanwhile counts.
    ///
    /// Of all it costs O(objects known + children of what they come into). Of some it costs the
    /// children of what these come into, and takes no notice of what nobody lists among them: for
    /// that, all have to be looked at when the session has got to know of objects.
    ///
    /// - Parameter tickets: Of those to look at; `nil` for all.
    package func closedPlaces(
        of tickets: Set<ObjectIdentifier>? = nil,
        registry: ObjectRegistry,
        roots: [RestorationRoot]
    ) -> [(awaited: AwaitedObject, reason: Diagnosis)] {
        let looked = tickets.map { awaited(by: $0) } ?? Array(awaited)
        guard let archive, !looked.isEmpty else { return [] }
        var occupants = PathOccupants(
            archive,
            registry: registry,
            roots: roots,
            absent: absent
        )
        if tickets == nil { occupants.lookEverywhere(for: looked) }
        let check = PlaceCheck(self, occupants, registry: registry, roots: roots)
        return looked.compactMap { awaited in
            check.closing(of: awaited).map { (awaited, $0) }
        }
    }

    /// Takes note of data that has come for objects which something has to come before.
    ///
    /// - Returns: What they wait for now.
    package mutating func noteArrived(_ tickets: Set<ObjectIdentifier>) -> [Change] {
        awaited(by: tickets).filter { isAboveAwaited($0, tickets) }.map { awaited in
            awaited.hasArrived = true
            awaited.kept.reason = Restoration.aboveAwaited
            return Change(node: awaited.node, outcome: .awaited, reason: awaited.kept.reason)
        }
    }

    /// Whether an object waits for a member below it in its stack, which does not come now.
    private func isAboveAwaited(
        _ object: AwaitedObject,
        _ tickets: Set<ObjectIdentifier>
    ) -> Bool {
        guard let below = place(of: object.number)?.list.gap?.kept, below.isAwaited,
            blocker(of: object.kept) === below
        else { return false }
        return !awaited[.of(below)].contains { tickets.contains(ObjectIdentifier($0.ticket)) }
    }

    /// Why an object is not waited for any longer whose time is over.
    package func overdueReason(_ awaited: AwaitedObject, _ own: Diagnosis) -> Diagnosis {
        awaited.hasArrived ? Self.inVain : own
    }

    private static let inVain = Diagnosis(
        problem: "What it was to come with does not come",
        advice: "",
        outlook: nextLaunch
    )

    /// Gives up waiting for some objects, and for those that cannot come without them. Their state
    /// is kept, or given up as that of any other.
    ///
    /// - Returns: The records that are awaited no more, each with what became of it.
    package mutating func endWait(
        for ended: [(awaited: AwaitedObject, reason: Diagnosis)]
    ) -> [Change] {
        var reasons: [UInt32: Diagnosis] = [:]
        for (object, reason) in ended { reasons[object.node] = reason }
        for (object, _) in ended { awaited.removeAll(of: .of(object.kept)) }
        let hopeless = awaited.filter { !isHopeful($0.kept) }
        for object in hopeless { awaited.removeAll(of: .of(object.kept)) }
        var changes: [Change] = []
        var known: [UInt32: Diagnosis] = [:]
        for kept in unavailable where kept.isAwaited && !isHopeful(kept) {
            let reason = reason(for: kept, reasons, &known)
            kept.reason = reason
            if let home = kept.home, let archive {
                changes.append(change(archive.records[home].path, reason))
            }
            // What has hope has it from others that have, so that the order makes no difference.
            kept.isAwaited = false
        }
        changes += failGroups(of: unavailable.filter { !$0.isAwaited })
        for object in ended.map(\.awaited) + hopeless { object.ticket.cancel() }
        if awaited.isEmpty { endLateRestores() }
        giveUpUnawaited()
        return changes
    }

    /// Why an object is not waited for any longer: for its own sake, or that of one above it. Of
    /// what lies in a stack above such, only that it does not come.
    ///
    /// - Parameters:
    ///   - reasons: By the nodes of those that are not waited for any longer.
    ///   - known: What was found for others, by their nodes, so that deep chains are not climbed
    ///     once more for each.
    private func reason(
        for kept: UnavailableObject,
        _ reasons: [UInt32: Diagnosis],
        _ known: inout [UInt32: Diagnosis]
    ) -> Diagnosis {
        guard let archive, let own = kept.homeNode else { return Self.inVain }
        if let reason = reasons[own] { return reason }
        var found = Self.inVain
        var climbed = [own]
        var node = archive.paths[Int(own)].parent
        while node != ArchiveRecord.none {
            if let reason = known[node] {
                found = reason
                break
            }
            if let reason = reasons[node] {
                let problem = "\(Self.inVain.problem): \(reason.problem)"
                let outlook = reason.outlook == nil ? Self.inVain : reason
                found = Diagnosis(problem: problem, remedyOf: outlook)
                break
            }
            climbed.append(node)
            node = archive.paths[Int(node)].parent
        }
        for node in climbed { known[node] = found }
        return found
    }

    /// Lets go of what cannot be restored and is awaited no more, where nothing of that is kept.
    private mutating func giveUpUnawaited() {
        guard !keepsUnavailable else { return }
        // Whoever shows what stood for it does not save that either.
        for kept in unavailable where !kept.isAwaited {
            kept.isSpent = true
            kept.references = []
            // It was there when it was left out of a stack, and may be there still.
            heldBack.removeAll(of: .of(kept))
        }
        unavailable.removeAll { !$0.isAwaited }
        absent.removeAll { $0.role != .element && !$0.kept.isAwaited }
    }

    package static let nextLaunch =
        "Its state is kept, and its restoration class is asked again at the next launch."

    /// Takes in what a late restore leaves. What came and was taken by nobody is kept as before, or
    /// given up as any other.
    ///
    /// - Returns: What became of others: objects that came and that nobody took, and those whose
    ///   group has failed.
    package mutating func add(
        _ late: Restoration.Outcome,
        of plan: ArrivalPlan
    ) -> [Change] {
        unavailable.append(contentsOf: late.leftovers.unavailable)
        heldBack.append(contentsOf: late.leftovers.heldBack)
        passedOver.append(contentsOf: late.leftovers.passedOver)
        carried += late.leftovers.carried
        absent.append(contentsOf: late.leftovers.absent)
        awaited.append(contentsOf: late.leftovers.awaited)
        arrangements.append(contentsOf: late.leftovers.arrangements)
        let deadlines = [earliestDeadline, late.leftovers.earliestDeadline]
        earliestDeadline = deadlines.compactMap(\.self).min()
        if awaited.isEmpty { endLateRestores() }
        var changes = failGroups(of: late.failed)
        for kept in late.arrived {
            guard kept.arrived == nil else {
                kept.isSpent = true
                kept.references = []
                continue
            }
            // What has decoded before may hold what stands for it, be the object above it there or
            // not.
            kept.isAwaited = false
            kept.reason = late.failures[ObjectIdentifier(kept)] ?? Self.nobody
            unavailable.append(kept)
            changes.append(change(plan.archive.records[kept.home!].path, kept.reason))
        }
        giveUpUnawaited()
        return changes
    }

    /// Lets those fail who wait for something of their group that does not come.
    mutating func failGroups(
        of failed: [UnavailableObject]
    ) -> [Change] {
        var changes: [Change] = []
        for kept in failed {
            guard let group = kept.group else { continue }
            let together = kept.reason.ofGroup(at: kept.path)
            for other in group.records {
                other.group = nil
                other.groupFailure = together
                guard other !== kept, let held = heldBack[.of(other)].last, held.isAwaited else {
                    continue
                }
                heldBack.removeAll(of: .of(other))
                held.ticket?.cancel()
                guard let object = held.object else { continue }
                holdBack(object, other, of: held.owner)
                guard let node = other.homeNode else { continue }
                let reason = together.notApplied(at: other.path)
                changes.append(change(node, reason, isThere: true))
            }
        }
        return changes
    }

    /// Lets go of what only late restores need.
    private mutating func endLateRestores() {
        arrangements.removeAll { _ in true }
        lateObjects = nil
        // Between late restores it is kept: what comes next mostly lies beside what came last.
        archive?.releaseWindow()
    }

    private static let nobody = Diagnosis(
        problem: "It arrived, and nobody took it",
        advice: "Put it where it belongs when didRestoreAwaited(_:) tells of it",
        outlook: "; its state is kept."
    )
}
