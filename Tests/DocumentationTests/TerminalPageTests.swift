import Foundation
import PseudoTerminal
import Testing

/// The program of `Docs/TerminalApps.md`, as a reader builds it.
@Suite struct `The program of the page on terminal apps` {
    @Test
    func `restores the open file, its scroll position and the half-typed remark after SIGKILL`()
        async throws
    {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "pager-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let built = try await Toolchain().buildTerminalProgram(
            ofPage: "Docs/TerminalApps.md",
            in: folder
        )
        #expect(built.isEmpty, "\(built)")
        let lines = (1...99).map { "Line \($0)" }.joined(separator: "\n")
        for name in ["a.txt", "b.md", "c.txt", "d.bin"] {
            try Data((name + "\n" + lines).utf8).write(to: folder.appending(path: name))
        }
        func start() throws -> TerminalLaunch {
            var environment = TerminalProgram.standardEnvironment()
            environment["HOME"] = folder.path
            return try TerminalLaunch(
                ["/usr/bin/env", "-C", folder.path, folder.path + "/program"],
                environment: environment
            )
        }

        func rows(_ launch: TerminalLaunch) -> [Substring] {
            launch.screen.text.split(separator: "\n", omittingEmptySubsequences: false)
        }

        let first = try start()
        #expect(rows(first)[1...3].map { $0.trimmed } == ["a.txt", "b.md", "c.txt"])
        for key in [TerminalKey.down, .down, .enter, .pageDown, .tab] {
            try first.perform(.key(key))
        }
        try first.perform(.text("half-typed 猫"))
        try first.perform(.paste(" and\npasted\u{1B}[5n"))
        #expect(rows(first)[1].hasPrefix("Line 20"))
        #expect(first.screen.text.contains("half-typed 猫 and pasted[5n"))
        try first.awaitDurable()
        try first.kill()
        let second = try start()

        #expect(second.screen == first.screen)
    }

    @Test func `calls its own handler of SIGQUIT`() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "pager-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let built = try await Toolchain().buildTerminalProgram(
            ofPage: "Docs/TerminalApps.md",
            after: "import Glibc\nsignal(SIGQUIT) { @Sendable _ in _exit(42) }\n",
            in: folder
        )
        #expect(built.isEmpty, "\(built)")
        var environment = TerminalProgram.standardEnvironment()
        environment["HOME"] = folder.path
        let launch = try TerminalLaunch([folder.path + "/program"], environment: environment)

        try launch.terminal.send(bytes: [0x1C])

        #expect(try launch.terminal.waitForExit() == .exited(42))
    }
}

extension StringProtocol {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
