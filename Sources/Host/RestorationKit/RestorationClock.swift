internal import CRestorationSystem

/// Tells a session the time. A host replaces it to run in a time of its own, as a test does that
/// does not want to wait.
///
/// Asked on the session's thread.
public protocol RestorationClock: Sendable {
    /// The moment on a clock that never goes back, on which deadlines lie.
    var now: ContinuousClock.Instant { get }
    /// The time of day, which is saved with the state.
    var timeOfDay: Timestamp { get }
}

extension RestorationClock {
    /// Waits in poll(2) until `deadline`, or until the descriptor is readable. May return early.
    package func wait(until deadline: ContinuousClock.Instant, orReadable descriptor: Int32) {
        restoration_event_wait(descriptor, now.milliseconds(until: deadline))
    }
}

extension ContinuousClock.Instant {
    /// The time until `deadline` as poll(2) takes it: rounded up, 0 for one that has passed.
    func milliseconds(until deadline: Self) -> Int32 {
        let remaining = duration(to: deadline)
        guard remaining > .zero else { return 0 }
        let (seconds, attoseconds) = remaining.components
        return Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
    }
}

/// The clocks of the system.
public struct SystemClock: RestorationClock {
    /// Creates the clock; all of them are the same.
    public init() {}

    public var now: ContinuousClock.Instant { .now }
    public var timeOfDay: Timestamp { SystemFacts.timeOfDay }
}
