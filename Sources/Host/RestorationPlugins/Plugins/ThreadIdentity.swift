internal import CRestorationSystem
internal import Glibc

/// Tells threads that run at the same time apart. A session, and all that belongs to it, remembers
/// the thread that made it and looks here whether it is the one that calls.
///
/// The main actor counts as one thread. It changes its thread in a program whose main function is
/// asynchronous, or that ends in `dispatchMain()`.
package struct ThreadIdentity: Hashable, Sendable {
    /// 0 for the main actor on another thread than the process's first one.
    private let thread: pthread_t
    package let isMainActor: Bool

    private init() {
        isMainActor = restoration_is_main_queue() != 0
        let isShared = isMainActor && restoration_is_first_thread() == 0
        thread = isShared ? 0 : pthread_self()
    }

    /// The thread that asks.
    package static var current: ThreadIdentity { ThreadIdentity() }

    /// Whether the thread that asks is this one, or its copy in a forked child.
    package var isCurrent: Bool {
        thread == pthread_self() || isMainActor && restoration_is_main_queue() != 0
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.isMainActor ? other.isMainActor : one.thread == other.thread && !other.isMainActor
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(isMainActor ? 0 : thread) }
}
