internal import CRestorationSystem
internal import Glibc
internal import Synchronization

/// Work in many equal parts, in which a second thread takes part if it comes in time.
///
/// System calls are most of what a search costs, and a second processor makes them as well. Where
/// there is one processor, there is one thread. Where all are busy, nobody waits for the other
/// thread: what it has begun and not ended is done once more.
final class SharedWork: Sendable {
    /// Does the parts of a range. The helper may do so at the same time, or later, when nobody
    /// wants to know any more.
    typealias Work = @Sendable (_ parts: Range<Int>, _ worker: Worker) -> Void

    /// Which of the two threads.
    enum Worker {
        /// The one that wants the work done.
        case owner
        case helper
    }

    private let count: Int
    private let work: Work
    private let next = Atomic<Int>(0)
    /// How many portions are behind the helper: done by it, or taken by the owner.
    private let helped = Atomic<Int>(0)

    /// How many parts are taken at a time.
    static let portion = 16
    /// So few that a thread would cost more than it spares.
    private static let few = 48

    /// Does `count` parts.
    ///
    /// - Returns: who has done each portion; the helper's are to be read where it was the helper.
    @discardableResult
    static func run(_ count: Int, _ work: @escaping Work) -> [Worker] {
        let shared = SharedWork(count, work)
        if count > few { shared.startHelper() }
        return shared.finish()
    }

    private init(_ count: Int, _ work: @escaping Work) {
        self.count = count
        self.work = work
    }

    private var portionCount: Int { (count + Self.portion - 1) / Self.portion }

    private func parts(of portion: Int) -> Range<Int> {
        portion * Self.portion..<min((portion + 1) * Self.portion, count)
    }

    private func takeNext() -> Int? {
        let portion = next.add(1, ordering: .relaxed).oldValue
        return portion < portionCount ? portion : nil
    }

    private func finish() -> [Worker] {
        var workers = Array(repeating: Worker.helper, count: portionCount)
        while let portion = takeNext() {
            work(parts(of: portion), .owner)
            workers[portion] = .owner
        }
        // The helper takes its portions in their order: one at most is begun and not ended.
        let helped = helped.load(ordering: .acquiring)
        for portion in workers.indices where portion >= helped && workers[portion] == .helper {
            work(parts(of: portion), .owner)
            workers[portion] = .owner
        }
        return workers
    }

    private func help() {
        while let portion = takeNext() {
            work(parts(of: portion), .helper)
            helped.store(portion + 1, ordering: .releasing)
        }
    }

    /// Starts a thread on another processor, if there is one to be had. The program's signal
    /// handlers never run on it.
    private func startHelper() {
        var thread = pthread_t()
        var attributes = pthread_attr_t()
        // Invariant (pthread_attr_init(3)): fills the value it is given, which is given back below.
        guard unsafe pthread_attr_init(&attributes) == 0 else { return }
        defer { unsafe pthread_attr_destroy(&attributes) }
        // What else fails costs no more than the choice of the processor.
        guard unsafe restoration_use_other_processors(&attributes) != ESRCH else { return }
        let context = unsafe Unmanaged.passRetained(self)
        // Invariant (restoration_threads.h): `context` goes to the new thread, which releases it;
        // or, if there is none, is released here.
        let failure = unsafe restoration_thread_start(
            &thread,
            &attributes,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<SharedWork>.fromOpaque(context).takeRetainedValue().help()
                return nil
            },
            context.toOpaque()
        )
        if failure == 0 { pthread_detach(thread) } else { unsafe context.release() }
    }
}
