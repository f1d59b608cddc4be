import Foundation
import Logging
import Synchronization

/// What is logged while the terminal shows a program, where nobody could read it: it is written to
/// standard error when the terminal is given back.
final class TerminalLog: Sendable {
    private let lines = Mutex<[String]>([])
    /// How many of the last lines are kept.
    private static let limit = 200
    /// Called with the first line of each warning, and what to do about it, on any thread.
    private let onWarning: @Sendable (String) -> Void

    init(onWarning: @escaping @Sendable (String) -> Void) { self.onWarning = onWarning }

    func logger(like logger: Logger) -> Logger {
        var own = Logger(label: logger.label) { _ in Handler(log: self) }
        own.logLevel = logger.logLevel
        return own
    }

    /// All that has been logged since the last time.
    func take() -> [String] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }

    private func add(_ event: LogEvent) {
        let message = "\(event.message)"
        let place = event.metadata?["place"].map { " (\($0))" } ?? ""
        // Names of files may hold anything.
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
