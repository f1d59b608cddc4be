import Glibc

extension RemoteRace {
    /// Nanoseconds of the machine's monotonic clock, which all its processes share.
    static var now: Int64 {
        var time = timespec()
        // Cannot fail: this clock always exists.
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
