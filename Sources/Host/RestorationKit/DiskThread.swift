/// Performs a session's disk work in order, on a thread of its own.
///
/// A program can keep the shared threads of tasks and dispatch queues busy, which would delay its
/// saves. The thread starts on demand, and ends when no work is left.
///
/// Belongs to the session's thread.
final class DiskThread {
    typealias Work = @Sendable () -> Void

    /// The running work, and then the waiting work. The session's thread adds work, and the disk
    /// thread removes it.
    private let queue = Locked<[Work]>([])
    private var thread: JoinedThread?

    /// Performs `work` on the thread, or at once if no thread can be started.
    func perform(_ work: @escaping Work) {
        let isIdle = queue.withLock { queue in
            defer { queue.append(work) }
            return queue.isEmpty
        }
        guard isIdle else { return }
        // The previous thread has nothing left to do.
        finish()
        let run: Work = { [queue] in
            var next = queue.withLock(\.first)
            while let work = next {
                work()
                next = queue.withLock { queue in
                    queue.removeFirst()
                    return queue.first
                }
            }
        }
        do { thread = try JoinedThread(run) } catch { run() }
    }

    /// Returns when all work is done and the thread has ended.
    func finish() { thread = nil }
}
