import Logging
import RestorationCore
import RestorationEngine
import RestorationStorage

/// Writes the reports of restores and saves beside the archive, away from the session's thread: of
/// many objects that takes longer than restoring them.
final class ReportWriter {
    private let store: any RestorationStore
    private let application: String
    private let logger: Logger
    private let wakeUp: @Sendable () -> Void
    private let thread: DiskThread
    private let progress = Progress()
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

    /// Begins to write, unless a report is being written: whoever goes on changing one that is kept
    /// here pays for a copy, and need not for each change.
    ///
    /// A report that cannot be written costs nothing but itself: the program has been given it,
    /// too.
    ///
    /// - Returns: Whether it did.
    func write(_ report: RestorationReport) -> Bool {
        guard progress.begin() else { return false }
        thread.perform { [store, application, logger, progress, wakeUp, program] in
            do {
                let stored = StoredReport(
                    report,
                    application: application,
                    program: program?.withProgram(.current)
                )
                try store.writeReport(stored.encoded())
            } catch {
                let cause = Diagnosis(error)
                logger.warning(
                    Diagnosis(
                        problem: "The report of the restore was not written: \(cause.problem)",
                        place: cause.place,
                        remedy: cause.remedy
                    )
                )
            }
            if progress.end() { wakeUp() }
        }
        return true
    }
}

extension ReportWriter {
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

/// Whether a report is being written.
private final class Progress: Sendable {
    private enum Phase { case idle, writing, refused }
    /// Guarded, because the end comes on another thread.
    private let phase = Locked(Phase.idle)

    /// Returns whether nothing was being written.
    func begin() -> Bool {
        phase.withLock { phase in
            defer { phase = phase == .idle ? .writing : .refused }
            return phase == .idle
        }
    }

    /// Returns whether something was refused meanwhile.
    func end() -> Bool {
        phase.withLock { phase in
            defer { phase = .idle }
            return phase == .refused
        }
    }
}
