internal import Glibc

/// Tells threads that run at the same time apart. A session, and all that belongs to it, remembers
/// the thread that made it and looks here whether it is the one that calls.
package struct ThreadIdentity: Hashable, Sendable {
    private let value: pthread_t

    /// The thread that asks.
    package static var current: ThreadIdentity { ThreadIdentity(value: pthread_self()) }

    /// Whether the thread that asks is this one.
    package var isCurrent: Bool { self == .current }
}
