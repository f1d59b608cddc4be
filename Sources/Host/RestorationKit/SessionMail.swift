/// Messages of other threads for the session's thread.
struct SessionMail: Sendable {
    /// Something has changed.
    var hasChange = false
    /// Saves that have ended, oldest first.
    var saves: [EndedSave] = []
    /// Tickets of data that has arrived.
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

/// Marks the state as changed, from any thread.
public struct StateInvalidator: Sendable {
    let mailbox: Mailbox<SessionMail>

    /// Says that something has changed; it is saved within the autosave interval.
    public func invalidate() { mailbox.post { $0.hasChange = true } }
}
