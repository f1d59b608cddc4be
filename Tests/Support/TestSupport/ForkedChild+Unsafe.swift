import Foundation

/// Runs `body` in a forked child, waits for it, and returns its exit status; `nil` if a signal has
/// ended it.
///
/// Swift's runtime has locks that another thread may hold at the moment of the fork, and that are
/// never free in the child. A child that hangs is therefore forked once more, twice at most: `body`
/// has hung by itself if all three do.
public func inForkedChild(_ body: () -> Int32) -> Int32? {
    var status: Int32 = 0
    for _ in 0..<3 {
        let child = fork(body)
        while unsafe waitpid(child, &status, 0) < 0 && errno == EINTR {}
        if status & 0x7F != SIGALRM { break }
    }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
}

/// Forks a child, which runs `body` and ends with its result, or after half a minute by SIGALRM.
/// Returns the child's number.
public func fork(_ body: () -> Int32) -> Int32 {
    // Invariant (fork(2)): the function has this type. Swift's Glibc module does not show it.
    let function = unsafe unsafeBitCast(
        dlsym(nil, "fork"),
        to: (@convention(c) () -> pid_t).self
    )
    let child = function()
    if child == 0 {
        // Dispatch blocks all signals on its threads, and the child inherits that.
        var alarms = sigset_t()
        unsafe sigemptyset(&alarms)
        unsafe sigaddset(&alarms, SIGALRM)
        unsafe pthread_sigmask(SIG_UNBLOCK, &alarms, nil)
        alarm(30)
        _exit(body())
    }
    return child
}
