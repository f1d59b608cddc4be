internal import CRestorationPlugin
internal import Logging
internal import RestorationCore
internal import RestorationPlugins

/// Passes log lines to the program's callback on the session's thread. Lines of other threads, and
/// lines from before the session is open, wait.
///
/// Invariant of `@unchecked Sendable`: Only the session's thread uses `host`; a lock guards the
/// rest.
final class ProgramLog: @unchecked Sendable {
    private let thread = ThreadIdentity.current
    private weak var host: HostSession?
    private let waiting = Locked<[(level: UInt32, text: String)]>([])

    func open(for host: HostSession) { self.host = host }

    func close() { host = nil }

    func add(_ level: UInt32, _ text: String) {
        guard thread.isCurrent, let host else {
            return waiting.withLock { $0.append((level, text)) }
        }
        host.program.call("log") { host.callbacks.log(level, text) }
    }

    /// Delivers the waiting lines.
    func deliver() {
        let lines = waiting.withLock { lines in
            defer { lines = [] }
            return lines
        }
        for line in lines { add(line.level, line.text) }
    }
}

/// The handler of a session's logger.
struct ProgramLogHandler: LogHandler {
    private let log: ProgramLog
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    init(_ log: ProgramLog) { self.log = log }

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let level =
            switch event.level {
            case .trace, .debug: RESTORATION_LOG_DEBUG
            case .info, .notice: RESTORATION_LOG_INFO
            case .warning: RESTORATION_LOG_WARNING
            case .error, .critical: RESTORATION_LOG_ERROR
            }
        let about = ["plugin", "place"].compactMap { event.metadata?[$0].map { "\($0)" } }
        let head = about.isEmpty ? "" : about.joined(separator: " ") + ": "
        let remedy = event.metadata?["fix"].map { ". \($0)" } ?? ""
        log.add(UInt32(level), "\(head)\(event.message)\(remedy)")
    }
}
