import Glibc
import PseudoTerminal
import Testing

func shell(
    _ script: String,
    arguments: [String] = [],
    environment: [String: String] = TerminalProgram.standardEnvironment(),
    reports: [Int32] = [],
    rows: Int = 24,
    columns: Int = 80
) throws -> PseudoTerminal {
    let program = TerminalProgram(
        "/bin/sh",
        arguments: ["-c", script, "sh"] + arguments,
        environment: environment,
        reports: reports
    )
    return try PseudoTerminal(running: program, rows: rows, columns: columns)
}

@Suite struct `A program on a pseudo-terminal` {
    @Test func `has a controlling terminal of the given size in a session of its own`() throws {
        let terminal = try shell(
            "test -t 0 && test -t 1 && test -t 2 && stty size </dev/tty; read line",
            rows: 7,
            columns: 33
        )

        try terminal.waitForText("7 33")

        #expect(getsid(terminal.processIdentifier) == terminal.processIdentifier)
        #expect(getpgid(terminal.processIdentifier) == terminal.processIdentifier)
    }

    @Test func `gets its arguments and no variables but its own`() throws {
        let program = TerminalProgram(
            "/bin/sh",
            arguments: ["-c", "tr '\\0' '\\n' </proc/$$/environ; echo $1", "sh", "an argument"],
            environment: ["A": "1", "B": "2 ü"]
        )
        let terminal = try PseudoTerminal(running: program)

        let status = try terminal.waitForExit()

        // The shell is found without a path, and so is `tr`.
        #expect(status == .exited(0))
        #expect(terminal.screen.text == "A=1\nB=2 ü\nan argument")
    }

    @Test func `neither blocks nor ignores signals`() throws {
        let program = TerminalProgram(
            "/bin/sed",
            arguments: ["-nE", "s/Sig(Blk|Ign|Cgt):\\t//p", "/proc/self/status"]
        )

        signal(SIGUSR2, SIG_IGN)
        let terminal = try PseudoTerminal(running: program)
        signal(SIGUSR2, SIG_DFL)
        try terminal.waitForExit()

        // Signals above 31 are the real-time signals. The first two belong to the C library.
        let masks = terminal.screen.text.split(separator: "\n").map { UInt64($0, radix: 16) }
        #expect(masks.map { $0.map { $0 & 0x7FFF_FFFF } } == [0, 0, 0])
    }

    @Test func `reads keys in the form that it asked for`() throws {
        let terminal = try shell(
            "stty raw -echo; printf ready; head -c 3 | od -An -tx1; printf '\\033[?1hagain';"
                + "head -c 3 | od -An -tx1"
        )

        try terminal.waitForText("ready")
        try terminal.send(.up)
        try terminal.waitForText("again")
        try terminal.send(.up)
        try terminal.waitForExit()

        #expect(terminal.screen.text.contains("1b 5b 41"))
        #expect(terminal.screen.text.contains("1b 4f 41"))
    }
}
