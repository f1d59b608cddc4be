import Foundation
import Synchronization

/// One thread for all tests of a target that share something that belongs to a thread. The main
/// actor would not do, because it changes its thread where nobody waits on the main one.
@globalActor public actor SessionThread {
    public static let shared = SessionThread()

    private let executor = ThreadExecutor()
    nonisolated public var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }
}

/// Runs jobs in order on a thread of its own, or on a second one for a while, as executors do that
/// own no thread.
public final class ThreadExecutor: SerialExecutor {
    private let first = JobThread()
    private let second = JobThread()
    private let isAway = Mutex(false)

    public init() {}

    /// Has jobs that are enqueued from now on run on the second thread.
    public func moveOn() { isAway.withLock { $0 = true } }

    /// Has jobs that are enqueued from now on run on the first thread again.
    public func moveBack() { isAway.withLock { $0 = false } }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let thread = isAway.withLock { $0 ? second : first }
        // Invariant: a job is taken once, and run by the executor that it was given to. An actor
        // has one job enqueued at a time, so the two threads never run at once.
        thread.perform { [self] in unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
    }
}

/// A thread that does one thing after the other.
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
