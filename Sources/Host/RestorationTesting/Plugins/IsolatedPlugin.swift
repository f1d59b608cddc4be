package import RestorationDiscovery
package import RestorationKit

/// Limits a program to one plugin, however many are installed.
package struct IsolatedPlugin {
    /// The path of the library, without symbolic links.
    private let library: String
    private let identifier: String

    package init(_ plugin: DiscoveredPlugin) {
        library = Footprint.resolvedPath(of: plugin.file) ?? plugin.file
        identifier = plugin.manifest.identifier.rawValue
    }

    /// Restricts sessions to the library, and to its directory for other plugins.
    package func configure(_ options: inout RestorationOptions) {
        options.pluginDirectories = [
            library.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
        ]
        options.chosenPluginFile = library
        options.pluginSearchFacts = ProcessFacts(environment: ["XDG_DATA_DIRS": ""])
        options.acceptsPluginsForAnyApplication = true
    }

    /// - Throws: ``TestingError/pluginNotUsed(file:other:fault:)`` if the session does not use the
    ///   library, perhaps because of a fault.
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
