internal import Logging

/// Logs the outcomes of the restore and of saves, and writes them beside the archive for tools.
/// Another thread writes them, since many objects take longer to report than to restore.
final class SessionReports {
    private enum Progress { case idle, writing, refused }

    private let application: String
    private let program: HostProgram
    private let saved: SavedState
    /// Whether a report is being written. Guarded, since another thread ends it.
    private let progress = Locked(Progress.idle)
    private(set) var report: RestorationReport?
    /// Whether the report is newer than the stored one.
    private var needsWrite = false
    /// The program's facts for the stored report; `nil` before the restore.
    private var facts: ProgramFacts?
    private var lastSave: StoredSave?

    init(of application: String, _ program: HostProgram, beside saved: SavedState) {
        self.application = application
        self.program = program
        self.saved = saved
    }

    private var options: RestorationOptions { program.options }

    /// `nil` if nothing is written.
    private var store: (any RestorationStore)? { options.recordsLaunch ? saved.store : nil }

    // MARK: The restore

    /// Stores, logs and writes the report of a finished restore.
    func add(_ report: RestorationReport) {
        self.report = report
        log(report)
        guard store != nil else { return }
        facts = ProgramFacts(program.classes, options)
        write()
    }

    func add(_ notes: [Diagnosis]) { report?.notes += notes }

    @discardableResult
    func update() -> Bool { report?.update(from: program.records) ?? false }

    /// Begins to write the present report, after any write in progress.
    func write() {
        needsWrite = saved.obstacle == nil
        writeIfNeeded()
    }

    /// Cancels the pending write of the report.
    func cancelPendingWrite() { needsWrite = false }

    /// Begins to write a newer report, unless one is being written: the writer shares the report,
    /// so each change would copy it.
    ///
    /// A failed write is only logged, since the program has the report.
    func writeIfNeeded() {
        guard let report, let store, needsWrite, begin() else { return }
        needsWrite = false
        saved.disk.perform {
            [application, options, progress, facts, wakeUp = program.events.wakeUp] in
            var stored = StoredReport(report, application: application, program: facts)
            stored.program?.program = .current
            do {
                try store.writeReport(stored.encoded())
            } catch {
                options.logger(.restore).warning(Diagnosis(error))
            }
            let isRefused = progress.withLock { progress in
                defer { progress = .idle }
                return progress == .refused
            }
            // Another write was refused meanwhile.
            if isRefused { wakeUp() }
        }
    }

    /// Begins to write a report; `false` if another one is being written.
    private func begin() -> Bool {
        progress.withLock { progress in
            defer { progress = progress == .idle ? .writing : .refused }
            return progress == .idle
        }
    }

    /// Waits for saves in progress, and until the newest report is stored. The store's notes are
    /// only logged, since these saves are not reported.
    func finish() {
        saved.disk.finish()
        writeIfNeeded()
        saved.disk.finish()
        saved.takeNotes()
    }

    private func log(_ report: RestorationReport) {
        guard let logger = RequestedLog.details(.restore, at: .info) else { return }
        logger.info("\(report.headline)")
        guard logger.logLevel <= .debug else { return }
        for entry in report.entries {
            let reason = entry.reason.map { ": \($0.problem)" } ?? ""
            logger.debug("\(entry.outcome.rawValue)\(reason)", metadata: ["place": "\(entry.path)"])
        }
    }

    // MARK: Saves

    /// Logs the outcome of a save, and writes it if it differs from the last one. Most outcomes of
    /// frequent saves do not.
    func add(_ outcome: SaveOutcome) {
        log(outcome)
        guard outcome.generation > 0, let store else { return }
        let save = StoredSave(outcome, of: application, options)
        if let lastSave, lastSave.hasSameFindings(as: save) { return }
        lastSave = save
        saved.disk.perform {
            // The program has the outcome, and the next save tries again.
            guard let bytes = try? save.encoded() else { return }
            try? store.writeSaveReport(bytes)
        }
    }

    private func log(_ outcome: SaveOutcome) {
        guard let logger = RequestedLog.details(.save, at: .info) else { return }
        if let error = outcome.error {
            logger.info("Generation \(outcome.generation) was not saved: \(error.problem)")
        } else {
            logger.info("Saved generation \(outcome.generation): \(outcome.report.headline)")
        }
        for issue in outcome.report.issues { logger.info(issue.diagnosis) }
    }
}
