import Foundation

/// Runs `body` with a signal unblocked on this thread. The threads of the concurrency runtime block
/// signals. Processes that `body` starts inherit the mask.
public func lettingThrough<Result>(
    _ signal: Int32,
    _ body: () throws -> Result
) rethrows -> Result {
    var set = sigset_t()
    var former = sigset_t()
    // Invariant: the sets are local variables.
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, signal)
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, &former)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &former, nil) }
    return try body()
}
