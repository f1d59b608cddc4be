internal import Logging

/// Saves the program's state when changes are due, and on request. At most one background save is
/// in progress.
package final class Saving {
    let program: HostProgram
    let saved: SavedState
    let reports: SessionReports
    let restoring: Restoring
    let writer = ArchiveWriter()
    /// The last full capture, durable or not. It has the newest values of objects that fail to
    /// encode.
    var latest: ArchiveImage?
    /// Why state could not be read from the disk during the last capture.
    var fault: StorageError?
    private var schedule: AutosaveSchedule
    /// Whether a warning about changes before the restore is due.
    private var hasEarlyChange = false
    /// Performs the disk work of background saves on another thread.
    package lazy var inBackground: (_ work: @escaping @Sendable () -> Void) -> Void = {
        [saved] in saved.disk.perform($0)
    }
    /// The findings of captures whose outcomes are not reported yet, by generation.
    private var pending: [UInt64: CaptureChanges] = [:]
    /// The newest generation reported as durable.
    private var newestGeneration: UInt64 = 0
    /// Its image; `nil` if this session has not written it.
    private var durableImage: ArchiveImage?
    var onWillSave: ((UInt64) -> Void)?
    /// Called before a save asks any object for its state.
    package var onCapture: (() -> Void)?
    var onSave: ((SaveOutcome) -> Void)?

    init(
        _ program: HostProgram,
        in saved: SavedState,
        _ reports: SessionReports,
        _ restoring: Restoring
    ) {
        self.program = program
        self.saved = saved
        self.reports = reports
        self.restoring = restoring
        schedule = AutosaveSchedule(program.options)
        if let limit = options.recordSizeLimit { writer.sections.sizeLimit = limit }
    }

    private var ledger: CrashLedger? { program.ledger }
    var options: RestorationOptions { program.options }
    var gate: SessionGate { program.gate }
    var records: RecordSet { program.records }

    // MARK: Changes

    var areChangesSaved: Bool { schedule.areChangesSaved }

    func recordChange() {
        switch gate.phase {
        case .created: hasEarlyChange = options.savesAutomatically
        case .running: schedule.recordChange(canSave: saved.obstacle == nil)
        // Changes reported during a restore come from decoding.
        case .restoring, .closed: break
        }
    }

    /// Warns that changes are not saved, if the program has not restored before it waits for events
    /// or ends.
    func warnOfMissingRestore() {
        guard gate.phase == .created, hasEarlyChange else { return }
        hasEarlyChange = false
        let warning = Diagnosis(
            problem: "Changes are not saved, since the session has not restored yet",
            remedy: "Call restore() once when the program's own objects are built."
        )
        options.logger(.save).warning(warning)
        reportNothingCaptured(warning)
    }

    // MARK: Saving

    /// Saves, and returns when the state is durable or the save has failed.
    func preserveNow() throws -> SaveOutcome? {
        guard let capture = try capture() else { return nil }
        let error = capture.commit()
        let told = finish(capture, error)
        return try capture.outcome(after: error, told: told)
    }

    /// Whether a save has captured the state, and its outcome is not reported yet.
    var isSaving: Bool { !pending.isEmpty }

    /// When to wake up; `nil` without changes, or during a save, whose end wakes the program.
    var nextDeadline: ContinuousClock.Instant? { isSaving ? nil : schedule.deadline }

    /// Captures due changes, and writes them in the background.
    func saveIfDue() {
        guard !isSaving, schedule.isDue else { return }
        do {
            _ = try saveInBackground()
        } catch {
            recordFailure(of: 0, error)
            reportNothingCaptured(Diagnosis(error))
        }
    }

    /// Preserves the state as ``RestorationSession/preserve()`` does, for a program without tasks:
    /// ``RestorationSession/onSave`` gets the outcome.
    ///
    /// - Returns: `false` if the delegate declined to be preserved.
    package func saveInBackground() throws -> Bool {
        guard let capture = try capture() else { return false }
        inBackground { [mailbox = program.events.mailbox] in
            let error = capture.commit()
            mailbox.post { $0.saves.append((capture, error)) }
        }
        return true
    }

    /// Captures the present state.
    ///
    /// - Returns: `nil` if the delegate declined to be preserved.
    func capture() throws -> CapturedSave? {
        restoring.endWaits()
        try gate.checkIsIdle()
        if let obstacle = saved.obstacle { throw SessionError.savingUnavailable(obstacle) }
        guard let store = saved.store else { throw SessionError.closed }
        onCapture?()
        schedule.recordCapture()
        let changeNumber = schedule.changeNumber
        guard let captured = try captureAll() else {
            forgetImages()
            try store.setAsideEverything(because: .refused)
            return nil
        }
        var report = captured.report
        var changes = captured.changes
        restoring.outdated += changes.outdated.filter { !restoring.outdated.contains($0) }
        changes.outdated = restoring.outdated
        report.issues += changes.outdated.map { .outdatedRetained($0) }
        report.issues += sizeWarnings(captured)
        // The archive that a save replaces is copied for these reasons.
        let copies: [SetAsideReason] =
            (ledger?.isGivingUp(report) == true ? [.crashed] : [])
            + (records.hasConverted ? [.converted] : [])
        let durable = copies.isEmpty && !isSaving ? durableImage : nil
        let isUnchanged = durable.map { captured.image.hasState(of: $0) } ?? false
        let generation = isUnchanged ? newestGeneration : store.nextGeneration()
        pending[generation] = changes
        if !isUnchanged { onWillSave?(generation) }
        return CapturedSave(
            store: store,
            generation: generation,
            isUnchanged: isUnchanged,
            image: captured.image,
            report: report,
            copies: copies,
            changeNumber: changeNumber,
            fault: fault
        )
    }

    func forgetPending() { pending = [:] }

    /// Forgets the saved images, so that the next save writes everything.
    func forgetImages() {
        latest = nil
        durableImage = nil
    }

    // MARK: Outcomes

    /// Reports the outcome of a save, and schedules another one if it failed.
    ///
    /// - Returns: The outcome; `nil` if it is not reported.
    @discardableResult
    func finish(_ capture: CapturedSave, _ error: StorageError?) -> SaveOutcome? {
        // A closed session has forgotten its saves, and a superseded one needs no report, since a
        // later state is on the disk.
        guard let changes = pending.removeValue(forKey: capture.generation),
            capture.generation > newestGeneration || capture.isUnchanged
        else { return nil }
        if case .superseded = error { return nil }
        var report = capture.report
        // An earlier save may have reported the same meanwhile.
        report.issues.removeAll {
            guard case .outdatedRetained(let path) = $0 else { return false }
            return !restoring.outdated.contains(path)
        }
        if let error {
            recordFailure(of: capture.generation, error)
        } else {
            recordSuccess(capture, changes)
        }
        let outcome = SaveOutcome(
            generation: capture.generation,
            report: report,
            error: error?.diagnosis,
            notes: saved.takeNotes(),
            cause: error
        )
        reports.add(outcome)
        onSave?(outcome)
        return outcome
    }

    func reportNothingCaptured(_ reason: Diagnosis) {
        onSave?(SaveOutcome(generation: 0, report: .none, error: reason))
    }

    private func recordFailure(of generation: UInt64, _ error: any Error) {
        ledger?.recordFailedSave(generation, error)
        durableImage = nil
        schedule.recordFailure()
    }

    private func recordSuccess(_ capture: CapturedSave, _ changes: CaptureChanges) {
        newestGeneration = capture.generation
        durableImage = capture.image
        schedule.recordSaved(upTo: capture.changeNumber)
        records.apply(changes, isNewest: !isSaving)
        restoring.outdated.removeAll(where: changes.outdated.contains)
        ledger?.recordSaved(capture.generation, givingUp: capture.copies.contains(.crashed))
        if capture.copies.contains(.converted) { records.hasConverted = false }
        records.recorder?.launchDidSucceed()
    }
}
