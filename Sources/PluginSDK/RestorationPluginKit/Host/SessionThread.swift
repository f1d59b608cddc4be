import Glibc
import Synchronization

/// The thread that the plugin is used on: the one that called the entry point, until another one
/// creates an object while there is none.
///
/// A host lends a plugin to a session on another thread once the session before has ended. A
/// session of the main actor calls on the thread that the main actor has at the moment.
final class SessionThread: Sendable {
    private struct State {
        var thread = pthread_self()
        /// The objects that exist or are being created.
        var objectCount = 0
        /// Whether the session says that its thread may change between calls.
        var mayChange = false

        var isCurrent: Bool { pthread_equal(thread, pthread_self()) != 0 }
    }

    private let state = Mutex(State())

    /// Whether the thread that is running is this one.
    var isCurrent: Bool { state.withLock { $0.isCurrent } }

    /// Whether the running thread may call the plugin for its host.
    func beginCall() -> Bool {
        state.withLock { state in
            if state.mayChange { state.thread = pthread_self() }
            return state.isCurrent
        }
    }

    /// Counts an object that is about to be created; the first one makes the running thread this
    /// one. `false`, and nothing is counted, on another thread than that of the objects there are.
    ///
    /// - Parameter mayChange: Asked of the host for the first object.
    func beginObject(_ mayChange: () -> Bool) -> Bool {
        // Outside of the lock: the host may call the plugin.
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

    /// Counts an object that is gone, or was not created after all.
    func endObject() {
        state.withLock { $0.objectCount -= 1 }
    }
}
