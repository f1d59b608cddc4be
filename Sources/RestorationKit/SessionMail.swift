import CRestorationSystem
import Glibc
import RestorationCore
import RestorationStorage

/// What other threads leave for the session's thread.
struct SessionMail: Sendable {
    /// Something has changed.
    var hasChange = false
    /// Saves that have ended, oldest first.
    var saves: [EndedSave] = []
    /// Tickets of what has arrived.
    var arrived: [RestorationTicket] = []
    /// Plugins that somebody wants reloaded.
    var reloads: [ReloadRequest] = []
}

/// A save that has ended on another thread.
struct EndedSave: Sendable {
    let capture: CapturedSave
    let error: StorageError?
    /// Whether the session made it by itself, at the autosave interval.
    let isAutosave: Bool
}

/// An eventfd(2), which wakes a thread that waits for descriptors.
final class WakeUpDescriptor: Sendable {
    let number: Int32

    init() throws(SessionError) {
        number = restoration_event_descriptor()
        guard number >= 0 else {
            throw .system(what: "No event descriptor could be made", errorNumber: -number)
        }
    }

    deinit { Glibc.close(number) }

    /// Makes the descriptor readable. Any thread.
    func signal() { restoration_event_signal(number) }

    /// Makes the descriptor quiet.
    func clear() { restoration_event_clear(number) }
}
