import Glibc

/// Marks the running code on the page. Steps may nest: creating an object may lead to another one.
final class LedgerSteps {
    private let page: LedgerPage
    /// Stamps the page on fatal signals.
    var watch: CrashWatch? { didSet { thread = pthread_self() } }
    /// The thread that ``watch`` follows.
    private var thread = pthread_self()
    private(set) var current: LedgerStep?
    /// The steps that enclose ``current``.
    private var outer: [LedgerStep] = []
    /// The step begun last, even if it is over.
    private(set) var latest: LedgerStep?

    init(_ page: LedgerPage) { self.page = page }

    func begin(_ step: LedgerStep) {
        if let current { outer.append(current) }
        current = step
        latest = step
        if thread != pthread_self() {
            thread = pthread_self()
            watch?.follow()
        }
        mark(step)
    }

    func end() {
        assert(current != nil, "A step ends that has not begun.")
        current = outer.popLast()
        if let current { mark(current) } else { page.clearMark() }
    }

    private func mark(_ step: LedgerStep) {
        page.mark(place: step.place, stage: step.stage.rawValue, identity: step.identity)
    }
}

struct LedgerStep {
    /// The digest of the record, or the identity of the plugin.
    var place: UInt64
    var stage: LedgerStage
    /// Of the program and the plugin.
    var identity: UInt64
}
