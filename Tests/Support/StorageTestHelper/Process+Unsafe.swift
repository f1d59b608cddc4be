import Glibc

/// Makes writes beyond a size fail, as on a full disk.
func limitFileSizes(to bytes: Int) {
    // Without this the limit would end the process instead of failing the write.
    _ = signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
}

func waitForEndOfInput() {
    var byte: UInt8 = 0
    while unsafe read(STDIN_FILENO, &byte, 1) > 0 {}
}

/// Forks a child, which runs `body` and ends, after two minutes at the latest.
func forkChild(_ body: () -> Void) {
    // Invariant (fork(2)): the function has this type. Swift's Glibc module does not show it.
    let fork = unsafe unsafeBitCast(dlsym(nil, "fork"), to: (@convention(c) () -> pid_t).self)
    guard fork() == 0 else { return }
    alarm(120)
    body()
    _exit(0)
}
