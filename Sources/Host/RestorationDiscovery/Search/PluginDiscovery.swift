public import RestorationCore

/// Finds the plugins of an application, without running any of their code.
///
/// ```swift
/// let outcome = PluginDiscovery(application: petFinder, process: .current).run()
/// for fault in outcome.faults { log.warning("\(fault)") }
/// let routes = outcome.routes()
/// ```
///
/// In each directory of the search order, the application's subdirectory comes first. Among plugins
/// with the same identifier, the highest version that this host can use wins; the search order
/// breaks ties. `Docs/Discovery.md` lists all rules.
public struct PluginDiscovery: Sendable {
    /// The application that will use the plugins.
    public let application: ApplicationIdentifier
    /// The searched directories, in order. In each, the search visits the application's
    /// subdirectory first.
    public var directories: [String] { searchPath.paths }
    /// The directories with the rules that selected them.
    public var searchedDirectories: [PluginDirectory] { searchPath.directories }

    /// The resolved path of a plugin's file. Other builds of the plugin are not used.
    package var chosenFile: String?

    private let acceptsUnnamed: Bool
    private let abi: ABIVersion
    private let searchPath: PluginSearchPath

    /// Prepares a search.
    ///
    /// - Parameters:
    ///   - hostDirectories: absolute paths of directories to search before all others.
    ///   - acceptsUnnamed: whether to use plugins that list `*` as their application.
    ///   - abi: the version of the C interface that the host speaks.
    public init(
        application: ApplicationIdentifier,
        hostDirectories: [String] = [],
        process: ProcessFacts,
        acceptsUnnamed: Bool = false,
        abi: ABIVersion = .supportedByHost
    ) {
        self.init(
            application: application,
            PluginSearchPath(hostDirectories: hostDirectories, process: process),
            acceptsUnnamed: acceptsUnnamed,
            abi: abi
        )
    }

    /// Prepares a search of directories that another process of the application determined.
    package init(
        application: ApplicationIdentifier,
        directories: [PluginDirectory],
        acceptsUnnamed: Bool
    ) {
        self.init(
            application: application,
            PluginSearchPath(directories),
            acceptsUnnamed: acceptsUnnamed,
            abi: .supportedByHost
        )
    }

    private init(
        application: ApplicationIdentifier,
        _ searchPath: PluginSearchPath,
        acceptsUnnamed: Bool,
        abi: ABIVersion
    ) {
        self.application = application
        self.acceptsUnnamed = acceptsUnnamed
        self.abi = abi
        self.searchPath = searchPath
    }

    /// Searches the directories and selects the plugins to use.
    ///
    /// O(files): reading a library's manifest takes about 15 µs.
    public func run() -> DiscoveryOutcome {
        var search = PluginSearch()
        for directory in directories {
            search.look(into: "\(directory)/\(application)")
            search.look(into: directory)
        }
        if let chosenFile { search.removeOtherBuilds(ofPluginAt: chosenFile) }
        return DiscoveryOutcome(search, faults: searchPath.faults, selection: selection)
    }

    private var selection: PluginSelection {
        PluginSelection(application: application, acceptsUnnamed: acceptsUnnamed, abi: abi)
    }
}
