internal import CRestorationSystem
internal import Glibc

/// Identifies a running thread. Sessions and their objects check by it that calls come from the
/// thread that created them.
///
/// The main actor counts as one thread, although its thread changes in a program with an
/// asynchronous main function, or after `dispatchMain()`.
package struct ThreadIdentity: Hashable, Sendable {
    /// 0 for the main actor on a thread other than the process's first one.
    private let thread: pthread_t
    package let isMainActor: Bool

    private init() {
        isMainActor = restoration_is_main_queue() != 0
        let isShared = isMainActor && restoration_is_first_thread() == 0
        thread = isShared ? 0 : pthread_self()
    }

    /// The calling thread.
    package static var current: ThreadIdentity { ThreadIdentity() }

    /// Whether the calling thread is this one, or its copy in a forked child.
    package var isCurrent: Bool {
        thread == pthread_self() || isMainActor && restoration_is_main_queue() != 0
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.isMainActor ? other.isMainActor : one.thread == other.thread && !other.isMainActor
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(isMainActor ? 0 : thread) }
}
