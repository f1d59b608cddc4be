import Foundation
import TestSupport
import Testing

@Suite struct `Docs/Restorectl.md` {
    /// A command of the document, and its documented output.
    struct Example: CustomTestStringConvertible {
        let command: String
        let output: String
        var testDescription: String { command }

        /// The steps of a run, each of which the output repeats after `> `.
        var steps: String {
            let lines = output.split(separator: "\n").filter { $0.hasPrefix("> ") }
            return lines.map { $0.dropFirst(2) + "\n" }.joined()
        }
    }

    static let examples: [Example] = {
        let blocks = try! Repository.text(of: "Docs/Restorectl.md").components(separatedBy: "```")
        return blocks.compactMap { block in
            guard let start = block.range(of: "\n$ restorectl ") else { return nil }
            let lines = block[start.upperBound...].split(
                separator: "\n",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            return Example(command: String(lines[0]), output: String(lines[1]))
        }
    }()

    @Test(arguments: examples)
    func `shows the output of the program`(example: Example) throws {
        let home = try Home()
        try home.leaveState()
        if example.command.hasPrefix("plugin") {
            let file = try home.compile(Defect("state.limits"))
            let place = home.workingDirectory + "/libsample.so"
            try FileManager.default.moveItem(atPath: file, toPath: place)
            _ = try home.examples()
            try FileManager.default.moveItem(
                atPath: home.path + "/examples.json",
                toPath: home.workingDirectory + "/examples.json"
            )
        }
        let isRun = example.command.hasPrefix("plugin run")
        if isRun { try home.write(example.steps.utf8, to: home.workingDirectory + "/steps.txt") }

        let command = example.command.replacing(Home.documented, with: Home.application)
        let run = try home.restorectlWithTools(command)

        // The durations of calls differ from run to run.
        func comparable(_ output: String) -> String { isRun ? output.withoutTimes : output }
        #expect(comparable(run.asInTheDocument) == comparable(example.output))
    }

    /// The commands in the document's table.
    static let tabled: [String] = {
        let row = #/(?m)^\| `([a-z -]+)` \| \S.* \|$/#
        return try! Repository.text(of: "Docs/Restorectl.md").matches(of: row).map { String($0.1) }
    }()

    /// The commands for everyday tasks, each of which needs an example.
    static let everyday: Set = [
        "archive list", "archive show", "report", "plugin check", "plugin run",
    ]

    @Test func `shows or lists each command`() throws {
        let help = try Home().restorectl("--experimental-dump-help").output
        let tool = try JSONDecoder().decode(DumpedHelp.self, from: Data(help.utf8)).command
        let commands = tool.names
        let shown = commands.filter { name in
            Self.examples.contains { "\($0.command) ".hasPrefix("\(name) ") }
        }

        #expect((shown + Self.tabled).sorted() == commands.sorted())
        #expect(Self.everyday.subtracting(shown) == [])
    }
}

/// The commands as ArgumentParser describes them.
private struct DumpedHelp: Decodable {
    let command: Command

    struct Command: Decodable {
        let commandName: String
        let shouldDisplay: Bool
        let subcommands: [Command]?

        /// The commands below this one that its help lists, such as `archive show`, without `help`.
        var names: [String] {
            let visible = (subcommands ?? []).filter {
                $0.shouldDisplay && $0.commandName != "help"
            }
            return visible.flatMap { command in
                let below = command.names.map { "\(command.commandName) \($0)" }
                return below.isEmpty ? [command.commandName] : below
            }
        }
    }
}

extension Home {
    /// The document shows the id of the real sample, not that of the tests' program.
    fileprivate static let documented = "org.restorationkit.petfinder"
    /// The spaces that the longer id adds to its column.
    fileprivate static let widening = String(
        repeating: " ",
        count: documented.count - application.count
    )

    /// Leaves the state of a program that was launched twice, with a plugin missing the second
    /// time.
    fileprivate func leaveState() throws {
        let image = try SavedProgram.petFinder().image()
        try save(image, image)
        let report = """
            {"application": "org.example.petfinder", "reason": "launch", "generation": 1,
             "savedAt": 1791036309, "applicationVersion": "1.2", "notes": [], "objects": [
              {"path": "Tabs", "outcome": "restored"},
              {"path": "Tabs/Find", "outcome": "restored"},
              {"path": "Tabs/Matches", "outcome": "restored"},
              {"path": "Tabs/Matches/Details#cat 17", "className": "Details",
               "outcome": "restored"},
              {"path": "Tabs/Matches/Details#cat 17/Edit", "className": "PetEditor",
               "plugin": "org.example.editor", "outcome": "retained", "reason": {
                "problem": "The plugin org.example.editor is not installed",
                "remedy": "Install it again; the state is retained until then."}}]}
            """
        try leaveReport(report)
    }
}

extension Run {
    /// The output as a user with the usual directories sees it.
    fileprivate var asInTheDocument: String {
        (output + errors).replacing("~/state", with: "~/.local/state")
            .replacing("~/data", with: "~/.local/share").replacing("~/share", with: "/usr/share")
            .replacing("~", with: "/home/ada").replacing("BIN", with: "/usr/bin")
            .replacing("APPLICATION     ", with: "APPLICATION     " + Home.widening)
            .replacing(Home.application, with: Home.documented)
    }
}
