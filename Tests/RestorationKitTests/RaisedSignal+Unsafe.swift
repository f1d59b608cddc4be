import Foundation

/// Raises a signal on this thread, which handles it before this returns, although the threads of
/// the concurrency runtime block signals.
func raiseHere(_ number: Int32) {
    var set = sigset_t()
    var former = sigset_t()
    // Invariant: the sets are this function's own.
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, &former)
    raise(number)
    unsafe pthread_sigmask(SIG_SETMASK, &former, nil)
}

/// Whether a descriptor becomes readable within ten seconds.
func becomesReadable(_ descriptor: Int32) -> Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // Invariant: one descriptor, which is this function's own.
    return unsafe poll(&wait, 1, 10_000) == 1
}
