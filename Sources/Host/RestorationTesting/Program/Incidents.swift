import RestorationKit
import Synchronization

/// The faults of a program under test, and the life of its process. Shared with the store, which
/// other threads call.
final class Incidents: Sendable {
    private struct State {
        var faults: Set<Fault> = []
        var isDead = false
        var work: [@Sendable () -> Void] = []
    }
    /// Guards the faults, the life of the process, and its background work.
    private let state = Mutex(State())

    init(faults: Set<Fault> = []) { state.withLock { $0.faults = faults } }

    var faults: Set<Fault> {
        get { state.withLock { $0.faults } }
        set { state.withLock { $0.faults = newValue } }
    }

    func has(_ fault: Fault) -> Bool { state.withLock { $0.faults.contains(fault) } }

    /// Whether the process has died. Its later actions have no effect.
    var isDead: Bool { state.withLock { $0.isDead } }

    func die() { state.withLock { $0.isDead = true } }

    /// Queues work until the test lets time pass. Without other threads, a test is deterministic.
    func add(_ work: @escaping @Sendable () -> Void) { state.withLock { $0.work.append(work) } }

    /// Does the queued work. Returns whether there was any.
    func doWork() -> Bool {
        let work = state.withLock { state in
            defer { state.work = [] }
            return state.work
        }
        work.forEach { $0() }
        return !work.isEmpty
    }
}

/// Stands for code that no longer runs in a dead process.
struct ProcessDied: DiagnosedError {
    var diagnosis: Diagnosis {
        Diagnosis(problem: "The process has died", remedy: "Launch the program again.")
    }
}
