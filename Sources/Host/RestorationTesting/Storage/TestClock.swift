public import RestorationKit
import Synchronization

/// A clock that stands still until a test moves it, so that no test waits.
///
/// It begins at 2030-01-01 00:00:00 UTC. ``TestLaunch/advance(by:)`` moves the clock of a program
/// and does what falls due.
public final class TestClock: RestorationClock {
    // Instants cannot be made from nothing, and only their distances count.
    private let start = ContinuousClock.now
    private static let startOfDay: Int64 = 1_893_456_000
    /// Guards the time that has passed.
    private let passed = Mutex(Duration.zero)

    /// Creates a clock that stands at its beginning.
    public init() {}

    /// How far the clock was moved.
    public var elapsed: Duration { passed.withLock { $0 } }

    public var now: ContinuousClock.Instant { start + elapsed }

    public var timeOfDay: Timestamp {
        let (seconds, attoseconds) = elapsed.components
        return Timestamp(
            seconds: Self.startOfDay + seconds,
            nanoseconds: UInt32(attoseconds / 1_000_000_000)
        )!
    }

    /// Moves the clock and does nothing else: whoever waits for a moment looks for himself.
    ///
    /// - Parameter duration: Zero or more; clocks do not go back.
    public func advance(by duration: Duration) {
        precondition(duration >= .zero, "A clock does not go back.")
        passed.withLock { $0 += duration }
    }

    func advance(to moment: ContinuousClock.Instant) {
        advance(by: max(now.duration(to: moment), .zero))
    }
}
