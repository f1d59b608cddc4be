/// What other threads leave for the one that it belongs to.
///
/// Mail is one value, to which everybody adds: what says the same thing twice is kept once. The
/// owner is woken for the first of it, and takes all at a time.
package final class Mailbox<Mail: Sendable>: Sendable {
    private let empty: Mail
    private let wakeUp: @Sendable () -> Void
    /// What has arrived since the last time. Guarded, because mail comes from any thread.
    private let waiting: Locked<Waiting>

    private struct Waiting {
        var mail: Mail
        var isAny = false
    }

    /// - Parameter wakeUp: Called, on the thread that posts, for the first mail after each
    ///   ``take()``.
    package init(_ empty: Mail, wakeUp: @escaping @Sendable () -> Void) {
        self.empty = empty
        self.wakeUp = wakeUp
        waiting = Locked(Waiting(mail: empty))
    }

    /// Leaves mail. Any thread.
    package func post(_ add: (inout Mail) -> Void) {
        let isFirst = waiting.withLock { waiting in
            add(&waiting.mail)
            defer { waiting.isAny = true }
            return !waiting.isAny
        }
        if isFirst { wakeUp() }
    }

    /// Looks at something of what has arrived, and leaves it there.
    package func look<Part>(_ part: (Mail) -> Part) -> Part {
        waiting.withLock { part($0.mail) }
    }

    /// Takes all that has arrived.
    ///
    /// Who is woken by a descriptor makes it quiet before: mail that comes in between wakes once
    /// more, for nothing, rather than not at all.
    package func take() -> Mail {
        waiting.withLock { waiting in
            defer { waiting = Waiting(mail: empty) }
            return waiting.mail
        }
    }
}
