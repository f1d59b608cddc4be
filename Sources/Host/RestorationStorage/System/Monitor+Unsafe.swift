import Glibc
import RestorationCore

/// A value behind a lock, for whose changes threads can wait.
@safe final class Monitor<Value>: @unchecked Sendable {
    // Unchecked: the mutex guards the value.
    // Invariant (pthread_cond_init(3)): both stay at one address from `init` to `deinit`.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var value: Value

    init(_ value: Value) {
        self.value = value
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(mutex, nil)
        unsafe condition = .allocate(capacity: 1)
        unsafe condition.initialize(to: pthread_cond_t())
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(condition, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe condition.deallocate()
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Runs `body` with exclusive access, and wakes all waiting threads. Not reentrant.
    func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer {
            unsafe pthread_cond_broadcast(condition)
            unsafe pthread_mutex_unlock(mutex)
        }
        return try body(&value)
    }

    /// Waits until the value satisfies a condition, and returns whether it does.
    ///
    /// - Parameter limit: The longest wait; `nil` for no limit.
    @discardableResult
    func wait(atMost limit: Duration?, until isSatisfied: (Value) -> Bool) -> Bool {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        guard let limit else {
            while !isSatisfied(value) { unsafe pthread_cond_wait(condition, mutex) }
            return true
        }
        var end = Self.moment(after: limit)
        while !isSatisfied(value) {
            // Invariant (pthread_cond_timedwait(3)): this thread holds the mutex, and `end` is
            // valid during the call.
            guard unsafe pthread_cond_timedwait(condition, mutex, &end) != ETIMEDOUT else {
                return isSatisfied(value)
            }
        }
        return true
    }

    private static func moment(after duration: Duration) -> timespec {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        let (seconds, attoseconds) = max(duration, .zero).components
        let nanoseconds = time.tv_nsec + Int(attoseconds / 1_000_000_000)
        time.tv_sec += Int(min(seconds, 1 << 32)) + nanoseconds / 1_000_000_000
        time.tv_nsec = nanoseconds % 1_000_000_000
        return time
    }
}

enum HostName {
    /// The name of this machine; empty if the system has none.
    static var current: String {
        var bytes = [CChar](repeating: 0, count: 256)
        // Invariant (gethostname(2)): writes at most the given count, of which the last byte stays
        // zero.
        guard unsafe gethostname(&bytes, bytes.count - 1) == 0 else { return "" }
        return String(
            decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
    }
}
