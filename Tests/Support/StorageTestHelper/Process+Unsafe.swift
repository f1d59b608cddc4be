import Glibc

func waitForEndOfInput() {
    var byte: UInt8 = 0
    while unsafe read(STDIN_FILENO, &byte, 1) > 0 {}
}

/// Forks a child that runs `body` and exits, after at most two minutes.
func forkChild(_ body: () -> Void) {
    // Invariant (fork(2)): the function has this type. Swift's Glibc module does not export it.
    let fork = unsafe unsafeBitCast(dlsym(nil, "fork"), to: (@convention(c) () -> pid_t).self)
    guard fork() == 0 else { return }
    alarm(120)
    body()
    _exit(0)
}
