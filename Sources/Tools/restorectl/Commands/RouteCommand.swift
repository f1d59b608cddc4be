import ArgumentParser
import RestorationCore
import RestorationDiscovery
import RestorationKit
import RestorationPlugins

struct RouteCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "route",
        abstract: "Shows which class of which plugin claims a path, and why.",
        discussion: """
            The most specific route wins, compared component by component from the left. Ties are \
            broken by the host's pin, then by the higher priority, the higher version, and the \
            order of the plugins' ids. The other matching routes are listed with the rule that \
            ranks them lower, as are routes of unused plugins and routes that sidecars remove. If \
            no plugin claims the path, the exit status is 1. If the program has been started \
            before, restorectl uses the search directories and pins that the program recorded then.

            Faulty files are reported on standard error, and the exit status is 2: \
            one of them might have claimed the path.

            EXAMPLES:
              restorectl route --application org.example.atlas Atlas/Map/Legend
              restorectl route --application org.example.atlas --directory . Atlas/Map
            """
    )

    @Option(
        help: ArgumentHelp("The application whose routes are used.", valueName: "id")
    )
    var application: String

    @Argument(
        help: "A restoration path. Escape / \\ * { } # in an identifier with a backslash."
    )
    var path: String

    @Option(
        help: ArgumentHelp(
            "Pins a plugin as the host's own code does, everywhere or to one of its routes. May be "
                + "repeated.",
            valueName: "plugin[:class][@route]"
        )
    )
    var pin: [String] = []

    @OptionGroup var plugins: PluginOptions
    @OptionGroup var output: OutputOptions

    func findings() throws -> Findings {
        let application = try ApplicationIdentifier.parse(application)
        let path = try RestorationPath(parsing: path)
        let pins = try pin.map(RoutePin.parse)
        let (host, warnings) = plugins.host(of: application)
        let outcome = try plugins.discover(application, as: host).run()
        let ownPins = try host?.pins.map(RoutePin.parse) ?? []
        let explanation = outcome.routes(pins: pins + ownPins).explain(path)
        var diagnoses = outcome.faults.map(\.diagnosis)
        for pin in pins where !outcome.plugins.contains(where: { pin.applies(to: $0.manifest) }) {
            let near = outcome.suggestion(for: pin)?.description
            let error = CommandError.pinWithoutEffect(pin.description, near: near, application)
            diagnoses.append(error.diagnosis)
        }
        let hasWinner = explanation.winner != nil
        let inPart: Findings.Status = diagnoses.isEmpty ? .done : .inPart
        if !hasWinner {
            diagnoses.insert(CommandError.noRoute(path, application).diagnosis, at: 0)
        }
        return Findings(
            RouteFacts(
                application: application,
                explanation: explanation,
                outcome: outcome,
                host: host
            ),
            diagnoses: diagnoses,
            warnings: warnings,
            status: hasWinner ? inPart : .failed
        )
    }
}

extension RoutePin {
    /// Parses a pin: `org.example.notes`, `org.example.notes:Note@Tabs/*/Note`.
    static func parse(_ text: String) throws -> RoutePin {
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        let names = parts[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let plugin = PluginIdentifier(String(names[0])) else {
            throw CommandError.notAPin(text)
        }
        return RoutePin(
            plugin,
            className: names.count > 1 ? String(names[1]) : nil,
            route: try parts.count > 1 ? RoutePattern(parsing: String(parts[1])) : nil
        )
    }
}
