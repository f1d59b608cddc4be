import Foundation

/// Runs `body` on this thread with a signal let through, although the threads of the concurrency
/// runtime block signals. A process that `body` starts has it let through as well.
public func lettingThrough<Result>(
    _ signal: Int32,
    _ body: () throws -> Result
) rethrows -> Result {
    var set = sigset_t()
    var former = sigset_t()
    // Invariant: the sets are this function's own.
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, signal)
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, &former)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &former, nil) }
    return try body()
}
