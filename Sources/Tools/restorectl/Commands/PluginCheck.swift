import ArgumentParser
import FoundationEssentials
import RestorationCore
import RestorationDiscovery
import RestorationTesting

struct PluginCheck: Command {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Runs a plugin's code, and checks it against the rules of plugins.",
        discussion: """
            Checks \(PluginConformance.rules.count) rules: the file and its manifest, the effects \
            of loading the library, its objects' handling of their own state and of empty, \
            truncated, random and older state, and the resources that they leave in the process. \
            Each rule is checked in a process of its own, which is aborted after 60 seconds or \
            --time-limit. The check calls the methods of the classes with values at their \
            limits, so do not check a plugin whose methods delete data.

            --examples names a JSON file with the classes' inputs:

              { "Note": { "parameters": {"pet": 17},
                          "calls": [["setText", "Half a sentence"]],
                          "older": {"1": {"title": "as schema version 1 stored it"}} } }

            The exit status is 1 if a rule is broken, and 2 if the classes could \
            not be checked, for example because they need an interface that only their host has.

            EXAMPLES:
              restorectl plugin check ./libnotes.so
              restorectl plugin check ./libnotes.so --only state.random --seed 7
              restorectl plugin check ./build/*.so --junit report.xml
            """
    )

    @Argument(help: "The libraries, NAME.so.")
    var files: [String] = []

    @OptionGroup var conditions: CheckConditions

    @Option(
        help: ArgumentHelp(
            "Checks only this rule, or those with this prefix, such as state. May be repeated.",
            valueName: "rule"
        )
    )
    var only: [String] = []

    @Option(
        help: ArgumentHelp("How long each rule may take.", valueName: "seconds")
    )
    var timeLimit = 60

    @Option(help: ArgumentHelp("Writes the results as JUnit does, for CI.", valueName: "file"))
    var junit: String?

    @Option(
        help: ArgumentHelp(
            "The directory for files that reproduce failures; by default a new one in TMPDIR.",
            valueName: "directory"
        )
    )
    var reproducers: String?

    @Flag(help: "Shows the rules that are met, too.")
    var all = false

    @Flag(help: "Lists the rules, and checks no plugin.")
    var list = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (1...86_400).contains(timeLimit) else {
            throw ValidationError("--time-limit takes 1 to 86400 seconds.")
        }
        guard list || !files.isEmpty else {
            throw ValidationError("Pass a library, or use --list to see the rules.")
        }
    }

    func findings() throws -> Findings {
        let rules = try RuleSelection(only)
        guard !list else { return Findings(RuleList(rules: rules.selected)) }
        for file in files where !FileManager.default.fileExists(atPath: file) {
            throw DiscoveryError.unreadable(file: file, .notFound)
        }
        try checkNames(in: try conditions.read().examples)
        var checked: [CheckedPlugin] = []
        var folder = ReproducerFolder(path: reproducers)
        for file in files {
            let run = try RuleRun(file: file, conditions: conditions, limit: .seconds(timeLimit))
            checked.append(try CheckedPlugin(file, by: run, rules, reproducers: &folder))
        }
        if let junit { try JUnitReport(checked).write(to: junit) }
        return Findings(
            CheckedPlugins(plugins: checked, showsAll: all),
            status: checked.contains { $0.hasFailed }
                ? .failed : checked.contains { $0.isPartial } ? .inPart : .done
        )
    }
}

extension PluginCheck {
    /// An example with a wrong class name would be ignored silently.
    private func checkNames(in examples: PluginExamples) throws {
        guard let file = conditions.examples else { return }
        let known = files.compactMap { try? DiscoveredPlugin(inspecting: $0).manifest }
            .flatMap { $0.classes.map(\.name) + $0.converters.map(\.source.className) }
        // If no manifest is readable, a rule reports that.
        guard !known.isEmpty else { return }
        for name in examples.older.keys.sorted() where !known.contains(name) {
            throw CommandError.examplesOfUnknownClass(
                file,
                className: name,
                near: Spelling.nearest(to: name, among: known)
            )
        }
    }
}

struct CheckConditions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The application that uses the plugin; by default the first one that it names.",
            valueName: "id"
        )
    )
    var application: String?

    @Option(
        help: ArgumentHelp(
            "The classes' inputs: parameters, calls, older state.",
            valueName: "file"
        )
    )
    var examples: String?

    @Option(help: ArgumentHelp("The seed of random state.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp(
            "The number of objects created to find leaks; a fifth as many random states are tried.",
            valueName: "number"
        )
    )
    var iterations = 1_000

    func validate() throws {
        guard (10...1_000_000).contains(iterations) else {
            throw ValidationError("--iterations takes 10 to 1000000.")
        }
    }

    func read() throws -> (application: ApplicationIdentifier?, examples: PluginExamples) {
        (
            try application.map(ApplicationIdentifier.parse),
            try examples.map(ExampleFile.examples) ?? PluginExamples()
        )
    }

    var arguments: [String] {
        (application.map { ["--application", $0] } ?? [])
            + (examples.map { ["--examples", $0] } ?? [])
            + (seed == 1 ? [] : ["--seed", "\(seed)"])
            + (iterations == 1_000 ? [] : ["--iterations", "\(iterations)"])
    }
}
