/// Messages of other threads for the session's thread.
struct SessionMail: Sendable {
    var hasChange = false
    /// Whether another device has saved, or the remote store has a problem or a note.
    var hasRemoteChange = false
    /// Saves that have ended on another thread, oldest first.
    var saves: [(capture: CapturedSave, error: StorageError?)] = []
    var arrived: [RestorationTicket] = []
    var reloads: [ReloadRequest] = []
}

/// Marks the state as changed, from any thread.
public struct StateInvalidator: Sendable {
    let mailbox: Mailbox<SessionMail>

    /// Reports a change, which is saved within the autosave interval.
    public func invalidate() { mailbox.post { $0.hasChange = true } }
}
