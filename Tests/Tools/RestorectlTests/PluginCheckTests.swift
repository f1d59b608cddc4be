import Foundation
import RestorationTesting
import TestSupport
import Testing

@Suite struct `restorectl plugin check` {
    let home: Home

    init() throws {
        home = try Home()
    }

    @Test(arguments: Defect.all)
    func `finds a plugin that breaks a rule, by that rule alone`(defect: Defect) throws {
        // Other rules need few iterations.
        let isLongTerm = ["object.leaks", "state.random"].contains(defect.rule)
        let lives = isLongTerm ? [] : ["--iterations", "50"]
        // A class that reads nothing breaks the rule at once if an example has prepared the object.
        let calls = defect.rule == "state.reads" ? "" : #"["add", 5]"#
        let rules = Self.rules(with: defect).flatMap { ["--only", $0] }
        let arguments = defect.arguments + lives + rules
        let run = try check(home.compile(defect), arguments, calls: calls)

        #expect(run.broken == [defect.rule], "\(run.findings)")
        #expect(run.status == 1)
    }

    /// The broken rule, and every tenth of the rules independent of it, which differ for each
    /// defect. Empty for all rules, as `make soak` requests with `RESTORATION_ALL_RULES`.
    private static func rules(with defect: Defect) -> [String] {
        guard ProcessInfo.processInfo.environment["RESTORATION_ALL_RULES"] == nil else { return [] }
        let rules = PluginConformance.rules
        var needing: Set<String> = [defect.rule]
        for rule in rules where !needing.isDisjoint(with: rule.needs) { needing.insert(rule.id) }
        let shift = rules.firstIndex { $0.id == defect.rule } ?? 0
        let others = rules.enumerated().filter { ($0.offset + shift).isMultiple(of: 10) }
        return [defect.rule] + others.map(\.element.id).filter { !needing.contains($0) }
    }

    @Test func `has a defective plugin for every rule`() {
        #expect(Set(Defect.all.map(\.rule)) == Set(PluginConformance.rules.map(\.id)))
        #expect(PluginConformance.rules.count >= 40)
    }

    @Test func `passes a plugin that keeps all rules`() throws {
        let file = try home.compile()

        let run = try home.restorectl(
            ["plugin", "check", file, "--examples", try home.examples()]
        )

        run.expect(
            output: """
                org.example.sample 1.0.0
                    ~/build/libsample.so

                    72 rules: 71 kept, 1 not applicable

                """
        )
    }

    @Test func `saves the input of a failed check`() throws {
        let file = try home.compile(Defect("state.limits"))
        let folder = home.path + "/reproducers"

        let run = try home.restorectl([
            "plugin", "check", file, "--only", "state.limits", "--reproducers", folder,
        ])

        #expect(run.status == 1)
        let bytes = try Data(
            contentsOf: URL(filePath: folder + "/libsample.so.state.limits.json")
        )
        let reproducer = try JSONDecoder().decode(StoredReproducer.self, from: bytes)
        #expect(reproducer.rule == "state.limits")
        #expect(reproducer.given?.name == "Sample")
        #expect(reproducer.given?.state.contains("count: \(Int64.max)") == true)
    }

    @Test func `writes JUnit files for CI systems`() throws {
        let file = try home.compile(Defect("state.empty"))
        let report = home.path + "/report.xml"

        let run = try home.restorectl([
            "plugin", "check", file, "--only", "state.empty", "--only", "state.cycle", "--junit",
            report,
        ])

        let text = try String(contentsOfFile: report, encoding: .utf8)
        #expect(run.status == 1)
        #expect(text.contains("tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\""), "\(text)")
        #expect(text.contains("<failure message=\"Sample: an empty record was not restored"))
    }

    @Test func `skips classes that need an interface of their host`() throws {
        let file = try home.compile(
            Defect("", [#"-DINTERFACES=["org.example.desk.pen/1"]"#])
        )

        let run = try check(file)

        #expect(run.status == 2, "\(run.findings)")
        #expect(run.broken == [])
    }

    /// Sessions end while the plugin's threads look up the session that uses it.
    @Test func `outlives threads of a plugin that call the host all the time`() throws {
        let run = try check(
            home.compile(Defect("thread.calls", ["-DCALLS=3000"])),
            ["--only", "state.missing-key"]
        )

        #expect(run.broken == [], "\(run.findings)")
    }

    @Test func `reports a missing file, and examples for an unknown class`() throws {
        let file = try home.compile()
        let examples = try home.write(
            #"{"Smaple": {}, "Late": {}}"#.utf8,
            to: home.path + "/e.json"
        )

        let missing = try home.restorectl(["plugin", "check", file, "nowhere.so"])
        let misspelt = try home.restorectl(["plugin", "check", file, "--examples", examples])

        missing.expect(
            error: "Cannot be read: No such file or directory",
            at: "nowhere.so",
            fix: "Check the path, or install it again."
        )
        misspelt.expect(
            error: #"The examples are for a class "Smaple", which no manifest has"#,
            at: "~/e.json",
            fix: "Did you mean Sample?"
        )
    }

    @Test(arguments: ["12.0", "12"])
    func `reads a number of the examples by the type that a method takes`(number: String) throws {
        let directory = home.path + "/build"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        try ContractPlugin.compile("methods", into: directory)
        let examples = try home.write(
            #"{"Dial": {"calls": [["setZoom", \#(number)]]}}"#.utf8,
            to: home.path + "/e.json"
        )

        let run = try home.restorectl([
            "plugin", "check", directory + "/libmethods.so", "--only", "state.same-twice",
            "--examples", examples,
        ])

        #expect(run.errors.isEmpty && run.status == 0, "\(run)")
    }

    @Test func `checks a plugin even if SIGCHLD is ignored`() throws {
        let file = try home.compile()

        let run = try home.run(
            "/bin/sh",
            "-c",
            #"trap '' CHLD; exec "$0" plugin check "$1" --only state.same-twice"#,
            Home.program,
            file
        )

        #expect(run.errors.isEmpty && run.status == 0, "\(run)")
    }

    @Test(arguments: [
        ("[]", "It is not an object with a key for each class"),
        (#"{"Sample": []}"#, #"The value at "Sample" has the wrong kind"#),
        (
            #"{"Sample": {"calls": [["add", 1], 5]}}"#,
            #"The value at "Sample.calls[1]" has the wrong kind"#
        ),
        (
            #"{"Sample": {"calls": [[1]]}}"#,
            "A call is a list that begins with the method's name"
        ),
        (
            #"{"Sample": {"old": {}}}"#,
            #"A class has no example "old", but parameters, calls and older"#
        ),
        (
            #"{"Sample": {"older": {"one": {}}}}"#,
            #""older" has schema versions as keys, not "one""#
        ),
    ])
    func `says where a file of examples is wrong`(text: String, problem: String) throws {
        let file = try home.compile()
        let examples = try home.write(text.utf8, to: home.path + "/e.json")

        let run = try home.restorectl(["plugin", "check", file, "--examples", examples])

        #expect(run.errors.hasPrefix("error: \(problem)\n   at: ~/e.json\n"), "\(run)")
    }

    /// Checks a file, and parses the findings.
    private func check(
        _ file: String,
        _ arguments: [String] = [],
        calls: String = #"["add", 5]"#
    ) throws -> Checked {
        // clang prints the path of AddressSanitizer's runtime.
        let run = try home.run(
            "/usr/bin/env",
            [
                "PATH=\(Home.searchPath)", Home.program, "plugin", "check", file, "--format",
                "json", "--examples",
                try home.examples(calls: calls),
                "--reproducers", home.path + "/reproducers",
            ] + arguments
        )
        let plugins = try JSONDecoder().decode([StoredPlugin].self, from: Data(run.output.utf8))
        let broken = plugins.flatMap(\.rules).filter { $0.verdict == "failed" }
        return Checked(
            broken: broken.map(\.rule),
            findings: broken.compactMap(\.finding),
            status: run.status
        )
    }
}

private struct Checked {
    let broken: [String]
    let findings: [String]
    let status: Int32
}

private struct StoredPlugin: Decodable {
    struct Rule: Decodable {
        let rule: String
        let verdict: String
        let finding: String?
    }

    let rules: [Rule]
}

private struct StoredReproducer: Decodable {
    struct Given: Decodable {
        let name: String
        let state: [String]
    }

    let rule: String
    let given: Given?
}
