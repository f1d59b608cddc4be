/// Messages of other threads for the session's thread.
struct SessionMail: Sendable {
    var hasChange = false
    /// Whether another device has saved, or the remote store has a problem or a note.
    var hasRemoteChange = false
    typealias FinishedSave = (capture: CapturedSave, error: StorageError?)
    /// Saves that have ended, oldest first.
    var saves: [FinishedSave] = []
    var arrived: [RestorationTicket] = []
    var reloads: [ReloadRequest] = []
}

/// Marks the state as changed, from any thread.
public struct StateInvalidator: Sendable {
    let mailbox: Mailbox<SessionMail>

    /// Reports a change, which is saved within the autosave interval.
    public func invalidate() { mailbox.post { $0.hasChange = true } }
}
