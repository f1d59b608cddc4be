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
        return Findings(Completion())
    }

    /// Says that all has been done: a library may end the process before, and call that success.
    struct Completion: Presentable {
        static let sentence = "All calls are prepared."

        func page() -> Page {
            var page = Page()
            page.add(Span(Self.sentence))
            return page
        }

        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: MemberName.self)
            try members.encode(true, forKey: "isDone")
        }
    }
}
