import Glibc
@_spi(Memory) import RestorationCore

/// Marks the running code on the page. Steps may nest: creating an object may lead to another one.
final class LedgerSteps {
    private let page: LedgerPage
    /// Stamps the page on fatal signals.
    var watch: CrashWatch? {
        didSet { state.value.thread = pthread_self() }
    }
    private let state = Unguarded(State())

    private struct State {
        /// The thread that the watch follows.
        var thread = pthread_self()
        /// The running steps, outermost first.
        var running: [LedgerStep] = []
        /// The step begun last, even if it is over.
        var latest: LedgerStep?
    }

    init(_ page: LedgerPage) { self.page = page }

    deinit { state.end() }

    var isWatched: Bool { watch != nil }
    var current: LedgerStep? { state.value.running.last }
    var latest: LedgerStep? { state.value.latest }

    func begin(_ step: LedgerStep) {
        state.value.running.append(step)
        state.value.latest = step
        if state.value.thread != pthread_self() {
            state.value.thread = pthread_self()
            watch?.follow()
        }
        mark(step)
    }

    func end() {
        assert(current != nil, "A step ends that has not begun.")
        _ = state.value.running.popLast()
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
