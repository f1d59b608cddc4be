internal import Glibc
internal import RestorationPlugins

/// Checks the thread, process and phase of calls to a session.
///
/// Only the thread that created the session may call it, or the main actor if that did. Nothing
/// else guards the session's objects. In a forked process the session counts as closed. Its lock,
/// ledger, threads and descriptors belong to the other process, and stay untouched.
final class SessionGate {
    enum Phase {
        case created, restoring, running, closed
    }

    let thread = ThreadIdentity.current
    private let process = getpid()
    var phase = Phase.created
    var isCapturing = false

    /// Whether this process opened the session, rather than being forked since.
    var isInOwnProcess: Bool { process == getpid() }

    /// Whether a save or restore may begin now.
    var isIdle: Bool { phase == .running && !isCapturing }

    var closedError: SessionError {
        isInOwnProcess ? .closed : .otherProcess(opener: Int(process))
    }

    /// Begins a call of the program. Traps on another thread than the session's.
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

    func checkIsNew() throws(SessionError) {
        switch phase {
        case .created: break
        case .restoring: throw .busy
        case .running: throw .alreadyRestored
        case .closed: throw closedError
        }
    }

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
    @discardableResult
    func enter(_ function: StaticString = #function) -> Bool {
        let isOwn = gate.enter(function)
        if !isOwn { (records.recorder, program.ledger) = (nil, nil) }
        return isOwn
    }

    /// Begins a call that does nothing once the session is closed.
    ///
    /// - Returns: Whether the session is open.
    func enterIfOpen(_ function: StaticString = #function) -> Bool {
        enter(function)
        return gate.phase != .closed
    }

    func checkIsOpen(_ function: StaticString = #function) throws(SessionError) {
        guard enterIfOpen(function) else { throw gate.closedError }
    }
}
