import Testing

@testable import RestorationLoading

@Suite struct `What a library's imports say of it` {
    private func traits(_ options: [String]) throws -> LibraryTraits {
        let directory = try TemporaryDirectory()
        return try CompiledPlugin("side-effects", in: directory, options: options).discovered()
            .traits
    }

    @Test func `is that it changes nothing, where it calls only what changes nothing`() throws {
        #expect(try traits(["-DWAITING"]) == [])
    }

    @Test(arguments: [
        "sigaction", "signal", "pthread_sigmask", "setlocale", "uselocale", "setenv", "putenv",
        "environ", "chdir", "fchdir", "dlopen", "dlsym", "syscall", "pthread_create", "fork",
        "setcontext", "daemon", "nftw", "fts_open", "fts_read", "timer_create", "mq_notify",
        "aio_write",
        "lio_listio", "getaddrinfo_a",
        "setrlimit64", "prlimit", "setitimer", "alarm", "setresuid", "setegid", "close", "fclose",
        "freopen", "dup2",
    ])
    func `is that it may change the process, where it calls what does`(function: String) throws {
        #expect(try traits(["-DCALLED=\"\(function)\""]) == .mayChangeProcess)
    }

    @Test func `is that it may, where it calls what no library of C has`() throws {
        #expect(try traits(["-DCALLED=\"whoever_has_this\""]) == .mayChangeProcess)
    }

    @Test func `is that it may, where it needs another library`() throws {
        #expect(try traits(["-Wl,--no-as-needed", "-lstdc++"]) == .mayChangeProcess)
    }

    @Test func `is that it may, where it is looked up in the old way`() throws {
        #expect(try traits(["-Wl,--hash-style=sysv"]) == .mayChangeProcess)
    }

    @Test func `is that it may, where it names places`() throws {
        #expect(
            try traits(["-Wl,-rpath,/usr/lib"]) == [.namesPlaces, .mayChangeProcess]
        )
    }
}
