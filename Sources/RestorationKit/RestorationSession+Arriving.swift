internal import Logging
internal import RestorationCore
internal import RestorationEngine

/// Objects that come when the restore has returned (REST-37).
extension RestorationSession {
    /// Says when the wait for objects ends.
    func setDeadlines() {
        guard let limit = options.arrivalLimit else { return }
        let deadline = options.clock.now + limit
        for object in leftovers.awaited where object.deadline == nil { object.deadline = deadline }
    }

    /// Brings back what has arrived, if its place is still free.
    func bringBack(_ tickets: [RestorationTicket]) {
        guard !tickets.isEmpty else { return }
        guard phase == .running, !isCapturing else {
            // From inside a save or a restore: until that is done.
            postponedArrivals += tickets
            return
        }
        for ticket in tickets { ticket.takeNews() }
        let arrived = Set(tickets.map { ObjectIdentifier($0) })
        for held in leftovers.heldBack {
            guard let ticket = held.ticket, arrived.contains(ObjectIdentifier(ticket)),
                let object = held.object
            else { continue }
            applyAwaitedState(to: object)
        }
        endWait(for: leftovers.closedPlaces(of: arrived, registry: registry, roots: roots))
        guard phase == .running, let plan = ArrivalPlan(arrived, from: &leftovers) else { return }
        restore(plan)
    }

    private func restore(_ plan: ArrivalPlan) {
        phase = .restoring
        // A crash of the late object's code counts as one of the restore.
        let isReopened = reopenWindow()
        let late = restoration(of: plan.archive, restoreReason ?? .launch).run(plan)
        for object in late.givenUp { object.ticket.cancel() }
        // What takes part may have ended the session meanwhile.
        if phase == .restoring {
            phase = .running
            take(late, of: plan)
        } else {
            late.leftovers.cancelAllTickets()
        }
        if isReopened { endLateRestore() }
        resumeArrivals()
    }

    /// Returns whether it was closed.
    func reopenWindow() -> Bool {
        guard restorationWindow.reopen() else { return false }
        recorder?.restorationWindowDidOpen()
        return true
    }

    func endLateRestore() {
        restorationWindow.endRestoring()
        settle()
    }

    /// Has what arrived meanwhile looked at by the next ``runPending()``.
    func resumeArrivals() {
        if !postponedArrivals.isEmpty { descriptor.signal() }
    }

    private func take(_ late: Restoration.Outcome, of plan: ArrivalPlan) {
        report?.update(with: late.report)
        report?.notes += late.report.notes
        for (node, reason) in leftovers.add(late, of: plan) {
            report?.update(node, .retained, reason)
        }
        setDeadlines()
        writeReport()
    }

    // MARK: Giving up

    /// Gives up waiting for what takes too long or has lost its place.
    func endWaits(lookingAtPlaces: Bool = false) {
        guard phase == .running, !isCapturing, !leftovers.awaited.isEmpty else { return }
        let now = options.clock.now
        let late = leftovers.awaited.filter { $0.deadline.map { $0 <= now } ?? false }
        endWait(for: late.map { ($0, Self.tookTooLong) })
        guard phase == .running, mayHaveTakenPlaces || lookingAtPlaces else { return }
        mayHaveTakenPlaces = false
        endWait(for: leftovers.closedPlaces(registry: registry, roots: roots))
    }

    private func endWait(for ended: [(awaited: AwaitedObject, reason: Diagnosis)]) {
        guard !ended.isEmpty else { return }
        for (node, reason) in leftovers.endWait(for: ended) {
            report?.update(node, isStrict ? .missing : .retained, reason)
        }
        if isStrict { leftovers.giveUpUnawaited() }
        for (object, reason) in ended {
            options.logger.info(
                Diagnosis(
                    problem: reason.problem,
                    place: object.kept.path.description,
                    remedy: reason.remedy
                )
            )
        }
        writeReport()
    }

    private static let tookTooLong = Diagnosis(
        problem: "Its data has not arrived in time",
        remedy: "\(Leftovers.nextLaunch) Raise arrivalLimit if that was too soon."
    )

    /// Has the report stored as it is now.
    func writeReport() {
        if savingObstacle == nil, let report { reportWriter?.write(report) }
    }
}
