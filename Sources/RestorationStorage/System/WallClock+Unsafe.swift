import Glibc

/// The time of day, since 1970-01-01 00:00 UTC.
enum WallClock {
    @Sendable static func now() -> Duration {
        var time = timespec()
        // Fails only for clocks that do not exist, and this one always does.
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
