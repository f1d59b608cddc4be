internal import Glibc
internal import RestorationPlugins

/// Who may call a session: the thread that created it, or the main actor, in the process that did.
extension RestorationSession {
    /// Begins a call of the program. Stops the program if another thread calls than the one that
    /// created the session, or not the main actor if that did: nothing else guards the session's
    /// objects.
    ///
    /// In a process that was forked from the session's own, the session counts as closed. The lock,
    /// the ledger, the threads and the descriptors are the other process's, and stay untouched.
    ///
    /// - Returns: Whether the session is this process's.
    @discardableResult
    func enter(_ function: StaticString = #function) -> Bool {
        guard owner.isThisProcess else {
            phase = .closed
            (recorder, ledger) = (nil, nil)
            return false
        }
        precondition(
            owner.thread.isCurrent,
            owner.thread.isMainActor
                ? "\(function) was called outside the main actor, which created the session."
                : "\(function) was called from another thread than the one that created the session."
        )
        return true
    }

    /// Throws if the session is closed. On the session's thread, as every call.
    func checkIsOpen(_ function: StaticString = #function) throws(SessionError) {
        enter(function)
        guard phase != .closed else { throw closedError }
    }

    /// Why nothing can be done with the session any more.
    var closedError: SessionError {
        owner.isThisProcess ? .closed : .otherProcess(opener: Int(owner.process))
    }
}

/// Who has created a session, and may call it.
struct SessionOwner {
    let thread = ThreadIdentity.current
    let process = getpid()

    /// Whether this process has opened the session, and is not a child that was forked since.
    var isThisProcess: Bool { process == getpid() }
}
