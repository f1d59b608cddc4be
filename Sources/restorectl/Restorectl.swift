import ArgumentParser
import RestorationLoading

/// Looks at plugins, routes and saved state. It changes nothing and takes no lock, so it may be used
/// while the program runs whose state it shows.
@main
struct Restorectl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restorectl",
        abstract: "Looks at plugins, routes and saved state.",
        discussion: """
            Nothing is changed, no lock is taken and no plugin's code is run: every command may be \
            used while the program is running whose state it shows.

            Results go to standard output, diagnostics to standard error. The exit status is 0 if \
            all is well, 1 if the command failed, 2 if it was done in part, 64 if it was used \
            wrongly.

            EXAMPLES:
              restorectl archive list
              restorectl archive show org.example.petfinder
              restorectl plugin list --application org.example.petfinder
              restorectl route --application org.example.petfinder Tabs/Matches/Details
            """,
        subcommands: [
            PluginCommand.self, RouteCommand.self, ArchiveCommand.self, ReportCommand.self,
        ]
    )

    static func main() {
        StandardStreams.endQuietlyOnClosedPipe()
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let diagnosis = MisspeltCommand.diagnosis(of: arguments, below: Self.self) {
            StandardStreams(environment: ProcessFacts.current.environment)
                .report(diagnosis)
            exit(withError: ExitCode(Findings.Status.misused.rawValue))
        }
        main(arguments)
    }
}
