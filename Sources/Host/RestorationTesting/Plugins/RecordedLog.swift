import Logging
import Synchronization

/// Records log lines, from any thread.
final class RecordedLog: Sendable {
    private let heard = Mutex<[String]>([])

    func add(_ line: String) { heard.withLock { $0.append(line) } }

    func clear() { heard.withLock { $0 = [] } }

    func line(with text: String) -> String? {
        heard.withLock { lines in lines.first { $0.contains(text) } }
    }

    var logger: Logger {
        Logger(label: "plugin check") { _ in Handler(log: self) }
    }

    private struct Handler: LogHandler {
        let log: RecordedLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.debug

        init(log: RecordedLog) { self.log = log }

        subscript(metadataKey key: String) -> Logger.MetadataValue? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { log.add("\(event.message)") }
    }
}
