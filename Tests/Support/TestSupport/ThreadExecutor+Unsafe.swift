import Foundation
import Synchronization

/// One thread for all tests of a target that share thread-bound objects. The main actor would not
/// do: it changes threads unless the main thread runs its queue.
@globalActor public actor SessionThread {
    public static let shared = SessionThread()

    private let executor = ThreadExecutor()
    nonisolated public var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }
}

/// Runs jobs in order on its own thread, or for a while on a second one, like an executor that owns
/// no thread.
public final class ThreadExecutor: SerialExecutor {
    private let first = JobThread()
    private let second = JobThread()
    private let isAway = Mutex(false)

    public init() {}

    /// Sends jobs enqueued from now on to the second thread.
    public func moveOn() { isAway.withLock { $0 = true } }

    /// Sends jobs enqueued from now on to the first thread.
    public func moveBack() { isAway.withLock { $0 = false } }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let thread = isAway.withLock { $0 ? second : first }
        // Invariant: each job runs once, on the executor that it was given to. An actor has one job
        // enqueued at a time, so the two threads never run at once.
        thread.perform { [self] in unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
    }
}

/// A thread with a job queue.
private final class JobThread: Sendable {
    private let jobs = Mutex<[@Sendable () -> Void]>([])
    private let arrival = DispatchSemaphore(value: 0)

    init() {
        let thread = Thread { [self] in
            while true {
                arrival.wait()
                jobs.withLock { $0.removeFirst() }()
            }
        }
        thread.stackSize = 8 << 20
        thread.start()
    }

    func perform(_ job: @escaping @Sendable () -> Void) {
        jobs.withLock { $0.append(job) }
        arrival.signal()
    }
}
