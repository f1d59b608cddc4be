internal import RestorationCore

/// Every plugin in the directories of the search order, for whichever application, with none chosen
/// before another: for tools that are not asked about one application.
package struct PluginSurvey: Sendable {
    /// The directories that were searched, in order; each after its subdirectories for single
    /// applications.
    package let searchedDirectories: [PluginDirectory]
    /// In the order in which they were found.
    package let plugins: [DiscoveredPlugin]
    /// Files and directories that are not in order.
    package let faults: [DiscoveryError]

    /// Searches the directories.
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
            + search.faults.leavingOutLibraries { plugins.filter(\.isBinding).map(\.file) }
    }

    private static func applications(in directory: String) -> [ApplicationIdentifier] {
        do {
            // A library's name also passes for an application's; looking into a file finds nothing.
            return try OpenDirectory.names(in: directory).texts
                .compactMap { ApplicationIdentifier($0) }
        } catch {
            // The search itself meets the same error, and keeps it.
            return []
        }
    }
}
