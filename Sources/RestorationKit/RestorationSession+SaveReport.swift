import Logging
import RestorationCore
import RestorationEngine

extension RestorationSession {
    /// Logs what came of a save, and keeps it for tools where it differs from what was kept last: a
    /// program that saves every second has mostly nothing new to tell.
    func keep(_ outcome: SaveOutcome) {
        log(outcome)
        guard let store, outcome.generation > 0 else { return }
        let saved = StoredSave(outcome, at: options.clock.timeOfDay, application: application)
        if let last = keptSave, last.tellsTheSame(as: saved) { return }
        keptSave = saved
        diskThread.perform {
            // The outcome has told it already, and the next save may be luckier.
            guard let bytes = try? saved.encoded() else { return }
            try? store.writeSaveReport(bytes)
        }
    }

    private func log(_ outcome: SaveOutcome) {
        guard let logger = SessionLog.details(.save), logger.logLevel <= .info else { return }
        let report = outcome.report
        if let error = outcome.error {
            logger.info("Generation \(outcome.generation) was not saved: \(error.problem)")
        } else {
            let count = report.objectCount
            logger.info(
                """
                Saved generation \(outcome.generation): \(count) object\(count == 1 ? "" : "s"), \
                \(report.sizeInBytes) bytes, \(report.issues.count) left out or noted
                """
            )
        }
        for issue in report.issues { logger.info(issue.diagnosis) }
    }
}
