internal import Logging

/// Objects that come when the restore has returned (REST-37).
extension RestorationSession {
    /// A ticket whose news come to the next ``runPending()``.
    func makeTicket() -> RestorationTicket {
        // The session may be gone when the data arrives.
        RestorationTicket { [weak mailbox] ticket in
            mailbox?.post { $0.arrived.append(ticket) }
        }
    }

    /// Says when the wait for objects ends that a restore leaves.
    func limitWaits() {
        guard let limit = options.arrivalLimit else { return }
        records.limitWaits(to: options.clock.now + limit)
    }

    /// Brings back the objects that have arrived.
    func bringBack(_ tickets: [RestorationTicket]) {
        guard !tickets.isEmpty else { return }
        guard gate.isIdle else {
            // From inside a save or a restore: until that is done.
            postponedArrivals += tickets
            return
        }
        for ticket in tickets { ticket.takeNews() }
        let arrived = Set(tickets.map { ObjectIdentifier($0) })
        restoreLate { $0.arrived(arrived) }
    }

    /// Runs a late restore, if there is something for it.
    ///
    /// - Returns: Why objects that were there do not have the state that has waited for them.
    @discardableResult
    func restoreLate(_ pick: (RecordSet) -> Set<Int>) -> [Diagnosis] {
        // Changes told while owners are asked for their elements do not count.
        gate.phase = .restoring
        defer { resumeArrivals() }
        let rows = pick(records)
        guard gate.phase == .restoring else { return [] }
        guard !rows.isEmpty else {
            gate.phase = .running
            return []
        }
        // A crash of the late object's code counts as one of the restore.
        let isReopened = reopenWindow()
        let outcome = restoration(restoreReason ?? .launch).bringBack(rows)
        // A participant may have ended the session meanwhile.
        if gate.phase == .restoring {
            gate.phase = .running
            take(outcome, of: rows)
        } else {
            records.removeAll()
        }
        if isReopened { endLateRestore() }
        return outcome.notApplied
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

    /// Leaves late arrivals to the next ``runPending()``.
    func resumeArrivals() {
        if !postponedArrivals.isEmpty { events.wakeUp() }
    }

    private func take(_ outcome: Restoration.Outcome, of rows: Set<Int>) {
        reports.add(outcome.notes)
        outdated += outcome.overwritten
        limitWaits()
        records.endLate(rows)
        if reports.update() || !outcome.notes.isEmpty { reports.write() }
    }

    // MARK: Giving up

    /// Ends the waits that take too long.
    func endWaits() {
        guard gate.isIdle, records.hasAwaited else { return }
        let ended = records.endOverdue(at: options.clock.now, because: Self.tookTooLong)
        guard !ended.isEmpty else { return }
        reports.update()
        for (path, reason) in ended {
            options.logger(.restore).info(
                Diagnosis(problem: reason.problem, place: path.description, remedyOf: reason)
            )
        }
        reports.write()
    }

    private static let tookTooLong = Diagnosis(
        problem: "Its data has not arrived in time",
        advice: "",
        outlook: "\(RecordSet.nextLaunch) Raise arrivalLimit if the wait ended too soon."
    )
}
