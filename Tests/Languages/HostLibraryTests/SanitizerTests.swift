import Foundation
import TestSupport
import Testing

@Suite struct `Checked programs in C` {
    @Test(arguments: ["lifetime.c", "containers.c", "session.c", "threads.c"])
    func `are clean under AddressSanitizer`(source: String) throws {
        let program = try HostProgram(source, flags: ["-fsanitize=address"])
        defer { program.remove() }

        // The leaks of the library are valgrind's to find.
        let run = try program.run(environment: ["ASAN_OPTIONS": "detect_leaks=0"])

        #expect(run.output == "ok\n", "\(run.errors)")
        #expect(run.errors == "")
    }

    /// ThreadSanitizer sees the lock of the session's queue, which is a mutex of POSIX.
    @Test func `are clean under ThreadSanitizer, with changes on a second thread`() throws {
        let run = try runThreads(["-fsanitize=thread"])

        #expect(run.output == "ok\n", "\(run.errors)")
        #expect(run.errors == "")
    }

    @Test func `are not clean if a second thread does not report a change`() throws {
        let run = try runThreads(["-fsanitize=thread", "-DUNREPORTED"])

        #expect(run.errors.contains("WARNING: ThreadSanitizer: data race"), "\(run.errors)")
        #expect(run.status != 0)
    }

    private func runThreads(_ flags: [String]) throws -> FinishedProgram {
        let program = try HostProgram("threads.c", flags: flags)
        defer { program.remove() }
        return try program.run(
            environment: ["TSAN_OPTIONS": "ignore_noninstrumented_modules=1 halt_on_error=1"]
        )
    }

    @Test(arguments: ["lifetime.c", "containers.c", "session.c"])
    func `leak nothing definite under valgrind`(source: String) throws {
        let program = try HostProgram(source)
        defer { program.remove() }
        // valgrind cannot read the library's debug data.
        let library = program.state.appending(path: "librestoration.so.0").path
        let stripped = try FinishedProgram(
            "/usr/bin/env",
            [
                "strip", "--strip-unneeded", "-o", library,
                "\(HostProgram.library)/librestoration.so.0",
            ]
        )
        #expect(stripped.status == 0)

        // Undefined values are not judged: swift_initStructMetadata compares new memory before it
        // writes there, and the stripped library has no name for a suppression.
        let run = try program.run(
            by: [
                "valgrind", "--quiet", "--leak-check=full", "--errors-for-leak-kinds=definite",
                "--show-leak-kinds=definite", "--undef-value-errors=no", "--error-exitcode=9",
            ],
            environment: ["LD_LIBRARY_PATH": program.state.path]
        )

        #expect(run.output == "ok\n", "\(run.errors)")
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test func `use no more memory after 1,000 sessions than after 100`() throws {
        let program = try HostProgram("sessions.c", flags: ["-D_GNU_SOURCE"])
        defer { program.remove() }
        // In memory, where a save waits for no disk.
        let state = "/dev/shm/host-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: state) }

        // Without the free chunks that the allocator keeps for each thread, and counts as used.
        let tunables = "glibc.malloc.tcache_count=0"
        let run = try program.run(environment: ["STATE": state, "GLIBC_TUNABLES": tunables])

        let allocated = run.output.split(separator: "\n").compactMap { Double($0) }
        try #require(allocated.count == 2, "\(run.errors)")
        #expect(allocated[1] <= allocated[0] * 1.01)
    }
}
