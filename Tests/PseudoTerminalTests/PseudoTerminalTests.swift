import Glibc
import PseudoTerminal
import Testing

/// A terminal with a shell that runs a script.
func shell(
    _ script: String,
    arguments: [String] = [],
    environment: [String: String] = TerminalProgram.standardEnvironment(),
    inherited: [InheritedDescriptor] = [],
    reports: [Int32] = [],
    rows: Int = 24,
    columns: Int = 80
) throws -> PseudoTerminal {
    let program = TerminalProgram(
        "/bin/sh",
        arguments: ["-c", script, "sh"] + arguments,
        environment: environment,
        inherited: inherited,
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

    @Test func `gets its arguments, its directory and no variables but its own`() throws {
        let program = TerminalProgram(
            "/bin/sh",
            arguments: ["-c", "env; pwd; echo $1", "sh", "an argument"],
            environment: ["B": "2 ü", "PWD": "/"],
            workingDirectory: "/"
        )
        let terminal = try PseudoTerminal(running: program)

        let status = try terminal.waitForExit()

        // The shell is found without a path, so `env` is too.
        #expect(status == .exited(0))
        #expect(terminal.screen.text == "B=2 ü\nPWD=/\n/\nan argument")
    }

    @Test func `gets only the descriptors that it was given, under their new numbers`() throws {
        let notifier = inotify_init1(0)
        let below = dup(notifier)
        let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let above = dup(notifier)
        defer { for number in [notifier, below, socket, above] { close(number) } }
        let script = """
            readlink /proc/$$/fd/$1 /proc/$$/fd/$2
            if test -e /proc/$$/fd/$3 || test -e /proc/$$/fd/$4; then echo open; else echo closed; fi
            """

        // Each gets the number that the other one has here.
        let terminal = try shell(
            script,
            arguments: [notifier, socket, below, above].map { "\($0)" },
            inherited: [.init(notifier, as: socket), .init(socket, as: notifier)]
        )
        try terminal.waitForExit()

        let lines = terminal.screen.snapshot.rows.map(\.text)
        #expect(lines[0].hasPrefix("socket:"))
        #expect(lines[1...2] == ["anon_inode:inotify", "closed"])
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

        // Above 31 are the real-time signals, the first two of which belong to the C library.
        let masks = terminal.screen.text.split(separator: "\n").map { UInt64($0, radix: 16) }
        #expect(masks.map { $0.map { $0 & 0x7FFF_FFFF } } == [0, 0, 0])
    }

    @Test func `reads what is typed`() throws {
        let terminal = try shell("read line; echo \"<$line>\"")

        try terminal.send("hällo 日本")
        try terminal.send(.enter)
        try terminal.waitForExit()

        #expect(terminal.screen.text == "hällo 日本\n<hällo 日本>")
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

    @Test func `hears of a new size`() throws {
        let terminal = try shell("trap 'stty size; exit' WINCH; echo ready; while :; do :; done")
        try terminal.waitForText("ready")

        try terminal.resize(rows: 9, columns: 40)
        try terminal.waitForExit()

        #expect(terminal.screen.text == "ready\n9 40")
        #expect((terminal.screen.rowCount, terminal.screen.columnCount) == (9, 40))
    }

    @Test func `is drawn alike for every terminal type`() throws {
        let script = """
            tput smcup; tput enacs; tput clear; tput cup 1 3; tput bold; printf bold; tput sgr0
            tput cup 2 0; tput smacs; printf lqk; tput rmacs; tput rev; printf rev; tput sgr0
            tput cup 3 0; printf abcdef; tput cub 3; tput el; tput sc; tput cup 5 0; printf five
            tput rc; printf x; tput csr 4 6; tput cup 6 0; printf 'six\\n'; tput csr 0 7
            tput cup 7 2; printf end; printf '\\033]777;drawn\\007'; tput rmcup
            """
        let types = ["xterm-256color", "xterm", "vt100", "tmux-256color", "screen"]

        let screens = try types.map { type in
            let terminal = try shell(
                script,
                environment: TerminalProgram.standardEnvironment(type: type),
                rows: 8,
                columns: 20
            )
            return try terminal.waitForMarker("drawn")
        }

        #expect(screens[0].text == "\n   bold\n┌─┐rev\nabcx\nfive\nsix\n\n  end")
        #expect(screens[0].rows[1].cells[3].style.attributes == .bold)
        for screen in screens { #expect(screen.difference(from: screens[0]) == "") }
    }
}
