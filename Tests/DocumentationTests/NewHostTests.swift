import Foundation
import TestSupport
import Testing

/// The project that `restorectl host new --language swift` begins. The others are tested where they
/// are installed.
@Suite struct `A new program in Swift` {
    @Test func `builds, and counts on after SIGKILL`() async throws {
        let toolchain = try Toolchain()
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "new-host-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let page = try await toolchain.run(
            toolchain.products.appending(path: "restorectl"),
            ["host", "new", "my-desk", "--language", "swift", "--directory", folder.path],
            output: folder.appending(path: "output")
        )
        try #require(page.hasPrefix("my-desk, a program in Swift"), "\(page)")
        let project = folder.appending(path: "my-desk")

        let messages = try await toolchain.buildNewHost("my_desk", in: project)
        try #require(messages.isEmpty, "\(messages)")
        let program = folder.appending(path: "desk")
        let typed = try FinishedProgram(
            "/bin/sh",
            ["-c", "printf 'one\\ntwo\\n' | exec '\(program.path)'"],
            environment: ["HOME": folder.path]
        )
        let second = try SpokenProgram("desk", in: folder)
        let line = try second.line()
        second.kill()
        let third = try SpokenProgram("desk", in: folder)
        let last = try third.line()
        third.kill()

        #expect(typed.output.hasPrefix("Start number 1, 0 lines so far."), "\(typed.errors)")
        #expect(line.hasPrefix("Start number 2, 2 lines so far."))
        // The second may have ended before its save.
        #expect(last.contains(", 2 lines so far."))
    }
}
