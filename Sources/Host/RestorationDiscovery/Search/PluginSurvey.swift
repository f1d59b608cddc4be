internal import RestorationCore

/// All plugins in the directories of the search order, for any application and without selection,
/// for tools.
package struct PluginSurvey: Sendable {
    /// The searched directories, in order. In each, the search visits the applications'
    /// subdirectories first.
    package let searchedDirectories: [PluginDirectory]
    /// In the order of discovery.
    package let plugins: [DiscoveredPlugin]
    package let faults: [DiscoveryError]

    package init(hostDirectories: [String] = [], process: ProcessFacts) {
        let searchPath = PluginSearchPath(hostDirectories: hostDirectories, process: process)
        var search = PluginSearch()
        searchedDirectories = searchPath.directories
        for directory in searchedDirectories.map(\.path) {
            for name in Self.applications(in: directory) {
                search.look(into: "\(directory)/\(name)")
            }
            search.look(into: directory)
        }
        let plugins = search.plugins
        self.plugins = plugins
        faults =
            searchPath.faults
            + search.faults.excludingLibraries { plugins.filter(\.isBinding).map(\.file) }
    }

    private static func applications(in directory: String) -> [ApplicationIdentifier] {
        do {
            // The name of a library can look like an application id, but a file has no plugins
            // below it.
            return try OpenDirectory.names(in: directory).texts
                .compactMap { ApplicationIdentifier($0) }
        } catch {
            // The search meets and reports the same error.
            return []
        }
    }
}
