internal import RestorationPlugins

/// The open sessions of the process, for objects that report changes without knowing their session.
enum LiveSessions {
    private struct Entry: @unchecked Sendable {
        let thread: ThreadIdentity
        let mailbox: Mailbox<SessionMail>
        // Invariant: turned into the session on its own thread alone.
        weak var session: RestorationSession?
    }

    private static let entries = Locked<[Entry]>([])

    static func add(_ session: RestorationSession) {
        let entry = Entry(thread: session.gate.thread, mailbox: session.mailbox, session: session)
        entries.withLock { $0.append(entry) }
        StateChanges.listen(recordChange)
    }

    static func remove(_ mailbox: Mailbox<SessionMail>) {
        entries.withLock { $0.removeAll { $0.mailbox === mailbox } }
    }

    /// On a session's thread, the object belongs to that session. On another thread, every session
    /// is notified of a change.
    @Sendable private static func recordChange(of object: any Restorable) {
        let all = entries.withLock { $0 }
        let here = all.filter { $0.thread.isCurrent }.compactMap { $0.session }
        if here.isEmpty { return all.forEach { $0.mailbox.post { mail in mail.hasChange = true } } }
        for session in here where here.count == 1 || session.path(of: object) != nil {
            session.invalidate(object)
        }
    }
}
