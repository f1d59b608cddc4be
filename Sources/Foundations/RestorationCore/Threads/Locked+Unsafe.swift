internal import Glibc

/// A value behind a lock that also works in a forked child.
///
/// The standard library's `Mutex` caches its thread's ID across fork(2), and traps in a child when
/// two threads contend for it.
@safe package final class Locked<Value>: @unchecked Sendable {
    // Unchecked: the mutex guards the value.
    // Invariant (pthread_mutex_init(3)): stays at one address from `init` to `deinit`.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    // Invariant of `unchecked`: only accessed behind the mutex, which is not recursive.
    @exclusivity(unchecked) private var value: Value

    package init(_ value: Value) {
        unsafe self.value = value
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(mutex, nil)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deinitialize(count: 1)
        unsafe mutex.deallocate()
    }

    /// Runs `body` with exclusive access. Not reentrant.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return unsafe try body(&value)
    }
}
