public import Logging
import Synchronization

/// What a program logs, from warnings up.
public final class CollectedLog: Sendable {
    private let events = Mutex<[(message: String, place: String?)]>([])

    public init() {}

    /// What each event says.
    public var messages: [String] { events.withLock { $0.map(\.message) } }

    /// The same with the place, if the event names one.
    public var placedMessages: [String] {
        events.withLock { $0.map { $0.message + ($0.place.map { ": \($0)" } ?? "") } }
    }

    /// The first line of each, without the word "error": what is to be done comes on further lines.
    public var problems: [String] {
        messages.map { String($0.prefix { $0 != "\n" }.trimmingPrefix("error: ")) }
    }

    public var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

    private func add(_ message: String, _ place: String?) {
        events.withLock { $0.append((message, place)) }
    }

    private struct Handler: LogHandler {
        let log: CollectedLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.warning

        init(log: CollectedLog) { self.log = log }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            log.add("\(event.message)", event.metadata?["place"].map { "\($0)" })
        }
    }
}
