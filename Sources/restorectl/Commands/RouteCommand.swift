import ArgumentParser
import RestorationCore
import RestorationLoading

/// Explains which plugin claims a path.
struct RouteCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "route",
        abstract: "Says which class of which plugin claims a path, and why.",
        discussion: """
            The most specific route wins, component by component from the left; then the higher \
            priority, the higher version and the plugin's id. Every other route that matches is \
            listed with the rule that puts it behind.

            Files that are not in order are reported on standard error, and the exit status is 2: \
            one of them might have claimed the path.

            EXAMPLES:
              restorectl route --application org.example.petfinder Tabs/Matches/Details/Edit
              restorectl route --application org.example.petfinder --directory ./plugins Tabs/Find
            """
    )

    @Option(
        help: ArgumentHelp("The application whose routes are asked.", valueName: "id")
    )
    var application: String

    @Argument(
        help: "A restoration path; a backslash stands before / \\ * { } # in an identifier."
    )
    var path: String

    @OptionGroup var plugins: PluginOptions
    @OptionGroup var output: OutputOptions

    func findings() throws -> Findings {
        let application = try ApplicationIdentifier.parse(application)
        let path = try RestorationPath(parsing: path)
        let outcome = plugins.discover(application).run()
        let explanation = RouteTable(outcome.plugins.map(\.manifest)).explain(path)
        var diagnoses = outcome.faults.map(\.diagnosis)
        guard let winner = explanation.winner else {
            diagnoses.insert(CommandError.noRoute(path, application).diagnosis, at: 0)
            return Findings(nil, diagnoses: diagnoses, status: .failed)
        }
        return Findings(
            RouteFacts(
                application: application,
                winner: winner,
                file: outcome.plugins.first { $0.manifest.identifier == winner.route.plugin }?.file,
                explanation: explanation
            ),
            diagnoses: diagnoses,
            status: diagnoses.isEmpty ? .done : .inPart
        )
    }
}
