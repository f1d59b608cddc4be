import Foundation
import PseudoTerminal
import Testing

@Suite struct `The command line of restorectl` {
    let home: Home

    init() throws {
        home = try Home()
    }

    @Test func `says which commands change something`() throws {
        #expect(
            try home.restorectl("--help").words.contains(
                "Only archive reinstate, archive drop, archive discard, archive retry, remote pull"
            )
        )
    }

    @Test(arguments: [
        ("archive show --previus", "Unknown option '--previus'", "Did you mean --previous?"),
        // A prefix of one option may resemble another option.
        ("plugin list --app org.example", "Unknown option '--app'", "Did you mean --application?"),
        (
            "plugin list --an --format json", "Unknown option '--an'",
            "Did you mean --any-application?"
        ),
        (
            "plugin list --a=1", "Unknown option '--a'",
            "Did you mean --application or --all or --any-application?"
        ),
        ("--versoin", "Unknown option '--versoin'", "Did you mean --version?"),
        // An option that resembles no other, then one that does, together with a missing argument.
        (
            "plugin list --pin x", "Unknown option '--pin'",
            "Use it as restorectl plugin list --help shows."
        ),
        (
            "archive show --format xml", "The value 'xml' is invalid for '--format <format>'",
            "Write one of 'text' and 'json'."
        ),
        (
            "plugin inspect", "Missing expected argument '<file>'",
            "Use it as restorectl plugin inspect --help shows."
        ),
        (
            "plugin list --all", "--all shows the plugins that one application does not use",
            "Name it with --application."
        ),
        ("archve show", #"There is no command "archve""#, "Did you mean archive?"),
        ("plugin lst", #"There is no command "lst""#, "Did you mean list?"),
        (
            "frobnicate", #"There is no command "frobnicate""#,
            "Use host, plugin, binding, route, archive, remote, key, report, doctor or storyboard."
        ),
        ("verify", #"There is no command "verify""#, "Did you mean restorectl archive verify?"),
        (
            "list", #"There is no command "list""#,
            "Did you mean restorectl plugin list, restorectl archive list or restorectl remote list?"
        ),
        (
            "plugin check lib.so --only state.randm", #"There is no rule "state.randm""#,
            "Did you mean state.random? restorectl plugin check --list shows all rules."
        ),
        (
            "route --application org.example.petfinder a --pin zebra",
            #""zebra" names no plugin to pin"#,
            "Write a plugin's id, then a class and a route if need be, such as"
                + " org.example.notes:Note@Tabs/*/Note."
        ),
    ])
    func `reports wrong arguments, with a correction`(
        line: String,
        problem: String,
        remedy: String
    ) throws {
        let run = try home.restorectl(line)

        run.expect(error: problem, fix: remedy, status: 64)
    }

    @Test(arguments: [
        ("--plugin x", "Unknown option '--plugin'", "Did you mean --plugins?"),
        (
            "--plugins", "Missing value for '--plugins <directory>'",
            "Use it as petfinder --help shows."
        ),
        ("x", "Unexpected argument 'x'", "Use it as petfinder --help shows."),
    ])
    func `is parsed like Pet Finder's`(line: String, problem: String, remedy: String) throws {
        let run = try home.run(
            Self.product("petfinder"),
            line.split(separator: " ").map(String.init)
        )

        run.expect(error: problem, fix: remedy, status: 64)
    }

    @Test(arguments: [
        ("restorectl", "plugin list --directory ./none", "--directory"),
        ("restorectl", "plugin list --directory /dev/null --application a.b", "--directory"),
        ("restorectl", "route --application a.b --directory ./none A/B", "--directory"),
        ("petfinder", "--plugins ./none", "--plugins"),
    ])
    func `reports a named directory that does not exist`(
        program: String,
        line: String,
        option: String
    ) throws {
        let arguments = line.split(separator: " ").map(String.init)

        let run = try home.run(Self.product(program), arguments)

        let place = try #require(arguments.first { $0.hasPrefix("./") || $0.hasPrefix("/") })
        run.expect(
            error: "There is no such directory",
            at: place,
            fix: "Pass a directory with plugins, or omit \(option)."
        )
    }

    @Test func `reports a named program that does not exist`() throws {
        let run = try home.restorectl("plugin list --program ./none")

        run.expect(
            error: "There is no such program",
            at: "./none",
            fix: "Pass the program's file, or omit --program."
        )
    }

    private static func product(_ name: String) -> String {
        URL(fileURLWithPath: Home.program).deletingLastPathComponent()
            .appendingPathComponent(name).path
    }

    @Test func `says which versions it speaks`() throws {
        let run = try home.restorectl("--version")

        #expect(
            run == Run(output: "restorectl 0.1.0\nplugin ABI 0.3, archive format 1\n")
        )
    }

    @Test func `warns of a relative directory in an environment variable`() throws {
        let run = try home.run(
            "/bin/sh",
            "-c",
            "XDG_STATE_HOME=state '\(Home.program)' archive list"
        )

        run.expect(
            output: "No application has saved state in ~/.local/state.\n",
            errors: """
                warning: XDG_STATE_HOME ("state") is not an absolute path and is ignored: \
                ~/.local/state is used
                     at: environment variable XDG_STATE_HOME
                    fix: Write the whole path, from '/' on.

                """
        )
    }

    @Test(arguments: [
        [], ["plugin"], ["plugin", "list"], ["plugin", "inspect"], ["route"], ["archive"],
        ["archive", "list"], ["archive", "show"], ["archive", "verify"], ["report"],
        ["doctor"], ["archive", "reinstate"], ["archive", "discard"],
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

        run.expect(
            error: "The result could not be written: No space left on device",
            at: "standard output",
            fix: "Write to another place, or free some space."
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
