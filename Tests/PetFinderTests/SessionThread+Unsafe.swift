import Foundation
import Synchronization

/// One thread for all tests that have a session: plugins belong to the thread that loaded them. The
/// main actor would not do, because it changes its thread where nobody waits on the main one.
@globalActor actor SessionThread {
    static let shared = SessionThread()

    private let executor = ThreadExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }
}

/// Runs jobs in order on a thread of its own.
private final class ThreadExecutor: SerialExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    private let arrival = DispatchSemaphore(value: 0)

    init() {
        let thread = Thread { [self] in
            while true {
                arrival.wait()
                // Invariant: a job is taken once, and run by the executor that it was given to.
                let job = jobs.withLock { $0.removeFirst() }
                unsafe job.runSynchronously(on: asUnownedSerialExecutor())
            }
        }
        thread.stackSize = 8 << 20
        thread.start()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        arrival.signal()
    }
}
