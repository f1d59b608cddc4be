/// Does a session's disk work, in the order in which it comes, on a thread of the session's own.
///
/// The threads that tasks and dispatch queues share would not do: a program can keep all of them
/// busy, and then its state would not be saved for as long. The thread starts when there is work,
/// and ends when there is none left.
///
/// Belongs to the session's thread.
final class DiskThread {
    typealias Work = @Sendable () -> Void

    private struct Queue {
        var work: [Work] = []
        var isRunning = false
    }
    /// The session's thread adds work, and the disk thread takes it.
    private let queue = Locked(Queue())
    /// The thread that was started last, until it is joined.
    private var thread: JoinedThread?

    /// Does `work` on the thread, or at once where the system has no thread to give.
    func perform(_ work: @escaping Work) {
        let isIdle = queue.withLock { queue in
            queue.work.append(work)
            defer { queue.isRunning = true }
            return !queue.isRunning
        }
        guard isIdle else { return }
        // It has nothing left to do.
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
