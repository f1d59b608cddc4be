#if canImport(Glibc)
import Glibc
#else
import Musl
#endif

/// The thread that a session lives on: the one that called the entry point.
struct SessionThread: Sendable {
    private let thread: pthread_t

    /// Remembers the thread that is running.
    init() {
        thread = pthread_self()
    }

    /// Whether the thread that is running is this one.
    var isCurrent: Bool { pthread_equal(thread, pthread_self()) != 0 }
}
