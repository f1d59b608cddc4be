internal import Glibc
internal import RestorationPlugins

/// Who may call a session, and what its phase allows.
///
/// The thread that created the session may call it, or the main actor if that did: nothing else
/// guards the session's objects. In a process that was forked from the session's own, the session
/// counts as closed. The lock, the ledger, the threads and the descriptors are the other process's,
/// and stay untouched.
final class SessionGate {
    enum Phase {
        case created, restoring, running, closed
    }

    let thread = ThreadIdentity.current
    private let process = getpid()
    var phase = Phase.created
    /// Whether objects are being preserved.
    var isCapturing = false

    /// Whether this process has opened the session, and is not a child that was forked since.
    var isInOwnProcess: Bool { process == getpid() }

    /// Whether objects may be preserved or restored now.
    var isIdle: Bool { phase == .running && !isCapturing }

    /// Why nothing can be done with the session any more.
    var closedError: SessionError {
        isInOwnProcess ? .closed : .otherProcess(opener: Int(process))
    }

    /// Begins a call of the program. Stops the program if another thread calls than the session's.
    ///
    /// - Returns: Whether the session is this process's.
    func enter(_ function: StaticString) -> Bool {
        guard isInOwnProcess else {
            phase = .closed
            return false
        }
        precondition(
            thread.isCurrent,
            thread.isMainActor
                ? "\(function) was called outside the main actor, which created the session."
                : "\(function) was called from another thread than the one that created the session."
        )
        return true
    }

    /// Throws unless the session has yet to restore.
    func checkIsNew() throws(SessionError) {
        switch phase {
        case .created: break
        case .restoring: throw .busy
        case .running: throw .alreadyRestored
        case .closed: throw closedError
        }
    }

    /// Throws unless objects may be preserved or restored now.
    func checkIsIdle() throws(SessionError) {
        switch phase {
        case .created: throw .notRestored
        case .running where !isCapturing: break
        case .restoring, .running: throw .busy
        case .closed: throw closedError
        }
    }
}

extension RestorationSession {
    /// Begins a call of the program, as ``SessionGate/enter(_:)`` does.
    @discardableResult
    func enter(_ function: StaticString = #function) -> Bool {
        let isOwn = gate.enter(function)
        if !isOwn { (recorder, program.ledger) = (nil, nil) }
        return isOwn
    }

    /// Begins a call that does nothing once the session is closed.
    ///
    /// - Returns: Whether the session is open.
    func enterIfOpen(_ function: StaticString = #function) -> Bool {
        enter(function)
        return gate.phase != .closed
    }

    /// Begins a call that throws once the session is closed.
    func checkIsOpen(_ function: StaticString = #function) throws(SessionError) {
        guard enterIfOpen(function) else { throw gate.closedError }
    }
}
