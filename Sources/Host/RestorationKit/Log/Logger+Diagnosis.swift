import Logging

extension Logger {
    /// Logs a diagnosis: the problem as the message, the place and remedy as metadata.
    func warning(_ diagnosis: Diagnosis) { log(diagnosis, level: .warning) }

    func warning(_ problem: String, remedy: String) {
        warning(Diagnosis(problem: problem, remedy: remedy))
    }

    /// For normal events that may be of interest.
    func info(_ diagnosis: Diagnosis) { log(diagnosis, level: .info) }

    func log(_ level: Level, _ text: String, plugin: String, at place: String) {
        log(level: level, "\(text)", metadata: ["plugin": "\(plugin)", "place": "\(place)"])
    }

    private func log(_ diagnosis: Diagnosis, level: Level) {
        let place: Logger.Metadata = diagnosis.place.map { ["place": "\($0)"] } ?? [:]
        log(
            level: level,
            "\(diagnosis.problem)",
            metadata: place.merging(["fix": "\(diagnosis.remedy)"]) { $1 }
        )
    }
}
