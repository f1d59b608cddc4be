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

    @Test func `comes with the last reference, and leaves no process behind`() throws {
        var terminal: PseudoTerminal? = try shell("trap '' HUP TERM; echo ready; read line")
        try terminal?.waitForText("ready")
        let process = try #require(terminal?.processIdentifier)
        #expect(kill(process, 0) == 0)

        terminal = nil

        // A zombie would still exist.
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

    @Test(arguments: [
        (TerminalProgram("/nonexistent/petfinder"), "execve failed: No such file or directory"),
        (TerminalProgram("/etc/passwd"), "execve failed: Permission denied"),
    ])
    func `is an error if it cannot be started`(program: TerminalProgram, problem: String) {
        let error = #expect(throws: PseudoTerminalError.self) {
            _ = try PseudoTerminal(running: program)
        }

        #expect(error?.diagnosis.problem == problem)
        #expect(error?.diagnosis.place == program.path)
    }
}

@Suite struct `Input for a program on a pseudo-terminal` {
    @Test func `may exceed the kernel's buffer`() throws {
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
}
