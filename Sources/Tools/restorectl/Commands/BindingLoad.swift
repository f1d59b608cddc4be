import ArgumentParser
import RestorationBindings
import RestorationCore
import RestorationDiscovery
import RestorationPlugins

/// Loads a binding's library as a host does. `binding check` runs this in a child process, since it
/// runs foreign code.
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
        let bindings = BindingLoader(for: loader)
        _ = try loader.classes(of: plugin)
        return Findings(Completion(lacking: bindings.unusableClasses))
    }

    /// Proves that the command finished, since a library may end the process early with status 0.
    struct Completion: Presentable {
        let lacking: [String]

        /// Followed by the number of classes, one per line. The library may print more after them.
        private static let sentence = "All calls are prepared. Classes that cannot be used: "

        init(lacking: [String]) { self.lacking = lacking }

        /// Parses the output, which may also contain output of the library.
        init?(in output: String) {
            let lines = output.split(separator: "\n")
            // The line may begin with output of the library.
            for (index, line) in lines.enumerated() {
                guard
                    let count = line.ranges(of: Self.sentence).last
                        .flatMap({ Int(line[$0.upperBound...]) })
                else { continue }
                lacking = lines.dropFirst(index + 1).prefix(count).map(String.init)
                return
            }
            return nil
        }

        var finding: String {
            lacking.isEmpty
                ? "it loads, and all calls can be prepared"
                : "it loads, without \(lacking.joined(separator: ", ")): functions are missing"
        }

        func page() -> Page {
            var page = Page()
            page.add(Span("\(Self.sentence)\(lacking.count)"))
            for name in lacking { page.add(Span(name)) }
            return page
        }

        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: MemberName.self)
            try members.encode(lacking, forKey: "lacking")
        }
    }
}
