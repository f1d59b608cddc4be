import ArgumentParser
import RestorationCore
import RestorationDiscovery

/// Runs a plugin in a host of its own, step by step.
struct PluginRun: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Runs a plugin in a host of its own, step by step or from a script.",
        discussion: """
            Makes objects, shows their state, properties and methods, calls and sets them, saves, \
            and kills and restores: kill replaces the process by a new one, so that nothing is left \
            of the plugin but what was saved. Each call into the plugin is told in a line, with its \
            time and the bytes of state.

            Steps are read from standard input, or from the file that --script names; there, the first \
            that fails ends the run with exit status 1. The state is kept in a directory for temporary \
            files, and removed at the end.

            STEPS:
            \(RunStep.summaries.map { "  \($0.form.padded(to: 36))\($0.does)" }.joined(separator: "\n"))

            EXAMPLES:
              restorectl plugin run ./libnotes.so
              restorectl plugin run ./libnotes.so --script steps.txt --trace trace.json
            """
    )

    @Argument(help: "The library, NAME.so.")
    var file: String

    @Option(
        help: ArgumentHelp(
            "The program that runs, if not the first that it names.",
            valueName: "id"
        )
    )
    var application: String?

    @Option(help: ArgumentHelp("Reads the steps from this file.", valueName: "file"))
    var script: String?

    @Option(
        help: ArgumentHelp(
            "Writes each call as a trace event, for Perfetto.",
            valueName: "file"
        )
    )
    var trace: String?

    @Flag(help: "Tells no calls into the plugin.")
    var quiet = false

    @Option(help: .hidden)
    var resume: String?

    @Option(help: .hidden)
    var line = 0

    func run() throws {
        let streams = StandardStreams(environment: ProcessFacts.current.environment)
        let findings = Findings { () throws -> Findings in
            let folder = try RunFolder(resume)
            // A kill goes on in the next process, with this folder.
            defer { folder.remove() }
            var host = try RunHost(self, in: folder, streams)
            return Findings(nil, status: try host.run() ? .done : .failed)
        }
        findings.diagnoses.forEach { streams.report($0) }
        guard findings.status == .done else { throw ExitCode(findings.status.rawValue) }
    }
}
