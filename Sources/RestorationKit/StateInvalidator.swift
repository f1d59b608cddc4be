/// Marks the state as changed, from any thread.
public struct StateInvalidator: Sendable {
    let mailbox: Mailbox<SessionMail>

    /// Says that something has changed; it is saved within the autosave interval.
    public func invalidate() { mailbox.post { $0.hasChange = true } }
}
