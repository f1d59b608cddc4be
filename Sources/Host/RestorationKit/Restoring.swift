internal import Logging

/// Restores the saved state at launch, later the records that arrive (REST-37), and ends overdue
/// waits. Plans all records before any participant's code runs.
final class Restoring {
    private let program: HostProgram
    private let saved: SavedState
    private let reports: SessionReports
    /// Why everything is retained and nothing restored; `nil` in programs.
    var retainsEverything: Diagnosis?
    private(set) var reason: RestorationReason?
    private(set) var savedState: PreservationInfo?
    private var planned: PlannedRecords?
    private var postponed: [RestorationTicket] = []
    /// Objects whose retained state was given up, since they have changed, until a durable save has
    /// reported them.
    var outdated: [RestorationPath] = []

    init(_ program: HostProgram, from saved: SavedState, _ reports: SessionReports) {
        self.program = program
        self.saved = saved
        self.reports = reports
    }

    private var gate: SessionGate { program.gate }
    private var ledger: CrashLedger? { program.ledger }
    private var options: RestorationOptions { program.options }
    private var records: RecordSet { program.records }

    // MARK: At launch

    /// Restores everything.
    ///
    /// - Returns: The report, even without a store.
    func restore(_ wanted: RestorationReason) throws -> RestorationReport {
        reason = wanted
        guard let store = saved.store else { return RestorationReport(reason: wanted) }
        var opened = try saved.open()
        saved.opening = nil
        if wanted != .pristine, let because = saved.reasonToSetAside(opened, after: ledger?.last) {
            opened.giveUp(try store.setAsideEverything(because: because))
        }
        // While the state cannot be read, the ledger's record of the last launch stays.
        let ledger = opened.obstacle == nil ? self.ledger : nil
        let isRecovery = wanted != .pristine && ledger?.last.endedInWindow == true
        let reason = isRecovery ? .recovery : wanted
        self.reason = reason
        // The plan precedes all participants' code.
        let archive = reason == .pristine ? nil : opened.reader
        let decision = ledger?.decision(restoring: archive, generation: opened.generation)
        var moved: [PathAlias] = []
        if let archive {
            moved = records.load(archive, moving: saved.aliases)
            planned = plan(records, decision)
        }
        let beginning = ledger?.begin(decision) ?? []
        var report = RestorationReport(reason: reason)
        if let archive {
            let outcome = launch(archive)
            guard gate.phase == .restoring else { throw gate.closedError }
            if outcome.wasWanted {
                report = RestorationReport(reason: reason, of: records, planned: planned)
            } else {
                // Declined state is not offered again, but stays in the set-aside files.
                try store.setAsideEverything(because: .refused)
            }
            report.notes = outcome.notes
            report.generation = opened.generation
        } else if reason == .pristine, opened.obstacle == nil {
            // Without the key, nothing is touched.
            let files = try store.setAsideEverything(because: .discarded)
            report.notes = files.map { $0.diagnosis(replacedBy: nil) }
        }
        report.notes =
            options.ignoredVariables + opened.losses + moved.map(\.note) + saved.takeNotes()
            + beginning + report.notes + program.classes.sideEffects
        for loss in opened.losses { options.logger(.restore).warning(loss) }
        saved.obstacle = opened.obstacle
        reports.add(report)
        return report
    }

    private func launch(_ archive: ArchiveReader) -> Restoration.Outcome {
        archive.silencesFailedCoders = options.isStrict
        savedState = archive.info
        let outcome = restoration().launch()
        // A participant may have closed the session.
        if gate.phase == .closed { records.removeAll() }
        limitWaits()
        return outcome
    }

    private func restoration() -> Restoration {
        Restoration(
            of: records,
            older: { [saved] in saved.olderArchives },
            classes: program.classes,
            delegate: program.delegate,
            makeTicket: { [mailbox = program.events.mailbox] in
                // The session may be deallocated when the data arrives.
                RestorationTicket { [weak mailbox] ticket in
                    mailbox?.post { $0.arrived.append(ticket) }
                }
            },
            planned: planned,
            reason: reason ?? .launch
        )
    }

    // MARK: Later

    /// Restores the objects whose data has arrived, with the postponed ones.
    func restoreLate(_ arrived: [RestorationTicket]) {
        let tickets = postponed + arrived
        guard !tickets.isEmpty else { return }
        guard gate.isIdle else { return postponed = tickets }
        postponed = []
        for ticket in tickets { ticket.acknowledge() }
        restore { $0.arrived(tickets) }
    }

    /// Wakes the session's thread for tickets that were postponed during a save or restore.
    func resume() { if !postponed.isEmpty { program.events.wakeUp() } }

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
        return program.whileWindowIsOpen {
            let outcome = restoration().restoreLate(rows)
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

    private func take(_ outcome: Restoration.Outcome) {
        reports.add(outcome.notes)
        outdated += outcome.overwritten
        limitWaits()
        if reports.update() || !outcome.notes.isEmpty { reports.write() }
    }

    private func limitWaits() {
        records.limitWaits(to: options.arrivalLimit.map { options.clock.now + $0 })
    }

    func endWaits() {
        guard gate.isIdle else { return }
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

    // MARK: Planning

    func plan() throws -> RestorationPlan {
        guard saved.store != nil else {
            return RestorationPlan(.skip, because: saved.obstacle, notes: [])
        }
        let opened = try saved.open()
        if let obstacle = opened.obstacle {
            return RestorationPlan(.retain, because: obstacle, notes: [])
        }
        guard let archive = opened.reader else { return .empty(notes: opened.losses) }
        if let reason = saved.reasonToSetAside(opened, after: ledger?.last) {
            return RestorationPlan(settingAsideBecause: reason, notes: opened.losses)
        }
        let decision = ledger?.decision(restoring: archive, generation: opened.generation)
        let set = RecordSet()
        let moved = set.load(archive, moving: saved.aliases)
        var notes = opened.losses + moved.map(\.note) + (decision?.notes ?? [])
        if let reason = decision?.refusals[0]?.reason { notes.append(reason) }
        return RestorationPlan(
            of: set,
            opened.generation,
            plan(set, decision),
            objection: decision?.objection,
            notes: notes
        )
    }

    func planAgain() { planned = plan(records, nil) }

    private func plan(_ set: RecordSet, _ decision: CrashDecision?) -> PlannedRecords {
        PlannedRecords(
            of: set,
            classes: program.classes.facts,
            refusals: decision?.refusals ?? [:],
            objection: retainsEverything ?? decision?.objection,
            keepsUnavailable: !options.isStrict
        )
    }
}
