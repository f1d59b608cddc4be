import Glibc
import RestorationCore

/// The time of day.
enum WallClock {
    @Sendable static func now() -> Timestamp {
        var time = timespec()
        // Fails only for clocks that do not exist, and this one always does.
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(time)
    }
}
