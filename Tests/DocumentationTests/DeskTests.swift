import Foundation
import PseudoTerminal
import Testing

/// The program of `Docs/Hosts/BuildingADesk.md` with the plugins of `Docs/Plugins/DeskPlugins.md`,
/// as a reader of both pages builds it.
@Suite struct `The desk of the documents` {
    @Test func `comes back with its plugins' objects after SIGKILL`() async throws {
        let home = try await Home()

        let first = try home.desk()
        try first.wait(for: "Desk/Counter: 0 lines, start 1")
        try first.send("Note Feed the cats\n")
        try first.wait(for: "Desk/Note: Feed the cats")
        try first.send("Counter one\n")
        try first.wait(for: "Desk/Counter: 1 lines, start 1\n(saved)")
        first.signal(SIGKILL)
        try first.waitForExit()
        let second = try home.desk()

        try second.wait(for: "Desk/Note: Feed the cats\nDesk/Counter: 1 lines, start 2")
        try second.send("quit\n")
        try second.waitForExit()
    }

    @Test func `has plugins that keep the rules`() async throws {
        #expect(try await Toolchain().brokenRules(in: try await Home.built.value) == nil)
    }
}

/// A reader's home. All tests share one build of the program and its plugins.
private final class Home {
    static let built = Task {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "desk-\(UUID().uuidString)")
        let output = try await Toolchain().buildDesk(in: folder)
        #expect(output.isEmpty, "\(output)")
        return folder
    }
    private let path: URL
    private let programs: URL

    init() async throws {
        programs = try await Self.built.value
        path = FileManager.default.temporaryDirectory.appending(path: "home-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: path) }

    func desk() throws -> PseudoTerminal {
        let own = [
            "HOME": path.path,
            "RESTORATION_PLUGIN_PATH": programs.appending(path: "plugins").path,
        ]
        return try PseudoTerminal(
            running: TerminalProgram(
                programs.appending(path: "desk").path,
                environment: TerminalProgram.standardEnvironment().merging(own) { $1 }
            )
        )
    }
}

extension PseudoTerminal {
    /// Waits until the screen shows a text.
    fileprivate func wait(for text: String) throws {
        try waitUntil("the text \(text)") { screen in
            screen.snapshot.rows.map(\.text).joined(separator: "\n").contains(text)
        }
    }
}
