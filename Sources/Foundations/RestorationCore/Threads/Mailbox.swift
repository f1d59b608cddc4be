/// Messages from other threads to the mailbox's owner.
///
/// Senders merge their messages into one value, so duplicates count once. The first message wakes
/// the owner, which takes all at once.
package final class Mailbox<Mail: Sendable>: Sendable {
    private let empty: Mail
    private let wakeUp: @Sendable () -> Void
    /// The messages since the last ``take()``. Locked, because any thread can post.
    private let waiting: Locked<Waiting>

    private struct Waiting {
        var mail: Mail
        var isAny = false
    }

    /// - Parameter wakeUp: called on the posting thread for the first message after each
    ///   ``take()``.
    package init(_ empty: Mail, wakeUp: @escaping @Sendable () -> Void) {
        self.empty = empty
        self.wakeUp = wakeUp
        waiting = Locked(Waiting(mail: empty))
    }

    /// Posts a message. Any thread.
    package func post(_ add: (inout Mail) -> Void) {
        let isFirst = waiting.withLock { waiting in
            add(&waiting.mail)
            defer { waiting.isAny = true }
            return !waiting.isAny
        }
        if isFirst { wakeUp() }
    }

    /// Reads a part of the messages without taking them.
    package func look<Part>(_ part: (Mail) -> Part) -> Part {
        waiting.withLock { part($0.mail) }
    }

    /// Takes all messages.
    ///
    /// Reset the descriptor that wakes the owner before this call. A message in between then causes
    /// one needless wakeup instead of a lost one.
    package func take() -> Mail {
        waiting.withLock { waiting in
            defer { waiting = Waiting(mail: empty) }
            return waiting.mail
        }
    }
}
