import Glibc
import RestorationStorage

/// Notes on the page whose code runs: steps begin and end, and may lie in one another. O(1) each.
final class LedgerSteps {
    let page: LedgerPage
    /// Before the last launch is judged, the page tells of it, and is left as it is.
    var phase = Phase.before
    /// Lets fatal signals stamp the page.
    var watch: CrashWatch? { didSet { thread = pthread_self() } }
    /// The thread that ``watch`` is about.
    private var thread = pthread_self()
    private(set) var current = LedgerStep()
    /// How many steps have begun and not ended: an object may lead to another while it is created.
    /// Mostly it is one, which costs no array.
    private var depth = 0
    /// Those around the current one.
    private var outer: [LedgerStep] = []

    enum Phase {
        case before, judged, ended
    }

    init(_ page: LedgerPage) { self.page = page }

    /// Whether fatal signals are not watched: then nothing would tell of a step but a restore's.
    var areUnwatched: Bool { watch == nil }
    /// Whether none has begun.
    var areIdle: Bool { depth == 0 }

    func begin(_ step: LedgerStep) {
        if depth > 0 { outer.append(current) }
        depth += 1
        current = step
        if thread != pthread_self() {
            thread = pthread_self()
            watch?.follow()
        }
        mark(step)
    }

    func end() {
        assert(depth > 0, "A step ends that has not begun.")
        // What protects a program from crashes is the last to end it.
        guard depth > 0 else { return }
        depth -= 1
        guard depth > 0, let step = outer.popLast() else { return page.clearMark() }
        current = step
        mark(step)
    }

    /// What runs gets on: it has not hung.
    func noteProgress() {
        if depth > 0, phase == .judged { page.refreshMark() }
    }

    /// Nothing runs: a restore begins anew.
    func removeAll() {
        depth = 0
        outer = []
        page.clearMark()
    }

    private func mark(_ step: LedgerStep) {
        page.mark(
            generation: step.place,
            record: Int(step.record),
            stage: step.stage,
            identity: step.identity
        )
    }
}

/// What a mark says.
struct LedgerStep {
    /// The generation of the archive; of an object that comes late, or is saved, its digest; that
    /// of its class for what runs between restores and saves.
    var place: UInt64 = 0
    var record: UInt32 = 0
    var stage: UInt32 = 0
    /// Of the program and the plugin.
    var identity: UInt64 = 0
}
