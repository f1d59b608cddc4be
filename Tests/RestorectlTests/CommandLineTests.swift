import Foundation
import PseudoTerminal
import Testing

@Suite struct `The command line of restorectl` {
    let home: Home

    init() throws {
        home = try Home()
    }

    @Test func `suggests a command for one that is misspelt`() throws {
        let command = try home.restorectl("archve show")
        let subcommand = try home.restorectl("plugin lst")
        let stranger = try home.restorectl("frobnicate")

        #expect(
            command
                == Run(
                    errors: """
                        error: There is no command "archve"
                          fix: Did you mean archive?

                        """,
                    status: 64
                )
        )
        #expect(
            subcommand
                == Run(
                    errors: """
                        error: There is no command "lst"
                          fix: Did you mean list?

                        """,
                    status: 64
                )
        )
        #expect(
            stranger
                == Run(
                    errors: """
                        error: There is no command "frobnicate"
                          fix: Use plugin, route, archive or report.

                        """,
                    status: 64
                )
        )
    }

    @Test func `suggests an option for one that is misspelt`() throws {
        let run = try home.restorectl("archive show --previus")

        #expect(run.status == 64)
        #expect(
            run.errors.hasPrefix("Error: Unknown option '--previus'. Did you mean '--previous'?")
        )
        #expect(run.output == "")
    }

    @Test(arguments: [
        [], ["plugin"], ["plugin", "list"], ["plugin", "inspect"], ["route"], ["archive"],
        ["archive", "list"], ["archive", "show"], ["archive", "verify"], ["report"],
    ])
    func `helps with examples`(command: [String]) throws {
        let run = try home.restorectl(command + ["--help"])

        #expect(run.status == 0)
        #expect(run.errors == "")
        let isGroup = ["plugin", "archive"].contains(command.joined())
        #expect(run.output.contains("EXAMPLES:\n  restorectl ") || isGroup)
        #expect(
            run.output.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.hasPrefix("USAGE") }
        )
    }

    @Test func `says that its output cannot be written`() throws {
        try home.save(SavedProgram([]).image())

        let run = try home.run(
            "/bin/sh",
            "-c",
            "'\(Home.program)' archive show > /dev/full"
        )

        #expect(
            run
                == Run(
                    errors: """
                        error: The result could not be written: No space left on device
                           at: standard output
                          fix: Send it somewhere else, or make room.

                        """,
                    status: 1
                )
        )
    }

    @Test func `uses colours on a terminal only, and never with NO_COLOR`() throws {
        try home.save(SavedProgram([]).image())
        func rows(_ more: [String: String]) throws -> [TerminalRow] {
            let environment = TerminalProgram.standardEnvironment().merging(home.environment) { $1 }
            let terminal = try PseudoTerminal(
                running: TerminalProgram(
                    Home.program,
                    arguments: ["archive", "show"],
                    environment: environment.merging(more) { $1 }
                )
            )
            try terminal.waitForExit()
            return terminal.screen.snapshot.rows
        }
        let coloured = try rows([:])
        let plain = try rows(["NO_COLOR": "1"])
        let dumb = try rows(["TERM": "dumb"])

        #expect(coloured.map(\.text) == plain.map(\.text))
        #expect(coloured != plain)
        #expect(dumb == plain)
        #expect(try !home.restorectl("archive show").output.contains("\u{1B}"))
    }
}
