import Foundation
import PetFinderDriver
import PseudoTerminal
import TestSupport
import Testing

/// The state in which Pet Finder leaves its terminal.
@Suite struct `Pet Finder's terminal` {
    private let home: PetFinderHome
    private let terminal: PseudoTerminal

    init() throws {
        home = try PetFinderHome()
        var environment = home.environment
        // On a terminal, Swift would print a long crash report and wait for an answer.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        terminal = try PseudoTerminal(
            running: TerminalProgram("\(home.products)/petfinder", environment: environment)
        )
        try terminal.waitForText("Cat 1 of")
    }

    @Test func `is restored after q`() throws {
        try terminal.send("q")

        #expect(try terminal.waitForExit() == .exited(0))
        expectUntouched()
    }

    @Test(
        arguments: [
            SIGSEGV, SIGABRT, SIGILL, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ,
            SIGVTALRM,
            SIGPROF, SIGIO, SIGPWR, SIGSYS, SIGPIPE, 40,
        ]
    )
    func `is restored after a fatal signal`(signal: Int32) throws {
        terminal.signal(signal)

        #expect(try terminal.waitForExit() == .signaled(signal))
        expectUntouched()
    }

    @Test func `is restored after the quit key, which is not taken for a crash`() throws {
        let other = try PetFinderHome()
        let explained = try PseudoTerminal(
            running: TerminalProgram("\(other.products)/petfinder", environment: other.environment)
        )
        try explained.waitForText("Cat 1 of")

        try explained.send(bytes: [0x1C])

        #expect(try explained.waitForExit() == .signaled(SIGQUIT))
        #expect(!explained.screen.snapshot.text.contains("1 Find"))
    }

    @Test func `is left alone if it is unknown, or cannot move its cursor`() throws {
        for type in ["nonsense", "dumb"] {
            let other = try PetFinderHome()
            let unusable = try PseudoTerminal(
                running: TerminalProgram(
                    "\(other.products)/petfinder",
                    environment: other.environment.merging(["TERM": type]) { $1 }
                )
            )

            #expect(try unusable.waitForExit() == .exited(1))
            let text = unusable.screen.snapshot.text
            #expect(text.contains("TERM=\(type)") && text.contains("fix: Set TERM"))
        }
    }

    /// Pet Finder uses the alternate screen, so the earlier contents are back.
    private func expectUntouched() {
        #expect(!terminal.screen.snapshot.text.contains("1 Find"))
        #expect(terminal.screen.snapshot.cursor != nil)
    }
}

/// Pet Finder as a job of a shell.
@Suite struct `Pet Finder stopped with Ctrl-Z` {
    @Test func `saves, restores the terminal, and continues where it stopped`() throws {
        let home = try PetFinderHome()
        let terminal = try job(of: home, "read line; fg; echo \"ended: $?\"")
        _ = try terminal.waitForMarker("drawn 0")
        try terminal.send("2")
        let before = try terminal.waitForMarker("drawn 1")
        let early = terminal.takeReports(from: 7)
        #expect(early.filter { $0.hasSuffix(" 1") && !$0.hasPrefix("drawn") } == [])

        try terminal.send(.control("z"))
        try terminal.waitForText("stopped: \(128 + SIGTSTP)")

        let reports = terminal.takeReports(from: 7)
        #expect(reports.last { $0.hasPrefix("durable") }?.hasSuffix(" 1") == true)
        #expect(!terminal.screen.snapshot.text.contains("1 Find"))

        try terminal.send(.enter)
        #expect(try terminal.waitForMarker("drawn 1") == before)
        try terminal.send("q")
        try terminal.waitForText("ended: 0")
    }

    @Test func `stops each time, also while it draws`() throws {
        let home = try PetFinderHome()
        let launch = try TerminalLaunch(in: home, startedBy: .shell)

        for key in 1...100 {
            // The terminal accepts no output, so the program stays in the middle of drawing.
            try launch.terminal.send(.control("s"))
            try launch.terminal.send("?")
            while try launch.terminal.nextReport(from: 7) != "idle \(key)" {}
            // The key also resumes the output.
            try launch.terminal.send(.control("z"))

            try launch.terminal.waitForMarker("drawn \(key)")
            // The program draws again only after it has stopped.
            try launch.terminal.waitForMarker("drawn \(key)", within: .seconds(10))
        }
        try launch.kill()
    }

    @Test func `recognises the arrow keys again when it continues`() throws {
        let home = try PetFinderHome()
        let launch = try TerminalLaunch(in: home, startedBy: .shell)
        // The signal comes when a character is incomplete, before it is a key.
        try launch.terminal.send(bytes: [0xC3])
        launch.terminal.signalForeground(SIGTSTP)

        try launch.awaitRedraw()
        // The arrow keys have two forms. The program recognises the form that it requested.
        try launch.terminal.waitUntil("the arrow keys", within: .seconds(10)) {
            $0.usesApplicationCursorKeys
        }
        try launch.kill()
    }

    @Test func `takes the terminal again after SIGSTOP, and draws once`() throws {
        let home = try PetFinderHome()
        let terminal = try job(of: home, "stty sane; read line; fg; echo \"ended: $?\"")
        let before = try terminal.waitForMarker("drawn 0")
        terminal.signalForeground(SIGSTOP)
        try terminal.waitForText("stopped: \(128 + SIGSTOP)")

        try terminal.send("\n")

        #expect(try terminal.waitForMarker("drawn 0") == before)
        try terminal.send("2")
        #expect(try terminal.nextMarker().text == "drawn 1")
        try terminal.send("q")
        try terminal.waitForText("ended: 0")
    }

    @Test(arguments: [SIGSTOP, SIGTSTP])
    func `runs on in the background, and draws in the foreground`(signal: Int32) throws {
        let home = try PetFinderHome()
        let terminal = try job(of: home, "bg; read line; jobs; read line; fg; echo \"ended: $?\"")
        let before = try terminal.waitForMarker("drawn 0")
        terminal.signalForeground(signal)
        try terminal.waitForText("stopped: \(128 + signal)")

        try terminal.send("\n")
        try terminal.waitForText("Running")
        try terminal.send("\n")

        #expect(try terminal.waitForMarker("drawn 0") == before)
        try terminal.send("q")
        try terminal.waitForText("ended: 0")
    }

    /// A shell with job control that runs Pet Finder, and a script after Pet Finder has stopped.
    ///
    /// Without job control, the kernel would not stop a process that no shell could continue.
    private func job(of home: PetFinderHome, _ script: String) throws -> PseudoTerminal {
        try home.shell("set -m; \"$0\"; echo \"stopped: $?\"; \(script)")
    }
}

/// Pet Finder in places where it cannot start.
@Suite struct `Pet Finder's command line` {
    @Test func `needs a terminal`() throws {
        let result = try PetFinderHome().run("petfinder", [])

        #expect(result.status == 1)
        #expect(
            result.errors == """
                error: The program needs a terminal
                  fix: Run it in a terminal, without redirecting its input or output.

                """
        )
    }
}
