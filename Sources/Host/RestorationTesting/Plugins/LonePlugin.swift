package import RestorationDiscovery
package import RestorationKit

/// A plugin that a program uses alone, whatever else is installed.
package struct LonePlugin {
    /// The path of its library, without links in it.
    private let library: String
    private let identifier: String

    package init(_ plugin: DiscoveredPlugin) {
        library = Footprint.resolvedPath(of: plugin.file) ?? plugin.file
        identifier = plugin.manifest.identifier.rawValue
    }

    /// Has sessions use the library, and look for other plugins beside it and nowhere else.
    package func configure(_ options: inout RestorationOptions) {
        options.pluginDirectories = [
            library.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
        ]
        options.chosenPluginFile = library
        options.pluginSearchFacts = ProcessFacts(environment: ["XDG_DATA_DIRS": ""])
        options.acceptsPluginsForAnyApplication = true
    }

    /// - Throws: ``TestingError/pluginNotUsed(file:other:fault:)``: there may be a fault in the
    ///   library.
    package func checkUse(by session: RestorationSession) throws(TestingError) {
        let found = session.plugins.first { $0.identifier == identifier }
        guard found.flatMap({ Footprint.resolvedPath(of: $0.file) }) != library else { return }
        throw .pluginNotUsed(
            file: library,
            other: found?.file,
            fault: session.pluginFaults.first
        )
    }
}
