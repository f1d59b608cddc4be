import Logging

extension RestorationOptions {
    /// A logger for a category that writes to the program's logger, and to the destination of
    /// `RESTORATION_LOG`.
    func logger(_ category: LogCategory) -> Logger {
        guard let requested = RequestedLog(category, program: logger) else { return logger }
        return Logger(label: logger.label) { _ in requested }
    }
}

/// Passes lines to the program's logger at its level, and writes the requested ones.
struct RequestedLog: LogHandler {
    private let category: LogCategory
    private let least: Logger.Level
    private let destination: LogDestination
    /// `nil` for lines that the program does not get.
    private let program: Logger?

    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level {
        get { program.map { min(least, $0.logLevel) } ?? least }
        set {}
    }

    /// - Returns: `nil` if the category was not requested.
    init?(_ category: LogCategory, program: Logger?) {
        guard let (request, destination) = LogDestination.requested,
            let least = request.levels[category]
        else { return nil }
        self.category = category
        self.least = least
        self.destination = destination
        self.program = program
    }

    /// A logger for lines written only on request, such as calls, saves and refusals; `nil` if the
    /// level was not requested.
    static func details(_ category: LogCategory, at level: Logger.Level) -> Logger? {
        guard let handler = RequestedLog(category, program: nil), handler.least <= level else {
            return nil
        }
        return Logger(label: "RestorationKit") { _ in handler }
    }

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        if let program, event.level >= program.logLevel {
            program.log(level: event.level, event.message, metadata: event.metadata)
        }
        guard event.level >= least else { return }
        let subject = ["plugin", "place"].compactMap { event.metadata?[$0].map { "\($0)" } }
        let about = subject.isEmpty ? "" : " \(subject.joined(separator: " ")):"
        let remedy = event.metadata?["fix"].map { " fix: \($0)" } ?? ""
        destination.write(
            "\(LogDestination.now()) \(category.rawValue) \(event.level)\(about) \(event.message)"
                + remedy
        )
    }
}
