import Foundation

/// Runs `body` in a forked child, waits for it, and returns its exit status; `nil` if a signal has
/// ended it.
public func inForkedChild(_ body: () -> Int32) -> Int32? {
    let child = fork(body)
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0 && errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
}

/// Forks a child, which runs `body` and ends with its result, or after a minute. Returns the child's
/// number.
public func fork(_ body: () -> Int32) -> Int32 {
    // Invariant (fork(2)): the function has this type. Swift's Glibc module does not show it.
    let function = unsafe unsafeBitCast(
        dlsym(nil, "fork"),
        to: (@convention(c) () -> pid_t).self
    )
    let child = function()
    if child == 0 {
        // A lock that another thread had in the parent is never free here.
        alarm(60)
        _exit(body())
    }
    return child
}
