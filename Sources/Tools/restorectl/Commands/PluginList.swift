import ArgumentParser
import RestorationCore
import RestorationDiscovery

struct PluginList: Command {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the plugins that are found, with their classes and routes.",
        discussion: """
            With an application, lists the plugins that it uses. --all adds the rejected plugins, \
            with the reason, and the searched directories; --why adds to every plugin and \
            directory the rule that decided. Without an application, lists every plugin in those \
            directories. If the program has been started before, restorectl searches the \
            directories that the program recorded then.

            Faulty files are reported on standard error, and the exit status is 2.

            EXAMPLES:
              restorectl plugin list
              restorectl plugin list --application org.restorationkit.petfinder --all
              restorectl plugin list --directory ./plugins --format json
            """
    )

    @Option(
        help: ArgumentHelp("The application that looks for plugins.", valueName: "id")
    )
    var application: String?

    @Flag(help: "Also shows unused plugins, and the directories that are searched.")
    var all = false

    @Flag(help: "Explains every decision.")
    var why = false

    @OptionGroup var plugins: PluginOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if all, application == nil {
            throw ValidationError(
                "--all shows the plugins that one application does not use. Name it with"
                    + " --application."
            )
        }
        if why, application == nil {
            throw ValidationError(
                "--why explains the plugins that one application uses. Name it with --application."
            )
        }
    }

    func findings() throws -> Findings {
        let (listing, warnings) = try self.listing()
        return Findings(
            listing,
            diagnoses: listing.faults.map(\.diagnosis),
            warnings: warnings,
            status: listing.faults.isEmpty ? .done : .inPart
        )
    }

    private func listing() throws -> (PluginListing, warnings: [Diagnosis]) {
        guard let application = try application.map(ApplicationIdentifier.parse) else {
            let survey = PluginSurvey(
                hostDirectories: try plugins.hostDirectories(),
                process: try plugins.process()
            )
            return (PluginListing(survey), [])
        }
        let (host, warnings) = plugins.host(of: application)
        let listing = PluginListing(
            try plugins.discover(application, as: host),
            host: host,
            detail: why ? .reasons : all ? .all : .used
        )
        return (listing, warnings)
    }
}
