/// Writes the reports of restores and saves beside the archive, away from the session's thread: of
/// many objects that takes longer than restoring them.
final class ReportWriter {
    private enum Progress { case idle, writing, refused }

    private let store: any RestorationStore
    private let application: String
    private let options: RestorationOptions
    private let disk: DiskThread
    private let wakeUp: @Sendable () -> Void
    /// Whether a report is being written. Guarded, because the end comes on another thread.
    private let progress = Locked(Progress.idle)
    /// Whether the report of the restore says more than the stored one.
    var hasNews = false
    /// The program's facts for the report; `nil` before the restore.
    var program: ProgramFacts?
    /// The last save that was written; `nil` before the first one.
    private var lastSave: StoredSave?

    /// - Parameter wakeUp: Called on another thread when a report is written and another one was
    ///   refused meanwhile.
    init(
        _ store: any RestorationStore,
        of application: String,
        _ options: RestorationOptions,
        on disk: DiskThread,
        wakeUp: @escaping @Sendable () -> Void
    ) {
        self.store = store
        self.application = application
        self.options = options
        self.disk = disk
        self.wakeUp = wakeUp
    }

    /// Begins to write if there is news, unless a report is being written: while one is held here,
    /// a change to the session's costs a copy, and need not for each change.
    ///
    /// A report that cannot be written costs nothing but itself: the program has been given it,
    /// too.
    func write(_ report: RestorationReport) {
        guard hasNews, begin() else { return }
        hasNews = false
        disk.perform { [store, application, options, progress, wakeUp, program] in
            var stored = StoredReport(report, application: application, program: program)
            stored.program?.program = .current
            do {
                try store.writeReport(stored.encoded())
            } catch {
                let cause = Diagnosis(error)
                options.logger(.restore).warning(
                    Diagnosis(
                        problem: "The report of the restore was not written: \(cause.problem)",
                        place: cause.place,
                        remedyOf: cause
                    )
                )
            }
            let isRefused = progress.withLock { progress in
                defer { progress = .idle }
                return progress == .refused
            }
            if isRefused { wakeUp() }
        }
    }

    /// Returns whether no report is being written.
    private func begin() -> Bool {
        progress.withLock { progress in
            defer { progress = progress == .idle ? .writing : .refused }
            return progress == .idle
        }
    }

    /// Writes the result of a save where it differs from the last one written: a program that saves
    /// every second has mostly nothing new to tell.
    func write(_ outcome: SaveOutcome) {
        let saved = StoredSave(
            outcome,
            at: options.clock.timeOfDay,
            application: application,
            isAudited: options.auditsSaves
        )
        if let lastSave, lastSave.tellsTheSame(as: saved) { return }
        lastSave = saved
        disk.perform { [store] in
            // The outcome has told it already, and the next save may be luckier.
            guard let bytes = try? saved.encoded() else { return }
            try? store.writeSaveReport(bytes)
        }
    }
}
