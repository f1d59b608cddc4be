import Logging
import RestorationCore

/// Where a session writes what it does: to the program's logger, and where `RESTORATION_LOG` asks
/// for it.
struct SessionLog: Sendable {
    let plugin: Logger
    let restore: Logger
    let save: Logger
    let crash: Logger

    init(_ program: Logger) {
        plugin = Self.logger(.plugin, program)
        restore = Self.logger(.restore, program)
        save = Self.logger(.save, program)
        crash = Self.logger(.crash, program)
    }

    /// Where lines go that nobody reads who does not ask for them: calls, saves, refusals. `nil`
    /// where nobody does.
    static func details(_ category: LogCategory) -> Logger? {
        requested(category).map { handler in
            Logger(label: "RestorationKit", factory: { _ in handler })
        }
    }

    private static func logger(_ category: LogCategory, _ program: Logger) -> Logger {
        guard var handler = requested(category) else { return program }
        handler.program = program
        return Logger(label: program.label) { [handler] _ in handler }
    }

    private static func requested(_ category: LogCategory) -> RequestedLog? {
        guard let (request, destination) = LogDestination.requested,
            let detail = request.details[category]
        else { return nil }
        return RequestedLog(
            category: category,
            least: Logger.Level(detail),
            destination: destination
        )
    }
}

/// Passes lines to the program's logger, as far as that wants them, and writes those that are asked
/// for.
private struct RequestedLog: LogHandler {
    let category: LogCategory
    /// The least grave of the lines that are asked for.
    let least: Logger.Level
    let destination: LogDestination
    /// `nil` for lines that the program does not get.
    var program: Logger?

    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level {
        get { program.map { min(least, $0.logLevel) } ?? least }
        set {}
    }

    init(category: LogCategory, least: Logger.Level, destination: LogDestination) {
        self.category = category
        self.least = least
        self.destination = destination
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

extension Logger.Level {
    fileprivate init(_ detail: LogDetail) {
        self =
            switch detail {
            case .debug: .debug
            case .info: .info
            case .warning: .warning
            case .error: .error
            }
    }
}
