import ArgumentParser
import RestorationCore
import RestorationLoading

/// Loads a binding's library as a host does: the part of `binding check` that runs foreign code, in a
/// process of its own.
struct BindingLoad: Command {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Loads the library of a binding, and prepares all calls.",
        shouldDisplay: false
    )

    @Argument(help: "The binding, NAME.restoration-binding.json.")
    var file: String

    @OptionGroup var output: OutputOptions

    func findings() throws -> Findings {
        let plugin = try DiscoveredPlugin(inspecting: file)
        guard let application = ApplicationIdentifier("org.restorationkit.restorectl") else {
            preconditionFailure("The identifier of this program is well-formed.")
        }
        let loader = PluginLoader(application: application, services: PluginServices())
        _ = try loader.classes(of: plugin)
        return Findings(Completion(lacking: loader.unusableBoundClasses))
    }

    /// Says that all has been done: a library may end the process before, and call that success.
    struct Completion: Presentable {
        /// The classes that cannot be used.
        let lacking: [String]

        private static let sentence = "All calls are prepared, but for these classes:"

        init(lacking: [String]) { self.lacking = lacking }

        /// Reads what the process has said, of which the library may have said some.
        init?(in output: String) {
            let lines = output.split(separator: "\n")
            guard let start = lines.lastIndex(where: { $0.contains(Self.sentence) }) else {
                return nil
            }
            lacking = lines[(start + 1)...].map(String.init)
        }

        /// The same as the finding of a check.
        var finding: String {
            lacking.isEmpty
                ? "it loads, and all calls can be prepared"
                : "it loads, without \(lacking.joined(separator: ", ")): functions are not there"
        }

        func page() -> Page {
            var page = Page()
            page.add(Span(Self.sentence))
            for name in lacking { page.add(Span(name)) }
            return page
        }

        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: MemberName.self)
            try members.encode(lacking, forKey: "lacking")
        }
    }
}
