import Foundation
import TestSupport

/// Raises a signal on this thread, whose handler runs before this returns.
func raiseHere(_ number: Int32) { _ = lettingThrough(number) { raise(number) } }

/// Whether a descriptor becomes readable within ten seconds.
func becomesReadable(_ descriptor: Int32) -> Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // Invariant: one descriptor, in a local variable.
    return unsafe poll(&wait, 1, 10_000) == 1
}
