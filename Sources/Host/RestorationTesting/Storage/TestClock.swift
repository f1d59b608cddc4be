public import RestorationKit
import Synchronization

/// A clock that only a test moves, so that tests never wait.
///
/// It starts at 2030-01-01 00:00:00 UTC. ``TestLaunch/advance(by:)`` moves a program's clock and
/// runs due work.
public final class TestClock: RestorationClock {
    // An instant has no public initialiser, and only differences matter.
    private let start = ContinuousClock.now
    private static let startOfDay: Int64 = 1_893_456_000
    /// Guards the elapsed time.
    private let passed = Mutex(Duration.zero)

    /// Creates a clock at its starting time.
    public init() {}

    /// How far the clock has been moved since its start.
    public var elapsed: Duration { passed.withLock { $0 } }

    public var now: ContinuousClock.Instant { start + elapsed }

    public var timeOfDay: Timestamp {
        let (seconds, attoseconds) = elapsed.components
        return Timestamp(
            seconds: Self.startOfDay + seconds,
            nanoseconds: UInt32(attoseconds / 1_000_000_000)
        )!
    }

    /// Moves the clock, without running due work.
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
