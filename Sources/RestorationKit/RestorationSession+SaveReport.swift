import Logging
import RestorationCore
import RestorationEngine

extension RestorationSession {
    /// Logs what came of a save, and keeps it for tools.
    func keep(_ outcome: SaveOutcome) {
        log(outcome)
        guard outcome.generation > 0 else { return }
        reportWriter?.write(
            outcome,
            at: options.clock.timeOfDay,
            isAudited: options.auditsSaves
        )
    }

    private func log(_ outcome: SaveOutcome) {
        guard let logger = RequestedLog.details(.save), logger.logLevel <= .info else { return }
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
