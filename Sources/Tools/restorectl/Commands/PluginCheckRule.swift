import ArgumentParser
import RestorationTesting

/// Checks one rule in this process. `plugin check` runs this as a child process, since it runs the
/// plugin's code.
struct PluginCheckRule: Command {
    static let configuration = CommandConfiguration(
        commandName: "check-rule",
        abstract: "Checks one rule, and writes the result into a file.",
        shouldDisplay: false
    )

    @Argument(help: "The library, NAME.so.")
    var file: String

    @Option(help: "The rule. Without it, finds the methods that give objects state.")
    var rule: String?

    @Option(help: "The file for the result.")
    var result: String

    @Option(help: "The methods that give objects state, by class, as JSON.")
    var methods: String?

    @OptionGroup var conditions: CheckConditions

    @OptionGroup var output: OutputOptions

    func findings() throws -> Findings {
        let (application, examples) = try conditions.read()
        let place = RuleResultFile(path: result)
        var conformance = PluginConformance(file: file)
        conformance.application = application?.rawValue
        conformance.examples = examples
        conformance.seed = conditions.seed
        conformance.iterations = conditions.iterations
        conformance.onTrial = { place.record($0) }
        if let rule {
            conformance.ordinaryMethods = RuleResultFile.methods(in: methods ?? "")
            place.write(conformance.verdict(on: rule))
        } else {
            place.write(conformance.findOrdinaryMethods())
        }
        return Findings(nil)
    }
}
