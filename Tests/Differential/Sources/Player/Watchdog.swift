import Dispatch
import Glibc
import Synchronization

/// Ends the program where an engine does not come to an end with a seed.
// The timer is only set up, by the thread that makes it.
final class Watchdog: @unchecked Sendable {
    private static let interval = 10
    // Guarded, since it is looked at on another thread.
    private let seeds = Mutex<(now: UInt64, before: UInt64?)>((0, nil))
    private let timer = DispatchSource.makeTimerSource(queue: .global())

    init() {
        let seconds = DispatchTimeInterval.seconds(Self.interval)
        timer.schedule(deadline: .now() + seconds, repeating: seconds)
        timer.setEventHandler { [unowned self] in check() }
        timer.resume()
    }

    func begin(_ seed: UInt64) { seeds.withLock { $0.now = seed } }

    /// Of two looks in a row, the second has found the same seed.
    private func check() {
        let hangs = seeds.withLock { seeds in
            defer { seeds.before = seeds.now }
            return seeds.before == seeds.now
        }
        if hangs { _exit(1) }
    }
}
