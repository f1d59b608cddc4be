import Glibc
import Synchronization

/// The session's thread: at first the one that called the entry point, then any thread that creates
/// an object while none exists.
///
/// A host may lend a plugin to a session on another thread after the previous session has ended. A
/// session of the main actor calls on the main actor's current thread.
final class SessionThread: Sendable {
    private struct State {
        var thread = pthread_self()
        var objectCount = 0
        /// Whether the session's thread may change between calls, according to the host.
        var mayChange = false

        var isCurrent: Bool { pthread_equal(thread, pthread_self()) != 0 }
    }

    private let state = Mutex(State())

    var isCurrent: Bool { state.withLock { $0.isCurrent } }

    /// Whether the host may call the plugin on the current thread.
    func beginCall() -> Bool {
        state.withLock { state in
            if state.mayChange { state.thread = pthread_self() }
            return state.isCurrent
        }
    }

    /// Counts an object before its creation. The first one makes the current thread the session's.
    /// Otherwise, on another thread, counts nothing and returns `false`.
    ///
    /// - Parameter mayChange: Asks the host, for the first object only.
    func beginObject(_ mayChange: () -> Bool) -> Bool {
        // Outside the lock: the host may call the plugin.
        let isFirst = state.withLock { $0.objectCount == 0 }
        let mayChange = isFirst ? mayChange() : false
        return state.withLock { state in
            if isFirst { state.mayChange = mayChange }
            if isFirst || state.mayChange { state.thread = pthread_self() }
            guard state.isCurrent else { return false }
            state.objectCount += 1
            return true
        }
    }

    /// Uncounts an object that was destroyed, or was not created after all.
    func endObject() {
        state.withLock { $0.objectCount -= 1 }
    }
}
