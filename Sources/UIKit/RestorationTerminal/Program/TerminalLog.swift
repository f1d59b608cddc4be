import Foundation
import Logging
import Synchronization

/// Holds log messages while the terminal shows a program. They go to standard error afterwards.
final class TerminalLog: Sendable {
    private let lines = Mutex<[String]>([])
    /// The maximum number of lines, of which the last ones stay.
    private static let limit = 200
    /// Called on any thread with each warning's first line and remedy.
    private let onWarning: @Sendable (String) -> Void

    init(onWarning: @escaping @Sendable (String) -> Void) { self.onWarning = onWarning }

    func logger(like logger: Logger) -> Logger {
        var own = Logger(label: logger.label) { _ in Handler(log: self) }
        own.logLevel = logger.logLevel
        return own
    }

    func take() -> [String] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }

    private func add(_ event: LogEvent) {
        let message = "\(event.message)"
        let place = event.metadata?["place"].map { " (\($0))" } ?? ""
        // File names may contain control characters.
        let line = "\(event.level): \(message)\(place)".map { character in
            character.unicodeScalars.allSatisfy {
                $0 == "\n" || $0.properties.generalCategory != .control
            } ? character : "\u{FFFD}"
        }
        lines.withLock { $0 = ($0 + [String(line)]).suffix(Self.limit) }
        guard event.level >= .warning else { return }
        let remedy = event.metadata?["fix"].map { ". \($0)" } ?? ""
        onWarning(message.prefix { !$0.isNewline }.trimmingPrefix("error: ") + remedy)
    }

    private struct Handler: LogHandler {
        let log: TerminalLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.warning

        init(log: TerminalLog) { self.log = log }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { log.add(event) }
    }
}
