import CRestorationSystem
import Glibc

/// Wakes a thread that waits for descriptors. Does nothing in a forked child.
@safe final class WakeUpDescriptor: @unchecked Sendable {
    // Unchecked: signalling is atomic, and only the session's thread repairs. Invariant: freed in
    // `deinit` alone. A signal relay that uses it has stopped by then.
    private let wakeUp: OpaquePointer

    init() throws(SessionError) {
        guard let made = unsafe restoration_wakeup_make() else {
            throw .system(what: "No sockets could be made", errorNumber: errno)
        }
        unsafe wakeUp = made
    }

    deinit { unsafe restoration_wakeup_free(wakeUp) }

    var number: Int32 { unsafe restoration_wakeup_descriptor(wakeUp) }

    /// Makes the descriptor readable. Any thread.
    func signal() { unsafe restoration_wakeup_signal(wakeUp) }

    func clear() { unsafe restoration_wakeup_clear(wakeUp) }

    /// Replaces the descriptor if other code of the process has closed it, and returns whether it
    /// did. If the process has no descriptor left, the next call tries again.
    func repair() -> Bool { unsafe restoration_wakeup_repair(wakeUp) == 1 }

    /// Takes a slot for signals that wake this descriptor; negative if none is left.
    func openSignalSlot() -> Int32 { unsafe restoration_signal_open(wakeUp) }
}
