import ArgumentParser
import RestorationBindings
import RestorationCore
import RestorationDiscovery
import RestorationPlugins

/// Loads a binding's library as a host does: the part of `binding check` that runs foreign code, in
/// a process of its own.
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

    /// Says that all has been done: a library may end the process before, and call that success.
    struct Completion: Presentable {
        /// The classes that cannot be used.
        let lacking: [String]

        /// Ends with how many classes follow, a line each: behind them the library may say more.
        private static let sentence = "All calls are prepared. Classes that cannot be used: "

        init(lacking: [String]) { self.lacking = lacking }

        /// Reads what the process has said, of which the library may have said some.
        init?(in output: String) {
            let lines = output.split(separator: "\n")
            // The library may have begun the line.
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

        /// The same as the finding of a check.
        var finding: String {
            lacking.isEmpty
                ? "it loads, and all calls can be prepared"
                : "it loads, without \(lacking.joined(separator: ", ")): functions are not there"
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
