import Synchronization

/// The time in which a crash counts as a crash of the restore. It ends when the restore and all
/// later restoring are complete.
///
/// Code that restores elsewhere (signs in, loads data, rebuilds a screen) announces that before the
/// restore has returned, and reports its completion. Any thread:
///
/// ```swift
/// let window = session.restorationWindow
/// window.extend()
/// loader.load { rows in
///     show(rows)
///     window.complete()
/// }
/// ```
///
/// The window protects against crashes and delays nothing (REST-34). Without a ``complete()`` it
/// closes when ``RestorationOptions/extensionLimit`` has passed since the last ``extend()``
/// (REST-36). Once it is closed, calls do nothing (REST-35).
///
/// Semantic source: `UIApplication.extendStateRestoration()` (UIKit) and
/// `NSApplication.extendStateRestoration()` (AppKit).
public final class RestorationWindow: Sendable {
    // Guards the count; held for an addition.
    private let state = Mutex(State())
    private let limit: Duration
    private let clock: any RestorationClock
    private let wakeUp: @Sendable () -> Void

    private struct State {
        var phase = Phase.before
        var extensions = 0
        var deadline: ContinuousClock.Instant?
        var isTold = false
    }

    private enum Phase {
        case before, restoring, extended, closed
    }

    enum Closing {
        case complete, expired
    }

    init(_ options: RestorationOptions, wakeUp: @escaping @Sendable () -> Void) {
        limit = options.extensionLimit
        clock = options.clock
        self.wakeUp = wakeUp
    }

    /// Whether a crash now would count as one of the restore.
    public var isOpen: Bool {
        state.withLock { $0.phase == .restoring || $0.phase == .extended }
    }

    /// Announces work that continues after the restore. Each call needs one ``complete()``. Call it
    /// before or during `restore()`, or while the window is still open.
    public func extend() {
        let deadline = clock.now + limit
        let isLaterChange = state.withLock { state in
            guard state.phase != .closed else { return false }
            state.extensions += 1
            state.deadline = deadline
            return state.phase != .before
        }
        // The session's thread may be waiting for a later deadline.
        if isLaterChange { wakeUp() }
    }

    /// Ends the work that ``extend()`` announced.
    public func complete() {
        let isClosed = state.withLock { state in
            guard state.extensions > 0 else { return false }
            state.extensions -= 1
            guard state.extensions == 0, state.phase == .extended else { return false }
            state.phase = .closed
            return true
        }
        if isClosed { wakeUp() }
    }

    /// Opens the window for a restore. Returns `false` if it is open.
    func open() -> Bool {
        let deadline = clock.now + limit
        return state.withLock { state in
            guard state.phase == .before || state.phase == .closed else { return false }
            state.phase = .restoring
            state.isTold = false
            // Work announced earlier gets the full time limit from now.
            if state.extensions > 0 { state.deadline = deadline }
            return true
        }
    }

    func endRestoring() {
        state.withLock { state in
            guard state.phase == .restoring else { return }
            state.phase = state.extensions > 0 ? .extended : .closed
        }
    }

    /// Closes the window, since the program ends properly.
    func close() {
        state.withLock { state in
            if state.phase != .before { state.phase = .closed }
            state.extensions = 0
        }
    }

    var deadline: ContinuousClock.Instant? {
        state.withLock { $0.phase == .extended ? $0.deadline : nil }
    }

    /// The end of the window, returned only once after it. Closes the window if its deadline has
    /// passed.
    func takeClosing(now: ContinuousClock.Instant) -> Closing? {
        state.withLock { state in
            var closing = Closing.complete
            if state.phase == .extended, let deadline = state.deadline, deadline <= now {
                state.phase = .closed
                state.extensions = 0
                closing = .expired
            }
            guard state.phase == .closed, !state.isTold else { return nil }
            state.isTold = true
            return closing
        }
    }
}
