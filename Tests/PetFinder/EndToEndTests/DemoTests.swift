import Foundation
import PetFinderDriver
import PseudoTerminal
import TestSupport
import Testing

@Suite struct `The demo` {
    private let home: PetFinderHome
    /// The directory for the demo's temporary files.
    private let temporary: String

    init() throws {
        home = try PetFinderHome()
        temporary = home.root + "/temporary"
        try FileManager.default.createDirectory(
            atPath: temporary,
            withIntermediateDirectories: false
        )
    }

    private func run(_ arguments: [String]) throws -> FinishedProgram {
        try home.run("petfinder-demo", arguments, environment: ["TMPDIR": temporary])
    }

    /// The rows of the screen in `README.md`, which omits some of them.
    private func picture() throws -> [Substring] {
        let readme = try Repository.text(of: "README.md")
        return readme.split(separator: "\n").filter { row in
            "┌│└".contains { row.hasPrefix(String($0)) } && !row.contains("…")
        }
    }

    private func leftovers() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: temporary)
    }

    @Test func `ends with two equal screens, as the README shows`() throws {
        let demo = try run([])

        #expect(demo.status == 0)
        #expect(try leftovers() == [])
        let rows = try picture()
        #expect(rows.count > 8)
        for row in rows {
            #expect(demo.output.components(separatedBy: row).count >= 3, "Not there twice: \(row)")
        }
    }

    @Test func `fails if the archive is deleted in between, and leaves nothing behind`() throws {
        #expect(try run(["--delete-archive"]).status == 1)
        #expect(try leftovers() == [])
    }

    private func demo() throws -> PseudoTerminal {
        var environment = TerminalProgram.standardEnvironment()
        environment["TMPDIR"] = temporary
        return try PseudoTerminal(
            running: TerminalProgram("\(home.products)/petfinder-demo", environment: environment)
        )
    }

    /// The command lines of running programs that the demo started.
    private func programs() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { name in
            try? String(contentsOfFile: "/proc/\(name)/cmdline", encoding: .utf8)
        }.filter { $0.contains("--plugins\0" + temporary) }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `leaves nothing behind when a signal ends it`(signal: Int32) throws {
        for moment in ["Starting Pet Finder", "Start it yourself"] {
            let terminal = try demo()
            try terminal.waitForText(moment)

            terminal.signal(signal)

            let status = try terminal.waitForExit()
            #expect(status == .signaled(signal), "\(moment)")
            let rest = try leftovers()
            #expect(rest == [], "\(moment)")
            #expect(try programs() == [])
        }
    }

    @Test func `ends Pet Finder on a signal, and restores the terminal`() throws {
        let terminal = try demo()
        try terminal.waitForText("Start it yourself")
        try terminal.send("y\r")
        try terminal.waitUntil("Pet Finder itself") { screen in
            screen.snapshot.rows[0].text.hasPrefix(" 1 Find ▌2 Matches")
        }

        terminal.signal(SIGTERM)

        #expect(try terminal.waitForExit() == .signaled(SIGTERM))
        #expect(try leftovers() == [])
        #expect(try programs() == [])
        #expect(terminal.screen.snapshot.text.contains("Start it yourself"))
    }

    @Test func `starts Pet Finder for a user at a terminal who agrees`() throws {
        let terminal = try demo()
        try terminal.waitForText("Start it yourself")

        try terminal.send("y\r")
        // The demo's own pictures of the screen have a frame.
        try terminal.waitUntil("Pet Finder itself") { screen in
            screen.snapshot.rows[0].text.hasPrefix(" 1 Find ▌2 Matches")
        }
        // Leaves the name's field, where q is a letter.
        try terminal.send(.escape)
        try terminal.waitUntil("the details") { $0.snapshot.cursor == nil }
        try terminal.send("q")

        #expect(try terminal.waitForExit() == .exited(0))
        #expect(try leftovers() == [])
    }
}
