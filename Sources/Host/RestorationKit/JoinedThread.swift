internal import Glibc
internal import RestorationStorage

/// A thread that is joined on deinit.
///
/// A forked child has no copy of the thread, and joins nothing.
final class JoinedThread {
    private let thread: FrameworkThread
    private let process = getpid()

    /// Starts the thread.
    ///
    /// - Parameter body: Runs on the thread, and must not retain this object.
    init(_ body: @escaping @Sendable () -> Void) throws(SessionError) {
        do throws(SystemError) { thread = try FrameworkThread(body) } catch {
            throw .system(what: "No thread can be started", errorNumber: error.code)
        }
    }

    var isInOwnProcess: Bool { process == getpid() }

    deinit { if isInOwnProcess { thread.join() } }
}
