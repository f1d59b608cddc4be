import CRestorationSystem
import Glibc
import RestorationStorage

/// Wakes a thread that waits for a socket.
@safe final class Wakeup: Sendable {
    /// Invariant: valid until `deinit`, and safe to use from all threads (restoration_events.h).
    nonisolated(unsafe) private let wakeup: OpaquePointer

    init(place: String) throws(RemoteError) {
        guard let wakeup = unsafe restoration_wakeup_make() else {
            throw .unreachable(place: place, reason: "the process has too many files open")
        }
        unsafe self.wakeup = unsafe wakeup
    }

    deinit { unsafe restoration_wakeup_free(wakeup) }

    func signal() { unsafe restoration_wakeup_signal(wakeup) }

    /// Waits for a signal, and also until a socket is readable; -1 for none. May return early.
    func wait(orFor socket: Int32, atMost duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1
        var entries = [
            pollfd(
                fd: unsafe restoration_wakeup_descriptor(wakeup),
                events: Int16(POLLIN),
                revents: 0
            ), pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
        ]
        unsafe poll(&entries, 2, Int32(clamping: max(milliseconds, 0)))
        unsafe restoration_wakeup_clear(wakeup)
    }
}
