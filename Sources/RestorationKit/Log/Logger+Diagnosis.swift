import Logging

extension Logger {
    /// Logs a diagnosis: what happened as the message, where and what to do as its metadata.
    func warning(_ diagnosis: Diagnosis) { log(diagnosis, level: .warning) }

    /// For what is as it should be, and may be of interest.
    func info(_ diagnosis: Diagnosis) { log(diagnosis, level: .info) }

    private func log(_ diagnosis: Diagnosis, level: Level) {
        let place: Logger.Metadata = diagnosis.place.map { ["place": "\($0)"] } ?? [:]
        log(
            level: level,
            "\(diagnosis.problem)",
            metadata: place.merging(["fix": "\(diagnosis.remedy)"]) { $1 }
        )
    }
}
