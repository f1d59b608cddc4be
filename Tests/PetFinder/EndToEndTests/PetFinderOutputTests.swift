import Foundation
import PetFinderDriver
import PseudoTerminal
import Testing

/// Pet Finder on a terminal that accepts no output, has hung up, or has an absurd size.
@Suite struct `Pet Finder on a terminal that fails` {
    /// A launch in which the user pressed Ctrl-S and then a key whose effect stays invisible.
    private func halted(in home: PetFinderHome) throws -> TerminalLaunch {
        let launch = try TerminalLaunch(in: home)
        try launch.terminal.send(.control("s"))
        try launch.terminal.send("2")
        return launch
    }

    private func awaitReport(_ line: String, from launch: TerminalLaunch) throws {
        while try launch.terminal.nextReport(from: 7, within: .seconds(10)) != line {}
    }

    @Test func `saves while the terminal accepts no output, and draws once it does`() throws {
        let home = try PetFinderHome()
        let launch = try halted(in: home)
        try awaitReport("idle 1", from: launch)
        #expect(!launch.terminal.screen.snapshot.text.contains("▌2 Matches"))

        try launch.terminal.send(.control("q"))

        let screen = try launch.terminal.waitForMarker("drawn 1")
        #expect(screen.text.contains("▌2 Matches"))
        try launch.terminal.send(.control("s"))
        try launch.terminal.send("1")
        try awaitReport("idle 2", from: launch)
        try launch.kill()
        #expect(try TerminalLaunch(in: home).screen.text.contains("▌1 Find"))
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGUSR1])
    func `exits on a signal while the terminal accepts no output, and restores the terminal`(
        signal: Int32
    ) throws {
        let home = try PetFinderHome()
        let launch = try halted(in: home)
        try awaitReport("idle 1", from: launch)

        launch.terminal.signal(signal)

        #expect(try launch.terminal.waitForExit(within: .seconds(10)) == .signaled(signal))
        #expect(!launch.terminal.screen.snapshot.text.contains("1 Find"))
    }

    @Test func `saves and ends when its terminal is closed, though SIGHUP is ignored`() throws {
        let home = try PetFinderHome()
        let terminal = try home.shell("trap '' HUP; exec \"$0\"")
        _ = try terminal.waitForMarker("drawn 0")
        try terminal.send("2")
        _ = try terminal.waitForMarker("drawn 1")

        terminal.hangUp()

        _ = try terminal.waitForExit(within: .seconds(10))
        #expect(try TerminalLaunch(in: home).screen.text.contains("▌2 Matches"))
    }

    @Test func `uses only a part of a window of 65,535 columns`() throws {
        let home = try PetFinderHome()
        let terminal = try home.shell("stty cols 65535 rows 65535; exec \"$0\"")
        _ = try terminal.waitForMarker("drawn 0")
        try terminal.send("q")

        #expect(try terminal.waitForExit() == .exited(0))
    }
}
