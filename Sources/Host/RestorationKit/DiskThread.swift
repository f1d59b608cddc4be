/// Performs a session's disk work in order, on a thread of its own.
///
/// A program can keep the shared threads of tasks and dispatch queues busy, which would delay its
/// saves. The thread starts on demand, and ends when no work is left.
///
/// Belongs to the session's thread.
final class DiskThread {
    typealias Work = @Sendable () -> Void

    private struct Queue {
        var work: [Work] = []
        var isRunning = false
    }
    /// The session's thread adds work, and the disk thread removes it.
    private let queue = Locked(Queue())
    private var thread: JoinedThread?

    /// Performs `work` on the thread, or at once if no thread can be started.
    func perform(_ work: @escaping Work) {
        let isIdle = queue.withLock { queue in
            queue.work.append(work)
            defer { queue.isRunning = true }
            return !queue.isRunning
        }
        guard isIdle else { return }
        // The previous thread has nothing left to do.
        finish()
        let run: Work = { [queue] in while let work = Self.next(of: queue) { work() } }
        do { thread = try JoinedThread(run) } catch { run() }
    }

    /// Returns when all work is done and the thread has ended.
    func finish() { thread = nil }

    private static func next(of queue: Locked<Queue>) -> Work? {
        queue.withLock { queue in
            queue.isRunning = !queue.work.isEmpty
            return queue.isRunning ? queue.work.removeFirst() : nil
        }
    }
}
