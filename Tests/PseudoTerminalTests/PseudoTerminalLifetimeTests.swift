import Glibc
import PseudoTerminal
import RestorationCore
import Testing

@Suite struct `The end of a program on a pseudo-terminal` {
    @Test(arguments: 0..<20)
    func `comes after all of its output`(status: Int32) throws {
        let terminal = try shell(
            "head -c 30000 /dev/zero | tr '\\0' x; echo; echo last; exit $1",
            arguments: ["\(status)"]
        )

        #expect(try terminal.waitForExit() == .exited(status))

        #expect(terminal.screen.text.hasSuffix("x\nlast"))
        #expect(terminal.status == .exited(status))
    }

    @Test func `is told apart from a signal`() throws {
        let terminal = try shell("echo before; kill -STOP $$; echo after")
        try terminal.waitForText("before")

        terminal.signal(SIGKILL)

        #expect(try terminal.waitForExit() == .signaled(SIGKILL))
        #expect(terminal.screen.text == "before")
        terminal.signal(SIGKILL)
    }

    @Test func `comes with the last reference, and leaves no process behind`() throws {
        var terminal: PseudoTerminal? = try shell("trap '' HUP TERM; echo ready; read line")
        try terminal?.waitForText("ready")
        let process = try #require(terminal?.processIdentifier)
        #expect(kill(process, 0) == 0)

        terminal = nil

        // A zombie would still be there.
        #expect(kill(process, 0) == -1 && errno == ESRCH)
    }

    @Test func `ends a wait at once and shows the screen`() throws {
        let terminal = try shell("printf 'no such cat'; exit 3", rows: 2, columns: 12)

        let error = #expect(throws: PseudoTerminalError.self) {
            try terminal.waitForText("Luna", within: .seconds(3600))
        }

        #expect(
            error?.description == """
                error: The program exited with status 3 while waiting for the text "Luna"
                   at: /bin/sh, cursor at row 0, column 11
                ┌────────────┐
                │no such cat │
                │            │
                └────────────┘
                  fix: Look for the program's own message on the screen.
                """
        )
    }

    @Test func `does not come, and a wait says so when its time is over`() throws {
        let terminal = try shell("printf '\\033[?25lno such cat'; read line", rows: 1, columns: 12)
        try terminal.waitForText("cat")

        let error = #expect(throws: PseudoTerminalError.self) {
            try terminal.waitForExit(within: .milliseconds(1))
        }

        #expect(
            error?.description == """
                error: Waited 0.001 seconds in vain for the end of the program
                   at: /bin/sh, cursor hidden
                ┌────────────┐
                │no such cat │
                └────────────┘
                  fix: Compare the screen with what the program should have drawn.
                """
        )
    }

    @Test(arguments: [
        (TerminalProgram("/nonexistent/petfinder"), "execve failed: No such file or directory"),
        (TerminalProgram("/etc/passwd"), "execve failed: Permission denied"),
    ])
    func `is no question if it cannot be started`(program: TerminalProgram, problem: String) {
        let error = #expect(throws: PseudoTerminalError.self) {
            _ = try PseudoTerminal(running: program)
        }

        #expect(error?.diagnosis.problem == problem)
        #expect(error?.diagnosis.place == program.path)
    }
}

@Suite struct `Input for a program on a pseudo-terminal` {
    @Test func `may be more than the kernel holds`() throws {
        let terminal = try shell("stty raw -echo; printf ready; head -c 100000 | wc -c")
        try terminal.waitForText("ready")

        try terminal.send(bytes: Array(repeating: UInt8(ascii: "x"), count: 100_000))

        try terminal.waitForText("100000")
    }

    @Test func `that is not read is an error when its time is over`() throws {
        let terminal = try shell("stty raw -echo; printf ready; kill -STOP $$")
        try terminal.waitForText("ready")

        let error = #expect(throws: PseudoTerminalError.self) {
            let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 100_000)
            try terminal.send(bytes: bytes, within: .milliseconds(20))
        }

        #expect(
            error?.diagnosis.problem
                == "Waited 0.02 seconds in vain for the program to read its input"
        )
    }

    @Test func `is an error if nobody has the terminal open`() throws {
        let terminal = try shell(
            "exec sh -c 'echo closed >&3; kill -STOP $$' <&- >&- 2>&-",
            reports: [3]
        )
        _ = try terminal.nextReport(from: 3)

        // A process that another test is just starting may hold the terminal until it executes.
        let error = #expect(throws: PseudoTerminalError.self) {
            while true { try terminal.send("x") }
        }

        #expect(
            error?.diagnosis.problem
                == "The program closed its descriptor while waiting for "
                + "the program to read its input"
        )
    }
}
