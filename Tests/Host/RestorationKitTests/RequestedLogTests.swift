import Foundation
import TestSupport
import Testing

@testable import RestorationKit

/// Logs that users request with environment variables, without support from the program.
@Suite struct `The variable RESTORATION_LOG` {
    private let directory = URL(filePath: NSTemporaryDirectory())
        .appending(path: "requested-log-\(UUID().uuidString)")

    /// Runs a program that restores and saves one text.
    private func run(_ variables: [String: String]) throws -> String {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let finished = try FinishedProgram(
            SessionHelper.path,
            [directory.path, "half-typed"],
            environment: variables
        )
        return finished.errors
            .replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/, with: "TIME")
    }

    @Test func `has saves and restores written to standard error`() throws {
        defer { try? FileManager.default.removeItem(at: directory) }

        let first = try run(["RESTORATION_LOG": "save:info,restore:debug"])
        let second = try run(["RESTORATION_LOG": "save,restore:debug"])

        #expect(
            first == """
                TIME restore info No generation: nothing was restored
                TIME save info Saved generation 1: 1 object, 13 bytes

                """
        )
        #expect(
            second == """
                TIME restore info Generation 1: 1 restored
                TIME restore debug Page: restored
                TIME save info Saved generation 2: 1 object, 13 bytes

                """
        )
    }

    @Test func `writes entries to a file that only the user may read`() throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let file = directory.path + "/log"

        let errors = try run(["RESTORATION_LOG": "save", "RESTORATION_LOG_FILE": file])

        #expect(errors == "")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(
            text.hasSuffix(
                "save info Saved generation 1: 1 object, 13 bytes\n"
            )
        )
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `changes nothing if it is not set`() throws {
        defer { try? FileManager.default.removeItem(at: directory) }

        #expect(try run([:]) == "")
    }

    @Test func `names its unknown words`() throws {
        defer { try? FileManager.default.removeItem(at: directory) }

        let errors = try run(["RESTORATION_LOG": "save:loud,plugn,restore:error"])

        #expect(
            errors == """
                RESTORATION_LOG: there is no level "loud": use debug, info, warning, error.
                RESTORATION_LOG: there is no category "plugn": use plugin, restore, save, crash, all.

                """
        )
    }

    @Test func `ends no program and leaves no signal pending if its pipe has no reader`() async {
        await #expect(processExitsWith: .success) {
            unsafe setenv("RESTORATION_LOG", "debug", 1)
            signal(SIGPIPE, SIG_DFL)
            var ends: [Int32] = [-1, -1]
            unsafe pipe(&ends)
            dup2(ends[1], STDERR_FILENO)
            ends.forEach { close($0) }

            try lettingThrough(SIGPIPE) { try logSomething() }
            // Invariant (sigsetops(3)): the sets are local variables.
            var (blocked, pending) = (sigset_t(), sigset_t())
            unsafe sigemptyset(&blocked)
            unsafe sigaddset(&blocked, SIGPIPE)
            unsafe pthread_sigmask(SIG_BLOCK, &blocked, nil)
            try logSomething()
            unsafe sigpending(&pending)
            precondition(unsafe sigismember(&pending, SIGPIPE) == 0, "A signal is left behind")
        }
    }

    @Test func `takes a level for all categories, and others for some`() {
        let request = LogRequest("warning, plugin:debug")

        #expect(
            request.levels.mapValues { "\($0)" } == [
                .plugin: "debug", .restore: "warning", .save: "warning", .crash: "warning",
            ]
        )
        #expect(LogRequest("all").levels == LogRequest("info").levels)
        #expect(LogRequest("").levels == [:])
    }
}

private func logSomething() throws {
    let sandbox = Sandbox()
    let session = try sandbox.restoredSession(of: Screen("Tabs"))
    try session.preserveNow()
    session.close()
    withExtendedLifetime(sandbox) {}
}
