public import RestorationCore

/// Finds the plugins of an application, without running any of their code.
///
/// ```swift
/// let outcome = PluginDiscovery(application: petFinder, process: .current).run()
/// for fault in outcome.faults { log.warning("\(fault)") }
/// let routes = outcome.routes()
/// ```
///
/// In each directory of the search order, the subdirectory with the application's identifier comes
/// before the rest. Of several plugins with one identifier the highest version that this host can
/// use wins; the search order breaks ties. `Docs/Discovery.md` has all rules.
public struct PluginDiscovery: Sendable {
    /// The application whose plugins are looked for.
    public let application: ApplicationIdentifier
    /// The directories that are searched, in order; each after its subdirectory for the
    /// application.
    public var directories: [String] { searchPath.paths }
    /// The directories with the rule by which each is searched.
    public var searchedDirectories: [PluginDirectory] { searchPath.directories }

    /// The file of a plugin of which no other build is used; a path without links.
    package var chosenFile: String?

    private let acceptsUnnamed: Bool
    private let abi: ABIVersion
    private let searchPath: PluginSearchPath

    /// Prepares a search.
    ///
    /// - Parameters:
    ///   - hostDirectories: absolute paths of directories to search before all others.
    ///   - acceptsUnnamed: whether plugins that list `*` as their application are used.
    ///   - abi: the version of the C interface that the host speaks.
    public init(
        application: ApplicationIdentifier,
        hostDirectories: [String] = [],
        process: ProcessFacts,
        acceptsUnnamed: Bool = false,
        abi: ABIVersion = .spokenByHost
    ) {
        self.init(
            application: application,
            PluginSearchPath(hostDirectories: hostDirectories, process: process),
            acceptsUnnamed: acceptsUnnamed,
            abi: abi
        )
    }

    /// Prepares a search of the directories that another process of the application has searched.
    package init(
        application: ApplicationIdentifier,
        directories: [PluginDirectory],
        acceptsUnnamed: Bool
    ) {
        self.init(
            application: application,
            PluginSearchPath(directories),
            acceptsUnnamed: acceptsUnnamed,
            abi: .spokenByHost
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

    /// Searches the directories, and decides which plugins to use.
    ///
    /// O(files): each library's manifest is read, which takes about 15 µs a plugin.
    public func run() -> DiscoveryOutcome {
        var search = PluginSearch()
        for directory in directories {
            search.look(into: "\(directory)/\(application)")
            search.look(into: directory)
        }
        if let chosenFile { search.leaveOutOtherBuilds(than: chosenFile) }
        return DiscoveryOutcome(search, faults: searchPath.faults, selection: selection)
    }

    private var selection: PluginSelection {
        PluginSelection(application: application, acceptsUnnamed: acceptsUnnamed, abi: abi)
    }
}
