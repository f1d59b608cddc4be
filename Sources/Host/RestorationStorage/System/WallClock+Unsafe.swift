import Glibc
import RestorationCore

enum WallClock {
    @Sendable static func now() -> Timestamp {
        var time = timespec()
        // Cannot fail: this clock always exists.
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(time)
    }
}
