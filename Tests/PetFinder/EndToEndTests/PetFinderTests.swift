import Foundation
import PetFinderDriver
import PseudoTerminal
import RestorationCore
import TestSupport
import Testing

/// The real program on a terminal, killed and launched again.
@Suite struct `Pet Finder` {
    private let home: PetFinderHome

    init() throws { home = try PetFinderHome() }

    private func rehearsedLife() throws -> TerminalLaunch {
        let launch = try TerminalLaunch(in: home)
        for step in Rehearsal.steps { try launch.perform(step) }
        return launch
    }

    @Test func `shows the same screen after it was killed`() throws {
        let launch = try rehearsedLife()
        try launch.awaitDurable()
        try launch.kill()

        let next = try TerminalLaunch(in: home)

        #expect(next.screen == launch.screen, "\(next.screen.difference(from: launch.screen))")
        #expect(next.screen.text.contains(Rehearsal.halfTypedText))
    }

    @Test func `names the screens that need a missing plugin, and restores their state with it`()
        throws
    {
        let launch = try rehearsedLife()
        try launch.awaitDurable()
        try launch.kill()

        let plugin = "\(home.pluginDirectory)/libPetEditor.so"
        try FileManager.default.moveItem(atPath: plugin, toPath: home.root + "/away.so")
        let without = try TerminalLaunch(in: home)
        #expect(!without.screen.text.contains(Rehearsal.halfTypedText))
        #expect(without.screen.text.contains("org.restorationkit.peteditor is not"))
        // After these saves, no generation from the time of the plugin remains.
        for step: TerminalLaunch.Step in [.key(.escape), .text("1"), .text("2")] {
            try without.perform(step)
            try without.awaitDurable()
        }
        #expect(without.durable.count >= 2)
        try without.kill()
        try FileManager.default.moveItem(atPath: home.root + "/away.so", toPath: plugin)

        let with = try TerminalLaunch(in: home)
        #expect(!with.screen.text.contains(Rehearsal.halfTypedText))
        try with.perform(.text("e"))
        #expect(with.screen == launch.screen, "\(with.screen.difference(from: launch.screen))")
    }

    @Test func `says that no saved state is left if all of it is damaged`() throws {
        let launch = try TerminalLaunch(in: home)
        for step: TerminalLaunch.Step in [.text("m"), .text("2"), .text("1")] {
            try launch.perform(step)
            try launch.awaitDurable()
        }
        try launch.kill()
        for name in ["archive", "archive.previous"] {
            let url = URL(filePath: "\(home.stateDirectory)/\(name)")
            var bytes = try Data(contentsOf: url)
            for index in bytes.indices.dropFirst(4500) { bytes[index] ^= 0xFF }
            try bytes.write(to: url)
        }

        let next = try TerminalLaunch(in: home)

        // The message takes several lines on a terminal of 80 columns.
        try next.terminal.waitUntil("the damage and what to do about it") { screen in
            let words = screen.snapshot.text.split(whereSeparator: \.isWhitespace)
            return words.joined(separator: " ").contains(
                "damaged. The program started afresh, because no other generation could be used."
                    + " restorectl archive list --set-aside lists the files."
            )
        }
    }

    @Test func `is saved when it is left with q`() throws {
        let launch = try rehearsedLife()
        try launch.awaitDurable()
        try launch.perform(.key(.escape))
        #expect(launch.hasUnsavedKeys)

        try launch.terminal.send("q")

        #expect(try launch.terminal.waitForExit() == .exited(0))
        let next = try TerminalLaunch(in: home)
        #expect(next.screen == launch.screen, "\(next.screen.difference(from: launch.screen))")
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
    func `is saved when a signal ends it`(signal: Int32) throws {
        let launch = try rehearsedLife()
        try type(in: launch, untilUnsaved: "x")
        #expect(launch.hasUnsavedKeys)

        launch.terminal.signal(signal)

        #expect(try launch.terminal.waitForExit() == .signaled(signal))
        let next = try TerminalLaunch(in: home)
        #expect(next.screen == launch.screen, "\(next.screen.difference(from: launch.screen))")
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
    func `prints the reason why it could not save on a signal, as q does`(signal: Int32) throws {
        try home.hinderSaving()
        let quit = try TerminalLaunch(in: home, columns: 200)
        try quit.terminal.send("q")
        #expect(try quit.terminal.waitForExit() == .exited(1))
        let reason = quit.terminal.screen.snapshot.text
        #expect(reason.contains("error: ") && reason.contains("fix: "))

        let launch = try TerminalLaunch(in: home, columns: 200)
        try launch.perform(.text("2"))
        launch.terminal.signal(signal)

        #expect(try launch.terminal.waitForExit() == .signaled(signal))
        #expect(launch.terminal.screen.snapshot.text == reason)
    }

    /// Types `text` until the last key is not yet saved. Types it again only if an autosave came
    /// right after the last key.
    private func type(in launch: TerminalLaunch, untilUnsaved text: String) throws {
        for _ in 0..<5 {
            try launch.perform(.text(text))
            guard !launch.hasUnsavedKeys else { return }
        }
    }

    @Test(arguments: [(10, 40), (5, 12), (1, 1), (60, 200)])
    func `follows the size of its terminal, and comes back at it`(rows: Int, columns: Int) throws {
        let launch = try rehearsedLife()

        try launch.terminal.resize(rows: rows, columns: columns)
        try launch.awaitRedraw()
        try launch.awaitDurable()
        try launch.kill()

        let next = try TerminalLaunch(in: home, rows: rows, columns: columns)
        #expect(next.screen == launch.screen, "\(next.screen.difference(from: launch.screen))")
        try next.terminal.resize(rows: 24, columns: 80)
        try next.awaitRedraw()
        #expect(next.screen.text.contains(Rehearsal.halfTypedText))
    }

    @Test func `leaves its screen as text for the next launch, and does not show it unasked`()
        throws
    {
        let launch = try rehearsedLife()
        try launch.end(with: SIGTERM)

        let shown = try home.restorectl("archive", "show", "--reveal", "--format", "json")
        let hidden = try home.restorectl("archive", "show", "--format", "json")

        // The first bytes of the text. "1 Find" starts with a space.
        #expect(shown.contains("text/plain"))
        let bytes = Data(" 1 Find ▌2 Matches".utf8)
        #expect(shown.contains(bytes.base64EncodedString().prefix(20)))
        #expect(!hidden.contains(bytes.base64EncodedString().prefix(20)))
    }

    @Test func `starts afresh after Q`() throws {
        let launch = try rehearsedLife()
        try launch.perform(.key(.escape))
        try launch.perform(.text("Q"))
        try launch.perform(.key(.tab))
        try launch.terminal.send(.enter)
        #expect(try launch.terminal.waitForExit() == .exited(0))

        let next = try TerminalLaunch(in: home)

        #expect(!next.screen.text.contains(Rehearsal.halfTypedText))
        #expect(next.screen != launch.screen)
    }

    @Test func `is not started twice`() throws {
        let launch = try TerminalLaunch(in: home)

        let second = try PseudoTerminal(
            running: TerminalProgram(
                "\(home.products)/petfinder",
                arguments: ["--plugins", home.pluginDirectory],
                environment: home.environment
            )
        )

        #expect(try second.waitForExit() == .exited(1))
        #expect(second.screen.text.contains("\(launch.terminal.processIdentifier)"))
    }

    @Test func `uses only LC_CTYPE of the user's locale`() throws {
        let name = "de_DE.UTF-8"
        let compiler = try FinishedProgram(
            "/usr/bin/localedef",
            ["-i", "de_DE", "-f", "UTF-8", "\(home.root)/\(name)"]
        )
        try #require(compiler.status == 0)
        home.furtherVariables = ["LOCPATH": home.root, "LC_ALL": name]

        let launch = try TerminalLaunch(in: home)

        // In this locale, every library of the program would read "0.5" as 0.
        let process = launch.terminal.processIdentifier
        let maps = try #require(FileHandle(forReadingAtPath: "/proc/\(process)/maps"))
        let mapped = String(decoding: try maps.readToEnd() ?? Data(), as: UTF8.self)
        #expect(mapped.contains("\(name)/LC_CTYPE"))
        #expect(!mapped.contains("\(name)/LC_NUMERIC"))
    }
}
