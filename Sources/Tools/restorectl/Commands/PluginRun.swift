import ArgumentParser
import RestorationCore
import RestorationDiscovery
import RestorationStorage

/// Runs a plugin in a host of its own, step by step.
struct PluginRun: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Runs a plugin in a host of its own, step by step or from a script.",
        discussion: """
            Makes objects, shows their state, properties and methods, calls and sets them, saves, \
            and kills and restores: kill replaces the process by a new one, so that \
            only the plugin's saved state remains. Each call into the plugin prints a line, with \
            its time and the bytes of state.

            Steps are read from a terminal, from standard input, or from the file that --script \
            names. Except on a terminal, the first step that fails ends the run with exit status 1. \
            The state is kept in a directory for temporary files, and removed at the end. After a \
            crash, the run names the code that crashed, and on a terminal continues with the saved \
            state. restorectl plugin dev finds the run, and reloads the plugin in it.

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
            "The application that runs the plugin; by default the first one that it names.",
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

    @Flag(help: "Prints no calls into the plugin.")
    var quiet = false

    @Flag(help: "Shows sensitive values as well.")
    var reveal = false

    @Option(help: .hidden)
    var resume: String?

    @Option(help: .hidden)
    var line = 0

    @Option(help: .hidden)
    var current: String?

    /// The crash that ended the previous process.
    @Option(help: .hidden)
    var crash: String?

    func run() throws {
        let streams = StandardStreams(environment: ProcessFacts.current.environment)
        let findings = Findings { () throws -> Findings in
            guard let resume else {
                return Findings(nil, status: try ProcessMonitor(self).run(streams))
            }
            let folder = try RunFolder(resume)
            // Not reached if the plugin ends the process.
            defer { folder.recordEnd() }
            var host = try RunHost(self, in: folder, streams)
            return Findings(nil, status: try host.run() ? .done : .failed)
        }
        findings.diagnoses.forEach { streams.report($0) }
        guard findings.status == .done else { throw ExitCode(findings.status.rawValue) }
    }

    /// The arguments of the process that continues the run. The plugin may have changed the working
    /// directory.
    func arguments(
        in folder: RunFolder,
        line: Int,
        current: String?,
        crash: String? = nil
    ) -> [String] {
        var arguments = ["plugin", "run", "--resume", folder.path, "--line", "\(line)"]
        arguments += application.map { ["--application", $0] } ?? []
        arguments += script.map { ["--script", $0] } ?? []
        arguments += trace.map { ["--trace", absolutePath($0)] } ?? []
        arguments += current.map { ["--current", $0] } ?? []
        arguments += crash.map { ["--crash", $0] } ?? []
        return arguments + (quiet ? ["--quiet"] : []) + (reveal ? ["--reveal"] : [])
            + ["--", absolutePath(file)]
    }
}
