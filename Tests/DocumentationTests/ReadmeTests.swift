import Foundation
import PseudoTerminal
import Testing

/// The program of `README.md` with the plugins shown there and in `Docs/WritingAPlugin.md`, and
/// their output as the README shows it.
@Suite struct `The desk of the README` {
    @Test func `is a host of at most 25 lines, before any plugin`() throws {
        let examples = try Document(path: "README.md").examples.filter { $0.language == "swift" }

        let host = try #require(examples.first)

        #expect(host.marker == .compiled([.host]))
        #expect(host.code.split(separator: "\n").count <= 25)
    }

    @Test(arguments: ["README.md", "Docs/WritingAPlugin.md"])
    func `restores its items, and names the state that waits for a missing plugin`(
        note: String
    ) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "readme-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = try await Toolchain().buildReadme(in: folder, note: note)
        try #require(output.isEmpty, "\(output)")
        let transcript = try #require(
            try Document(path: "README.md").examples.map(\.code)
                .first { $0.hasPrefix("$ ./desk\n") }
        )

        let first = try run(in: folder)
        let second = try run(in: folder)
        if note != "README.md" {
            #expect(try await Toolchain().brokenRules(in: folder) == nil)
        }
        try FileManager.default.removeItem(at: folder.appending(path: "plugins/libcounter.so"))
        let without = try run(in: folder)

        #expect(first == "Start number 1\n2 items on the desk\n")
        #expect(second == "Start number 2\n2 items on the desk\n")
        #expect("$ ./desk\n" + without == transcript)
    }

    private func run(in folder: URL) throws -> String {
        let own = [
            "HOME": folder.path,
            "RESTORATION_PLUGIN_PATH": folder.appending(path: "plugins").path,
        ]
        // Wide enough for the longest line.
        let terminal = try PseudoTerminal(
            running: TerminalProgram(
                folder.appending(path: "desk").path,
                environment: TerminalProgram.standardEnvironment().merging(own) { $1 }
            ),
            columns: 200
        )
        #expect(try terminal.waitForExit() == .exited(0))
        let lines = terminal.screen.snapshot.rows.map(\.text).filter { !$0.isEmpty }
        return lines.map { $0 + "\n" }.joined()
    }
}
