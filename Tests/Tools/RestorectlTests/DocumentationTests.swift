import Foundation
import RestorationCore
import RestorationStorage
import TestSupport
import Testing

@Suite struct `Docs/Restorectl.md` {
    /// A command of the document, and what the document says it prints.
    struct Example: CustomTestStringConvertible {
        let command: String
        let output: String
        var testDescription: String { command }
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
    func `shows what the program prints`(example: Example) throws {
        let home = try Home()
        try home.installSome()
        try home.installEditor(in: home.workingDirectory)
        try home.install("oldnotes", id: "org.example.notes", version: "0.9.0")
        try home.leaveState()
        if example.command.hasPrefix("binding") { try home.installLamp() }
        if example.command.hasPrefix("storyboard") { try home.leaveStoryboard() }
        if example.command.hasPrefix("plugin check") {
            let file = try home.compile(Defect("state.limits"))
            let place = home.workingDirectory + "/libsample.so"
            try FileManager.default.moveItem(atPath: file, toPath: place)
            _ = try home.examples()
            try FileManager.default.moveItem(
                atPath: home.path + "/examples.json",
                toPath: home.workingDirectory + "/examples.json"
            )
        }
        // Elsewhere it would be listed, too.
        if example.command.contains("org.example.atlas") { try home.leaveSetAside() }

        let command = example.command.replacing(Home.documented, with: Home.application)
        let run = try home.restorectlWithTools(command)

        #expect(run.asInTheDocument == example.output)
    }

    @Test func `has an example of every command`() {
        let commands = [
            "archive list", "archive list --set-aside", "archive show", "archive verify",
            "archive reinstate", "archive discard", "report", "doctor", "plugin list",
            "plugin inspect", "plugin new", "plugin check",
            "route", "binding check", "binding new", "storyboard check",
        ]
        for command in commands {
            #expect(Self.examples.contains { $0.command.hasPrefix(command) })
        }
    }
}

extension Home {
    /// The document shows the sample that people have, not the tests' own program.
    fileprivate static let documented = "org.restorationkit.petfinder"
    /// What the longer id adds to the column that it is in.
    fileprivate static let widening = String(
        repeating: " ",
        count: documented.count - application.count
    )

    /// Leaves what a program would whose key was lost for a while.
    fileprivate func leaveSetAside() throws {
        let application = "org.example.atlas"
        try save(try SavedProgram.petFinder().image(), for: application)
        let file = keys.path(for: store(application).application)
        let key = try Data(contentsOf: URL(fileURLWithPath: file))
        try Data(ArchiveKey().bytes).write(to: URL(fileURLWithPath: file))
        let store = store(application)
        _ = try store.open()
        store.close()
        try key.write(to: URL(fileURLWithPath: file))
    }

    /// Leaves what a program would that was started twice, with a plugin missing the second time.
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
    /// What a person sees, in a home as people have one.
    fileprivate var asInTheDocument: String {
        (output + errors).replacing("~/state", with: "~/.local/state")
            .replacing("~/data", with: "~/.local/share").replacing("~/share", with: "/usr/share")
            .replacing("~", with: "/home/ada").replacing("BIN", with: "/usr/bin")
            .replacing("APPLICATION     ", with: "APPLICATION     " + Home.widening)
            .replacing(Home.application, with: Home.documented)
    }
}
