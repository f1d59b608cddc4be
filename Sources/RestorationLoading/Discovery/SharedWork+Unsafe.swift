internal import Glibc
internal import Synchronization

/// Work in many equal parts, in which a second thread takes part if it comes in time.
///
/// System calls are most of what a search costs, and a second processor makes them as well. Where
/// all processors are busy, nobody waits for the other thread to begin: only for what it has begun.
final class SharedWork: Sendable {
    /// Does the parts of a range.
    typealias Work = @Sendable (_ parts: Range<Int>, _ worker: Worker) -> Void

    /// Which of the two threads. Never both at once are the same one.
    enum Worker: Int {
        /// The one that waits for the other.
        case owner
        case helper
    }

    private let count: Int
    private let work: Work
    private let next = Atomic<Int>(0)
    private let done = Atomic<Int>(0)

    /// How many parts are taken at a time.
    private static let portion = 16
    /// So few that a thread would cost more than it spares.
    private static let few = 48

    /// Does `count` parts, and returns when all are done. What the helper wrote can be read then.
    static func run(_ count: Int, _ work: @escaping Work) {
        guard count > few else { return work(0..<count, .owner) }
        let shared = SharedWork(count, work)
        shared.startHelper()
        shared.takePart(as: .owner)
        while shared.done.load(ordering: .acquiring) < count { sched_yield() }
    }

    private init(_ count: Int, _ work: @escaping Work) {
        self.count = count
        self.work = work
    }

    private func takePart(as worker: Worker) {
        while true {
            let start = next.add(Self.portion, ordering: .relaxed).oldValue
            guard start < count else { return }
            let parts = start..<min(start + Self.portion, count)
            work(parts, worker)
            done.add(parts.count, ordering: .releasing)
        }
    }

    /// Starts a thread, if there is one to be had. The program's signal handlers never run on it.
    private func startHelper() {
        var thread = pthread_t()
        var all = sigset_t()
        var before = sigset_t()
        let context = unsafe Unmanaged.passRetained(self)
        // Invariant (pthread_create(3)): `context` goes to the new thread, which releases it; or, if
        // there is none, is released here.
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        let failure = unsafe pthread_create(
            &thread,
            nil,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<SharedWork>.fromOpaque(context).takeRetainedValue()
                    .takePart(as: .helper)
                return nil
            },
            context.toOpaque()
        )
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        if failure == 0 { pthread_detach(thread) } else { unsafe context.release() }
    }
}
