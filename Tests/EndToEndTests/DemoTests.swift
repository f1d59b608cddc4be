import Foundation
import PetFinderDriver
import PseudoTerminal
import Testing

@Suite struct `The demo` {
    private let home: PetFinderHome
    /// Where it makes its directories.
    private let temporary: String

    init() throws {
        home = try PetFinderHome()
        temporary = home.root + "/temporary"
        try FileManager.default.createDirectory(
            atPath: temporary,
            withIntermediateDirectories: false
        )
    }

    private func run(_ arguments: [String]) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "\(home.products)/petfinder-demo")
        process.arguments = arguments
        process.environment = ["TMPDIR": temporary]
        process.standardOutput = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    private func leftovers() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: temporary)
    }

    @Test func `ends with two equal screens`() throws {
        #expect(try run([]) == 0)
        #expect(try leftovers() == [])
    }

    @Test func `fails if the archive is deleted in between, and leaves nothing behind`() throws {
        #expect(try run(["--delete-archive"]) == 1)
        #expect(try leftovers() == [])
    }

    @Test func `starts Pet Finder for a person at a terminal who says so`() throws {
        var environment = TerminalProgram.standardEnvironment()
        environment["TMPDIR"] = temporary
        let terminal = try PseudoTerminal(
            running: TerminalProgram("\(home.products)/petfinder-demo", environment: environment)
        )
        try terminal.waitForText("Start it yourself")

        try terminal.send("y\r")
        // The demo's own pictures of the screen have a frame around them.
        try terminal.waitUntil("Pet Finder itself") { screen in
            screen.snapshot.rows[0].text.hasPrefix(" Pet Finder")
        }
        // Out of the name's field, in which q is a letter.
        try terminal.send(.escape)
        try terminal.waitUntil("the details") { $0.snapshot.cursor == nil }
        try terminal.send("q")

        #expect(try terminal.waitForExit() == .exited(0))
        #expect(try leftovers() == [])
    }
}
