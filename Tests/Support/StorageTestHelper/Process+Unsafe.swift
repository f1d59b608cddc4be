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
