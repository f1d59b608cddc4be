import Dispatch
import Logging
import RestorationCore
import RestorationEngine
import RestorationStorage

/// Writes the report of a restore beside the archive, away from the session's thread: of many
/// objects it takes longer than restoring them.
final class ReportWriter {
    private let store: any RestorationStore
    private let application: String
    private let logger: Logger
    private let group = DispatchGroup()

    init(_ store: any RestorationStore, application: String, logger: Logger) {
        self.store = store
        self.application = application
        self.logger = logger
    }

    /// Begins to write. A report that cannot be written costs nothing but itself: the program has
    /// been given it, too.
    func write(_ report: RestorationReport) {
        DispatchQueue.global(qos: .utility).async(group: group) {
            [store, application, logger] in
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
