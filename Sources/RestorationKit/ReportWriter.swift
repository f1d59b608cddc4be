import Dispatch
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
    private let group = DispatchGroup()
    /// Reports are written one after the other, so that the newest is the last.
    private let queue = DispatchQueue(label: "restoration.report", qos: .utility)
    private let newest = NewestReport()

    init(_ store: any RestorationStore, application: String, logger: Logger) {
        self.store = store
        self.application = application
        self.logger = logger
    }

    /// Begins to write. A report that cannot be written costs nothing but itself: the program has
    /// been given it, too.
    func write(_ report: RestorationReport) {
        guard newest.replace(by: report) else { return }
        queue.async(group: group) { [store, application, logger, newest] in
            guard let report = newest.take() else { return }
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
        }
    }

    /// Waits until the report is written.
    func finish() { group.wait() }
}

/// The report that is to be written next: one that comes before it is begun takes its place.
private final class NewestReport: Sendable {
    /// Guarded, because it is written on another thread.
    private let report = Mutex<RestorationReport?>(nil)

    /// Returns whether none was waiting.
    func replace(by report: RestorationReport) -> Bool {
        self.report.withLock { waiting in
            defer { waiting = report }
            return waiting == nil
        }
    }

    func take() -> RestorationReport? {
        report.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
    }
}
