import Logging

/// Writes the reports of restores and saves beside the archive, away from the session's thread: of
/// many objects that takes longer than restoring them.
final class ReportWriter {
    private enum Progress { case idle, writing, refused }

    private let store: any RestorationStore
    private let application: String
    private let logger: Logger
    private let wakeUp: @Sendable () -> Void
    private let thread: DiskThread
    /// Whether a report is being written. Guarded, because the end comes on another thread.
    private let progress = Locked(Progress.idle)
    /// Whether the report of the restore says more than the stored one.
    var hasNews = false
    /// What the report tells of the program; `nil` before the restore.
    var program: ProgramFacts?
    /// What was written of a save; `nil` before the first one.
    private var lastSave: StoredSave?

    /// - Parameter wakeUp: Called on another thread when a report is written and another one was
    ///   refused meanwhile.
    init(
        _ store: any RestorationStore,
        on thread: DiskThread,
        application: String,
        logger: Logger,
        wakeUp: @escaping @Sendable () -> Void
    ) {
        self.store = store
        self.thread = thread
        self.application = application
        self.logger = logger
        self.wakeUp = wakeUp
    }

    /// Begins to write if there is news, unless a report is being written: whoever goes on changing
    /// one that is kept here pays for a copy, and need not for each change.
    ///
    /// A report that cannot be written costs nothing but itself: the program has been given it,
    /// too.
    func write(_ report: RestorationReport) {
        guard hasNews, begin() else { return }
        hasNews = false
        thread.perform { [store, application, logger, progress, wakeUp, program] in
            var stored = StoredReport(report, application: application, program: program)
            stored.program?.program = .current
            do {
                try store.writeReport(stored.encoded())
            } catch {
                let cause = Diagnosis(error)
                logger.warning(
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

    /// Writes what came of a save where it differs from what was written last: a program that saves
    /// every second has mostly nothing new to tell.
    func write(_ outcome: SaveOutcome, at time: Timestamp, isAudited: Bool) {
        let saved = StoredSave(
            outcome,
            at: time,
            application: application,
            isAudited: isAudited
        )
        if let lastSave, lastSave.tellsTheSame(as: saved) { return }
        lastSave = saved
        thread.perform { [store] in
            // The outcome has told it already, and the next save may be luckier.
            guard let bytes = try? saved.encoded() else { return }
            try? store.writeSaveReport(bytes)
        }
    }
}
