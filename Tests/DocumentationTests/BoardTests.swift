import Foundation
import TestSupport
import Testing

/// The program of `Docs/Examples/Board`, with and without its plugin.
@Suite struct `An object of a plugin in a program with a storyboard` {
    @Test func `is restored, and retained while its plugin is missing`() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "board-\(UUID().uuidString)")
        let plugins = folder.appending(path: ".local/share/restoration/plugins")
        try FileManager.default.createDirectory(at: plugins, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = try await Toolchain().buildBoard(in: folder, plugins: plugins)
        try #require(output.isEmpty, "\(output)")

        let first = try SpokenProgram("Board", in: folder)
        #expect(try first.line() == "Start")
        #expect(try first.does("open") == "Content: pressed 0 times")
        // The controller and its object are saved. The press must trigger a save by itself.
        #expect(try first.does("background") == "Content: pressed 0 times")
        let archive = folder.appending(path: ".local/state/local.board/restoration/archive")
        let before = try Data(contentsOf: archive)
        #expect(try first.does("press") == "Content: pressed 1 times")
        let deadline = ContinuousClock.now + .seconds(30)
        while try Data(contentsOf: archive) == before {
            try #require(ContinuousClock.now < deadline, "The press is not saved")
            await Task.yield()
        }
        first.kill()

        let library = plugins.appending(path: "libpresses.so")
        let elsewhere = folder.appending(path: "libpresses.so")
        try FileManager.default.moveItem(at: library, to: elsewhere)
        let second = try SpokenProgram("Board", in: folder)
        let reason = "The plugin org.example.presses is not installed"
        #expect(try second.line() == "Content: \(reason)")
        #expect(try second.does("background") == "Content: \(reason)")
        second.kill()

        try FileManager.default.moveItem(at: elsewhere, to: library)
        let third = try SpokenProgram("Board", in: folder)
        #expect(try third.line() == "Content: pressed 1 times")
        #expect(try third.does("press") == "Content: pressed 2 times")
        third.kill()
    }
}
