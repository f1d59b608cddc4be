import ArgumentParser
import RestorationCore
import RestorationDiscovery
import RestorationKit

/// Rebuilds a plugin after each change, and reloads it in running programs.
struct PluginDev: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dev",
        abstract: "Builds a plugin at each change, and reloads it in running programs.",
        discussion: """
            Builds the project in a directory, and again when a file in it changes, until it is \
            interrupted. After each build, running programs that allow reloads replace the old \
            code, and retain the state of all live objects; if anything fails, the old code \
            continues. A program allows reloads if its author has set acceptsReloads, and it runs \
            for the same user; restorectl plugin run allows them.

            The program has to find the build: start it with the library's directory in \
            RESTORATION_PLUGIN_PATH, or install the library with --build. Do not use cp for that: \
            it overwrites the code of the running program, as the linker mold does.

            Without --build, the project is built by the first of these files that it has:
            \(PluginProject.buildCommands.map { "  \($0.file.padded(to: 16))\($0.command)" }
                .joined(separator: "\n"))

            With --once, the exit status is 0 if a program has loaded the build and none \
            has refused it, 1 otherwise.

            EXAMPLES:
              restorectl plugin dev
              restorectl plugin dev notes --application org.example.desk
              restorectl plugin dev notes --build 'make install' --once
            """
    )

    @Argument(help: "The project's directory; without it, the current one.")
    var directory: String?

    @Option(
        help: ArgumentHelp(
            "Reloads in this program: an application's id, or the path of its state directory, with"
                + " a slash. May be repeated. Without it, in those that the plugin names.",
            valueName: "application-or-directory"
        )
    )
    var application: [String] = []

    @Option(help: ArgumentHelp("Builds with this command of the shell.", valueName: "command"))
    var build: String?

    @Option(
        help: ArgumentHelp(
            "The library that is built, if not the newest where build tools put them.",
            valueName: "file"
        )
    )
    var library: String?

    @Flag(help: "Builds and reloads once, and ends.")
    var once = false

    func run() throws {
        let streams = StandardStreams(environment: ProcessFacts.current.environment)
        do {
            let project = try PluginProject(directory ?? ".", buildCommand: build)
            var watch = ProjectWatcher(project)
            while true {
                let isReloaded = try watch.during { try reload(project, streams) }
                guard !once else {
                    if isReloaded { return }
                    throw ExitCode(Findings.Status.failed.rawValue)
                }
                watch.waitForChange()
            }
        } catch let status as ExitCode {
            throw status
        } catch {
            streams.report(Diagnosis(error))
            throw ExitCode(Findings.Status.failed.rawValue)
        }
    }

    /// Returns whether at least one program reloaded the code, and none refused.
    private func reload(_ project: PluginProject, _ streams: StandardStreams) throws -> Bool {
        say(project.buildCommand, .title, streams)
        guard try project.build() else {
            streams.report(CommandError.notBuilt(project.buildCommand).diagnosis)
            return false
        }
        let answers: [RunningPrograms.Answer]
        do {
            let plugin = try project.plugin(file: library)
            try TrialLoad.check(plugin.file)
            answers = try RunningPrograms(of: plugin, named: application).reload(plugin)
        } catch {
            // The next change may fix it.
            streams.report(Diagnosis(error))
            return false
        }
        var isDone = false
        var isRefused = false
        for answer in answers {
            switch answer.outcome {
            case .answered(.done(let text)):
                say("\(answer.program): \(text)", .plain, streams)
                isDone = true
            case .answered(.unchanged(_)):
                say("\(answer.program): runs this build already", .plain, streams)
                isDone = true
            case .answered(.silence):
                say(
                    "\(answer.program): no running program allows reloads (acceptsReloads)",
                    .caution,
                    streams
                )
            case .refused(let diagnosis):
                say("\(answer.program): the old code continues", .caution, streams)
                streams.report(diagnosis)
                isRefused = true
            }
        }
        return isDone && !isRefused
    }

    private func say(_ text: String, _ meaning: Span.Meaning, _ streams: StandardStreams) {
        var page = Page()
        page.add(Span(text, meaning))
        _ = streams.write(page.text(hasColours: streams.hasColours(.output)), to: .output)
    }
}
