internal import CRestorationSystem
internal import Glibc
internal import RestorationCore

/// Does a session's disk work, in the order in which it comes, on a thread of the session's own.
///
/// The threads that tasks and dispatch queues share would not do: a program can keep all of them
/// busy, and then its state would not be saved for as long. The thread starts when there is work,
/// and ends when there is none left.
///
/// Belongs to the session's thread.
final class DiskThread {
    typealias Work = @Sendable () -> Void

    private let queue = Queue()
    /// The thread that was started last, until it is joined.
    private var thread: pthread_t?
    private let process = getpid()

    deinit { finish() }

    /// Does `work` on the thread, or at once where the system has no thread to give.
    func perform(_ work: @escaping Work) {
        guard queue.append(work) else { return }
        // It has nothing left to do.
        finish()
        if !start() { queue.run() }
    }

    /// Returns when all work is done and the thread has ended.
    func finish() {
        // A forked child has no copy of the thread.
        guard let ended = thread, process == getpid() else { return }
        thread = nil
        // Invariant (pthread_join(3)): each thread is joined once, and never by itself, as no work
        // has the session.
        pthread_join(ended, nil)
    }

    private func start() -> Bool {
        var started = pthread_t()
        let context = unsafe Unmanaged.passRetained(queue)
        // Invariant (restoration_threads.h): `context` goes to the new thread, which releases it;
        // or, if there is none, is released here.
        let error = unsafe restoration_thread_start(
            &started,
            nil,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<Queue>.fromOpaque(context).takeRetainedValue().run()
                return nil
            },
            context.toOpaque()
        )
        guard error == 0 else {
            unsafe context.release()
            return false
        }
        thread = started
        return true
    }
}

/// Work, and whether somebody does it.
private final class Queue: Sendable {
    private struct State {
        var work: [DiskThread.Work] = []
        var isRunning = false
    }
    /// Guarded, because the session's thread adds what the other one takes.
    private let state = Locked(State())

    /// Returns whether nobody is at work, so that the caller has to see to it.
    func append(_ work: @escaping DiskThread.Work) -> Bool {
        state.withLock { state in
            state.work.append(work)
            defer { state.isRunning = true }
            return !state.isRunning
        }
    }

    /// Does what there is until nothing is left.
    func run() {
        while let work = next() { work() }
    }

    private func next() -> DiskThread.Work? {
        state.withLock { state in
            state.isRunning = !state.work.isEmpty
            return state.isRunning ? state.work.removeFirst() : nil
        }
    }
}
