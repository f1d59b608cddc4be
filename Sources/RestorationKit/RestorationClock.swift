public import RestorationCore

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

/// The clocks of the system.
public struct SystemClock: RestorationClock {
    /// Creates the clock; all of them are the same.
    public init() {}

    public var now: ContinuousClock.Instant { .now }
    public var timeOfDay: Timestamp { SystemFacts.timeOfDay }
}
