import Glibc
import Synchronization

/// The thread that the plugin is used on: the one that called the entry point, until another one
/// creates an object while there is none.
///
/// A host lends a plugin to a session on another thread once the session before has ended.
final class SessionThread: Sendable {
    private struct State {
        var thread = pthread_self()
        /// The objects that exist or are being created.
        var objectCount = 0

        var isCurrent: Bool { pthread_equal(thread, pthread_self()) != 0 }
    }

    private let state = Mutex(State())

    /// Whether the thread that is running is this one.
    var isCurrent: Bool { state.withLock { $0.isCurrent } }

    /// Counts an object that is about to be created; the first one makes the running thread this
    /// one. `false`, and nothing is counted, on another thread than that of the objects there are.
    func beginObject() -> Bool {
        state.withLock { state in
            if state.objectCount == 0 { state.thread = pthread_self() }
            guard state.isCurrent else { return false }
            state.objectCount += 1
            return true
        }
    }

    /// Counts an object that is gone, or was not created after all.
    func endObject() {
        state.withLock { $0.objectCount -= 1 }
    }
}
