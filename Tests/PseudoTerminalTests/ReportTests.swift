import Glibc
import PseudoTerminal
import RestorationCore
import Testing

@Suite struct `A report of a program` {
    @Test func `is a line on the descriptor that the program has for it`() throws {
        let terminal = try shell("echo one >&3; echo other >&5; echo two >&3", reports: [3, 5])

        #expect(try terminal.nextReport(from: 3) == "one")
        #expect(try terminal.nextReport(from: 3) == "two")
        #expect(try terminal.nextReport(from: 5) == "other")
    }

    @Test func `follows all earlier drawing`() throws {
        // So much output that the program is always ahead of the reader. All numbers have four
        // digits, so one drawn halfway over its predecessor is never smaller than that.
        let ballast = String(repeating: "x", count: 500)
        let terminal = try shell(
            """
            i=0
            while test $i -lt 1000; do
                i=$((i+1)); printf '\\r%04d\\033]0;%s\\007' $i $1; echo $i >&3
            done
            """,
            arguments: [ballast],
            reports: [3]
        )
        var newest = 0

        while newest < 1000 {
            newest = try #require(Int(try terminal.nextReport(from: 3)))
            newest = terminal.takeReports(from: 3).last.flatMap { Int($0) } ?? newest
            let drawn = try #require(Int(terminal.screen.text))
            #expect(drawn >= newest)
        }
    }

    @Test func `may exceed the kernel's buffer while the test waits for the screen`() throws {
        let terminal = try shell("yes | head -n 40000 >&3; printf drawn", reports: [3])

        try terminal.waitForText("drawn")

        #expect(terminal.takeReports(from: 3).count == 40_000)
    }

    @Test func `counts if it was finished before the program was killed`() throws {
        let terminal = try shell(
            "echo one >&3; echo two >&3; printf thr >&3; printf ready; read line",
            reports: [3]
        )
        try terminal.waitForText("ready")

        terminal.signal(SIGKILL)
        try terminal.waitForExit()

        #expect(terminal.takeReports(from: 3) == ["one", "two"])
        #expect(terminal.takeReports(from: 3).isEmpty)
    }

    @Test(arguments: [
        ("echo one >&3; exec 3>&-; kill -STOP $$", "closed its descriptor"),
        ("echo one >&3", "exited with status 0"),
    ])
    func `does not arrive if the program cannot send it`(
        script: String,
        reason: String
    ) throws {
        let terminal = try shell(script, reports: [3])
        #expect(try terminal.nextReport(from: 3) == "one")

        let error = #expect(throws: PseudoTerminalError.self) {
            try terminal.nextReport(from: 3)
        }

        #expect(
            error?.diagnosis.problem
                == "The program \(reason) while waiting for a report on descriptor 3"
        )
    }
}

@Suite struct `A mark of a program` {
    private static let script = """
        mark() { printf '\\033]777;%s\\007' "$1"; }
        printf a; mark one; printf b; mark two; printf c; mark three; printf d
        """

    @Test func `shows a screen that was overwritten at once`() throws {
        let terminal = try shell(Self.script)

        #expect(try terminal.waitForMarker("two").text == "ab")
        #expect(try terminal.nextMarker().text == "three")
        try terminal.waitForExit()

        #expect(terminal.screen.text == "abcd")
    }
}
