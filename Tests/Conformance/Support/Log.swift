import Synchronization

/// The events of a test, in order. The log is task-local, because restoration classes get no other
/// reference to it.
final class Log: Sendable {
    @TaskLocal private static var current: Log?
    private let lines = Mutex<[String]>([])

    static func note(_ line: String) { current?.lines.withLock { $0.append(line) } }

    /// Runs `body` and returns the events recorded during the call.
    static func collect(_ body: () throws -> Void) rethrows -> [String] {
        let log = Log()
        try $current.withValue(log, operation: body)
        return log.lines.withLock { $0 }
    }
}
