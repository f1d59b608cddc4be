import RestorationKit
import Synchronization

/// What goes wrong in a program under test, and whether it still lives: shared with its store,
/// which other threads call.
final class Incidents: Sendable {
    private struct State {
        var faults: Set<Fault> = []
        var isDead = false
        var work: [@Sendable () -> Void] = []
    }
    /// Guards the faults, the life of the process, and what it does in the background.
    private let state = Mutex(State())

    init(faults: Set<Fault> = []) { state.withLock { $0.faults = faults } }

    var faults: Set<Fault> {
        get { state.withLock { $0.faults } }
        set { state.withLock { $0.faults = newValue } }
    }

    func has(_ fault: Fault) -> Bool { state.withLock { $0.faults.contains(fault) } }

    /// Whether the process has died: nothing that it still seems to do happens.
    var isDead: Bool { state.withLock { $0.isDead } }

    func die() { state.withLock { $0.isDead = true } }

    /// Leaves work to be done when the test lets time go by: no other thread takes part, so that a
    /// test comes to the same end every time.
    func add(_ work: @escaping @Sendable () -> Void) { state.withLock { $0.work.append(work) } }

    /// Does the work that was left. Returns whether there was any.
    func doWork() -> Bool {
        let work = state.withLock { state in
            defer { state.work = [] }
            return state.work
        }
        work.forEach { $0() }
        return !work.isEmpty
    }
}

/// Stands for code that does not run any more, because its process is dead.
struct ProcessDied: DiagnosedError {
    var diagnosis: Diagnosis {
        Diagnosis(problem: "The process has died", remedy: "Launch the program again.")
    }
}
