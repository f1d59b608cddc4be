public import Logging
import Synchronization

/// The events that a program logs at or above a level, by default `warning`.
public final class CollectedLog: Sendable {
    /// A log event, with its place and remedy if it names them.
    public struct Event: Sendable {
        public let level: Logger.Level
        public let message: String
        public let place: String?
        public let remedy: String?
    }

    private let collected = Mutex<[Event]>([])
    private let level: Logger.Level

    public init(from level: Logger.Level = .warning) { self.level = level }

    public var events: [Event] { collected.withLock { $0 } }

    /// The message of each event.
    public var messages: [String] { events.map(\.message) }

    /// The message of each event, followed by its place if the event names one.
    public var placedMessages: [String] {
        events.map { $0.message + ($0.place.map { ": \($0)" } ?? "") }
    }

    /// The first line of each message, without the prefix "error: ". The remedy is on further
    /// lines.
    public var problems: [String] {
        messages.map { String($0.prefix { $0 != "\n" }.trimmingPrefix("error: ")) }
    }

    public var logger: Logger {
        Logger(label: "test") { _ in Handler(log: self, logLevel: level) }
    }

    private struct Handler: LogHandler {
        let log: CollectedLog
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level

        init(log: CollectedLog, logLevel: Logger.Level) {
            self.log = log
            self.logLevel = logLevel
        }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let event = Event(
                level: event.level,
                message: "\(event.message)",
                place: event.metadata?["place"].map { "\($0)" },
                remedy: event.metadata?["fix"].map { "\($0)" }
            )
            log.collected.withLock { $0.append(event) }
        }
    }
}
