/// A session's source of time. Tests replace it to avoid waiting.
///
/// Called on the session's thread, and on that of a roaming store.
public protocol RestorationClock: Sendable {
    /// The present moment on a monotonic clock, which deadlines use.
    var now: ContinuousClock.Instant { get }
    /// The time of day, saved with the state.
    var timeOfDay: Timestamp { get }
}

extension ContinuousClock.Instant {
    /// The time until `deadline` for poll(2): up to 1 ms more; 0 if it has passed.
    func milliseconds(until deadline: Self) -> Int32 {
        let remaining = duration(to: deadline)
        guard remaining > .zero else { return 0 }
        let (seconds, attoseconds) = remaining.components
        return Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
    }
}

/// The clocks of the system.
public struct SystemClock: RestorationClock {
    /// Creates the clock.
    public init() {}

    public var now: ContinuousClock.Instant { .now }
    public var timeOfDay: Timestamp { SystemFacts.timeOfDay }
}
