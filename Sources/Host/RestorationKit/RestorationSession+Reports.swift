import Logging

extension RestorationSession {
    /// Has the report stored as it is now, as soon as the one before is.
    func writeReport() {
        reportWriter?.hasNews = saving.obstacle == nil
        storeNewReport()
    }

    func storeNewReport() {
        if let report { reportWriter?.write(report) }
    }

    /// Waits until saves that are on their way have ended and the newest report is stored. The
    /// store's notes on them go into the log alone: nobody is told of these saves.
    func finishDiskWork() {
        saving.disk.finish()
        storeNewReport()
        saving.disk.finish()
        takeStoreNotes()
    }

    /// The store's notes, which go into the log as well.
    @discardableResult
    func takeStoreNotes() -> [Diagnosis] {
        let notes = store?.takeNotes() ?? []
        notes.forEach { options.logger(.save).warning($0) }
        return notes
    }

    /// Logs the outcome of a save, and keeps it for tools.
    func keep(_ outcome: SaveOutcome) {
        log(outcome)
        if outcome.generation > 0 { reportWriter?.write(outcome) }
    }

    private func log(_ outcome: SaveOutcome) {
        guard let logger = RequestedLog.details(.save, at: .info) else { return }
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
