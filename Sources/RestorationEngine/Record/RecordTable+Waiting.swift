package import RestorationCore

/// Waiting for objects after the restore, and giving it up.
extension RecordTable {
    /// When to look for waits that end by themselves; `nil` if none does. It may be before the
    /// first of them, which came in time.
    package var nextDeadline: ContinuousClock.Instant? { hasAwaited ? earliestDeadline : nil }

    /// Lets waits end that have no end yet.
    ///
    /// - Parameter late: The late restore that has left them; `nil` for the restore itself.
    package func limitWaits(to deadline: ContinuousClock.Instant, of late: LateRestore?) {
        guard hasAwaited else { return }
        let left = late?.records.compactMap { self[$0].retained?.awaited } ?? awaited
        for object in left where object.deadline == nil {
            object.deadline = deadline
            earliestDeadline = earliestDeadline.map { min($0, deadline) } ?? deadline
        }
    }

    /// Takes note of the time, and returns whose wait has ended. O(1) as long as nobody's has.
    package func overdue(at now: ContinuousClock.Instant) -> [AwaitedObject] {
        guard let deadline = nextDeadline, deadline <= now else { return [] }
        let limited = awaited.filter { $0.deadline != nil }
        earliestDeadline = limited.lazy.compactMap(\.deadline).filter { $0 > now }.min()
        return limited.filter { $0.deadline! <= now }
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
        let looked = tickets.map { awaited(by: $0) } ?? awaited
        guard let archive, !looked.isEmpty else { return [] }
        let occupants = LiveNodes(
            archive: archive,
            roots: roots,
            registry: registry,
            absent: absent
        )
        if tickets == nil { occupants.lookEverywhere(for: Set(looked.map(\.kept.identifier))) }
        let check = PlaceCheck(self, occupants, registry)
        return looked.compactMap { awaited in
            check.closing(of: awaited).map { (awaited, $0) }
        }
    }

    /// Takes note of data that has come for objects which something has to come before: they wait
    /// for that now.
    package func noteArrived(_ tickets: Set<ObjectIdentifier>) {
        for awaited in awaited(by: tickets) where isAboveAwaited(awaited, tickets) {
            awaited.hasArrived = true
            setReason(Attaching.aboveAwaited, of: awaited.number)
        }
    }

    /// Whether an object waits for a member below it in its stack, which does not come now.
    private func isAboveAwaited(
        _ object: AwaitedObject,
        _ tickets: Set<ObjectIdentifier>
    ) -> Bool {
        guard let below = place(of: object.number)?.list.gap?.kept, below.isAwaited,
            blocker(of: object.number) === below
        else { return false }
        let waiting = below.home.flatMap { self[$0].retained?.awaited }
        return !(waiting.map { tickets.contains(ObjectIdentifier($0.ticket)) } ?? false)
    }

    /// Why an object is not waited for any longer whose time is over.
    package func overdueReason(_ awaited: AwaitedObject, _ own: Diagnosis) -> Diagnosis {
        awaited.hasArrived ? Self.inVain : own
    }

    private static let inVain = Diagnosis(
        problem: "The object that it depends on was not restored",
        advice: "",
        outlook: nextLaunch
    )

    /// Gives up waiting for some objects, and for those that cannot come without them. Their state
    /// is kept, or given up as that of any other.
    package func endWait(for ended: [(awaited: AwaitedObject, reason: Diagnosis)]) {
        var reasons: [UInt32: Diagnosis] = [:]
        for (object, reason) in ended { reasons[object.node] = reason }
        for (object, _) in ended { stopWaiting(for: object) }
        let hopeless = awaited.filter { !isHopeful($0.number) }
        for object in hopeless { stopWaiting(for: object) }
        var known: [UInt32: Diagnosis] = [:]
        for case let deferred as Deferred in retained where deferred.isOfAbsentObject {
            guard let home = deferred.kept.home, !isHopeful(home) else { continue }
            deferred.kept.reason = reason(for: deferred.kept, reasons, &known)
            // What has hope has it from others that have, so that the order makes no difference.
            set(.unavailable(Retained(deferred.kept, for: deferred.object)), of: home)
        }
        for object in ended.map(\.awaited) + hopeless { object.ticket.cancel() }
        endLateRestores()
        giveUpUnawaited()
    }

    private func stopWaiting(for object: AwaitedObject) {
        guard let deferred = self[object.number].retained as? Deferred else { return }
        let following = Deferred(deferred.kept, .following, for: deferred.object)
        set(.deferred(following), of: object.number, isNews: false)
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
    func giveUpUnawaited() {
        guard !keepsUnavailable else { return }
        // Whoever shows what stood for it does not save that either.
        for retained in retained where !retained.kept.isAwaited {
            guard let home = retained.kept.home, case .unavailable = self[home] else { continue }
            retained.kept.references = []
            let reason = asItIs(retained.kept.reason)
            // It was there when it was left out of a stack, and may be there still.
            set(.ended(Explanation(outcome(isThere: false), reason)), of: home)
        }
        absent.removeAll { !$0.kept.isAwaited }
    }

    package static let nextLaunch =
        "Its state is retained, and its restoration class is asked again at the next launch."

    /// Keeps what came and was taken by nobody as before, or gives it up as any other.
    ///
    /// What came and was taken has its state, or what is retained for it, in the table already.
    package func endLateRestore(_ late: Restoration.Outcome) {
        for kept in late.arrived {
            guard kept.arrived == nil else {
                // Whoever holds what stood for it must not keep alive what it referred to.
                kept.references = []
                continue
            }
            guard let home = kept.home else { continue }
            // What has decoded before may hold what stands for it, be the object above it there or
            // not.
            kept.reason = late.failures[ObjectIdentifier(kept)] ?? Self.nobody
            set(.unavailable(Retained(kept)), of: home)
        }
        endLateRestores()
        giveUpUnawaited()
    }

    /// The state of an object that is there is retained, or given up.
    func withhold(
        _ kept: @autoclosure () throws -> UnavailableObject,
        _ number: Int,
        from object: any Restorable,
        of owner: (any RestorableElementOwner)?,
        because reason: Diagnosis,
        isOfOtherType: Bool = false
    ) rethrows {
        guard keepsUnavailable else {
            return set(.created(Explanation(.created, asItIs(reason))), of: number)
        }
        let kept = try kept()
        kept.reason = reason
        let withheld = Withheld(kept, for: object, of: owner, isOfOtherType: isOfOtherType)
        set(.withheld(withheld), of: number)
    }

    /// Whether an object or its state may still come.
    func isDeferred(_ number: Int) -> Bool { self[number].retained is Deferred }

    private func setReason(_ reason: Diagnosis, of number: Int) {
        self[number].retained?.kept.reason = reason
        set(self[number], of: number)
    }

    /// Lets go of what only late restores need.
    private func endLateRestores() {
        guard !hasAwaited, !hasAny(.busy), !retained.contains(where: \.isOfElement) else { return }
        arrangements.removeAll { _ in true }
        lateObjects = nil
        // Between late restores it is kept: what comes next mostly lies beside what came last.
        archive?.releaseWindow()
    }

    private static let nobody = Diagnosis(
        problem: "It arrived, but nothing references it",
        advice: "Put it where it belongs when didRestoreAwaited(_:) tells of it",
        outlook: "; its state is retained."
    )
}
