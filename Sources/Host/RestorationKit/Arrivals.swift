internal import Logging

/// Restores objects that come when the restore has returned (REST-37), and ends the waits for those
/// that do not come.
final class Arrivals {
    private let program: HostProgram
    private let restoring: Restoring
    private let window: WindowControl
    private let reports: SessionReports
    /// Tells saves whose retained state was given up.
    let findings = CaptureFindings()
    /// Wakes the session's thread, which calls ``bringBack(_:)``.
    private let wakeUp: () -> Void
    /// Tickets of data that arrived while objects were being preserved or restored.
    private var postponed: [RestorationTicket] = []

    init(
        of program: HostProgram,
        _ restoring: Restoring,
        in window: WindowControl,
        _ reports: SessionReports,
        wakeUp: @escaping () -> Void
    ) {
        self.program = program
        self.restoring = restoring
        self.window = window
        self.reports = reports
        self.wakeUp = wakeUp
    }

    private var gate: SessionGate { program.gate }
    private var records: RecordSet { program.records }

    /// Brings back the objects whose data has arrived, now and while there was no time for them.
    func bringBack(_ arrived: [RestorationTicket]) {
        let tickets = postponed + arrived
        postponed = []
        guard !tickets.isEmpty else { return }
        guard gate.isIdle else {
            // From inside a save or a restore: until that is done.
            postponed = tickets
            return
        }
        for ticket in tickets { ticket.takeNews() }
        restore { $0.arrived(tickets) }
    }

    /// Runs a late restore, if there is something for it.
    ///
    /// - Returns: Why objects that were there do not have the state that has waited for them.
    @discardableResult
    func restore(_ pick: (RecordSet) -> Set<Int>) -> [Diagnosis] {
        // Changes told while owners are asked for their elements do not count.
        gate.phase = .restoring
        defer { resume() }
        let rows = pick(records)
        guard gate.phase == .restoring else { return [] }
        guard !rows.isEmpty else {
            gate.phase = .running
            return []
        }
        // A crash of the late object's code counts as one of the restore.
        return window.whileOpen {
            let outcome = restoring.bringBack(rows)
            // A participant may have ended the session meanwhile.
            if gate.phase == .restoring {
                gate.phase = .running
                take(outcome, of: rows)
            } else {
                records.removeAll()
            }
            return outcome.notApplied
        }
    }

    /// Wakes the thread for postponed arrivals, now that there is time for them.
    func resume() {
        if !postponed.isEmpty { wakeUp() }
    }

    private func take(_ outcome: Restoration.Outcome, of rows: Set<Int>) {
        reports.add(outcome.notes)
        findings.add(outcome.overwritten)
        restoring.limitWaits()
        records.endLate(rows)
        if reports.update() || !outcome.notes.isEmpty { reports.write() }
    }

    /// Ends the waits that take too long.
    func endWaits() {
        guard gate.isIdle else { return }
        let options = program.options
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
