internal import Glibc

/// Tells threads that run at the same time apart.
struct ThreadIdentity: Hashable, Sendable {
    private let value: pthread_t

    /// The thread that asks.
    static var current: ThreadIdentity { ThreadIdentity(value: pthread_self()) }
}
