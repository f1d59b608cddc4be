internal import Logging

/// Restores objects that arrive after the restore (REST-37), and ends overdue waits.
final class Arrivals {
    private let program: HostProgram
    private let restoring: Restoring
    private let window: WindowControl
    private let reports: SessionReports
    let findings = CaptureFindings()
    private let wakeUp: () -> Void
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

    /// Restores the objects whose data has arrived, with the postponed ones.
    func restoreLate(_ arrived: [RestorationTicket]) {
        let tickets = postponed + arrived
        postponed = []
        guard !tickets.isEmpty else { return }
        guard gate.isIdle else {
            // Postponed until the present save or restore is done.
            postponed = tickets
            return
        }
        for ticket in tickets { ticket.acknowledge() }
        restore { $0.arrived(tickets) }
    }

    /// Runs a late restore, if any rows need one.
    ///
    /// - Returns: Why existing objects did not get their state.
    @discardableResult
    func restore(_ pick: (RecordSet) -> Set<Int>) -> [Diagnosis] {
        // Changes reported while owners list their elements are ignored.
        gate.phase = .restoring
        defer { resume() }
        let rows = pick(records)
        guard gate.phase == .restoring else { return [] }
        guard !rows.isEmpty else {
            gate.phase = .running
            return []
        }
        // A crash of a late object counts as a crash of the restore.
        return window.whileOpen {
            let outcome = restoring.restoreLate(rows)
            // A participant may have closed the session.
            if gate.phase == .restoring {
                gate.phase = .running
                take(outcome)
            } else {
                records.removeAll()
            }
            return outcome.notApplied
        }
    }

    func resume() {
        if !postponed.isEmpty { wakeUp() }
    }

    private func take(_ outcome: Restoration.Outcome) {
        reports.add(outcome.notes)
        findings.add(outcome.overwritten)
        restoring.limitWaits()
        if reports.update() || !outcome.notes.isEmpty { reports.write() }
    }

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
        problem: "Its data did not arrive in time",
        advice: "",
        outlook: "\(RecordSet.nextLaunch) Raise arrivalLimit if the wait ended too soon."
    )
}
