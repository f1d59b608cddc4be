import Synchronization

/// What happened, in order. Objects that a restoration class makes know of no log, so it is that of
/// the task.
final class Log: Sendable {
    @TaskLocal private static var current: Log?
    private let lines = Mutex<[String]>([])

    static func note(_ line: String) { current?.lines.withLock { $0.append(line) } }

    /// Runs `body` and returns what was noted meanwhile.
    static func collect(_ body: () throws -> Void) rethrows -> [String] {
        let log = Log()
        try $current.withValue(log, operation: body)
        return log.lines.withLock { $0 }
    }
}
