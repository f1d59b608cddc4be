import Logging
import RestorationCore
import RestorationEngine
import RestorationStorage
import Synchronization

/// Writes the report of a restore beside the archive, away from the session's thread: of many
/// objects it takes longer than restoring them.
final class ReportWriter {
    private let store: any RestorationStore
    private let application: String
    private let logger: Logger
    private let wakeUp: @Sendable () -> Void
    private let thread: DiskThread
    private let progress = Progress()

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
        thread.perform { [store, application, logger, progress, wakeUp] in
            do {
                let stored = StoredReport(report, application: application)
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

/// Whether a report is being written.
private final class Progress: Sendable {
    private enum Phase { case idle, writing, refused }
    /// Guarded, because the end comes on another thread.
    private let phase = Mutex(Phase.idle)

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
