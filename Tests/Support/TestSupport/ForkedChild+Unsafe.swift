import Foundation

/// Runs `body` in a forked child, waits for it, and returns its exit status, or `nil` after a
/// signal.
///
/// Another thread may hold a lock of Swift's runtime during the fork, and the child can then never
/// acquire it. Therefore a child that hangs is forked again, at most twice. If all three hang, the
/// hang is in `body`.
public func inForkedChild(_ body: () -> Int32) -> Int32? {
    var status: Int32 = 0
    for _ in 0..<3 {
        let child = fork(body)
        while unsafe waitpid(child, &status, 0) < 0 && errno == EINTR {}
        if status & 0x7F != SIGALRM { break }
    }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
}

/// Forks a child that runs `body` and exits with its result; SIGALRM ends it after 30 seconds.
/// Returns the child's process id.
public func fork(_ body: () -> Int32) -> Int32 {
    // Invariant (fork(2)): the function has this type. Swift's Glibc module does not export it.
    let function = unsafe unsafeBitCast(
        dlsym(nil, "fork"),
        to: (@convention(c) () -> pid_t).self
    )
    let child = function()
    if child == 0 {
        // Dispatch blocks all signals on its threads, and the child inherits the mask.
        var alarms = sigset_t()
        unsafe sigemptyset(&alarms)
        unsafe sigaddset(&alarms, SIGALRM)
        unsafe pthread_sigmask(SIG_UNBLOCK, &alarms, nil)
        alarm(30)
        _exit(body())
    }
    return child
}
