public import RestorationCore

/// Finds the plugins of an application, without running any of their code.
///
/// ```swift
/// let outcome = PluginDiscovery(application: petFinder, process: .current).run()
/// for fault in outcome.faults { log.warning("\(fault)") }
/// let routes = RouteTable(outcome.plugins.map(\.manifest))
/// ```
///
/// In each directory of the search order, the subdirectory with the application's identifier comes
/// before the rest. Of several plugins with one identifier the highest version that this host can
/// use wins; the search order breaks ties.
public struct PluginDiscovery: Sendable {
    /// The application whose plugins are looked for.
    public let application: ApplicationIdentifier
    /// The directories that are searched, in order; each after its subdirectory for the
    /// application.
    public let directories: [String]

    private let acceptsUnnamed: Bool
    private let abi: ABIVersion
    private let searchFaults: [LoadingError]

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
        self.application = application
        self.acceptsUnnamed = acceptsUnnamed
        self.abi = abi
        let searchPath = PluginSearchPath(hostDirectories: hostDirectories, process: process)
        directories = searchPath.directories
        searchFaults = searchPath.faults
    }

    /// Searches the directories, and decides which plugins to use.
    public func run() -> DiscoveryOutcome {
        var search = PluginSearch(faults: searchFaults)
        for directory in directories {
            search.look(into: "\(directory)/\(application)")
            search.look(into: directory)
        }
        return select(from: search)
    }

    private func select(from search: PluginSearch) -> DiscoveryOutcome {
        var faults = search.faults
        var passedOver: [PassedOverPlugin] = []
        var usable: [DiscoveredPlugin] = []
        for plugin in search.plugins {
            if let reason = reasonToPassOver(plugin) {
                passedOver.append(PassedOverPlugin(plugin: plugin, reason: reason))
            } else if plugin.manifest.abi.newest(sharedWith: abi) == nil {
                faults.append(abiMismatch(plugin))
            } else {
                usable.append(plugin)
            }
        }
        let (winners, shadowed) = Self.decide(among: usable)
        return DiscoveryOutcome(
            plugins: winners,
            passedOver: passedOver + shadowed,
            faults: faults
        )
    }

    private func reasonToPassOver(_ plugin: DiscoveredPlugin) -> PassedOverPlugin.Reason? {
        let scope = plugin.manifest.applications
        if plugin.isDisabled, let sidecar = plugin.sidecar { return .disabled(sidecar: sidecar) }
        if scope.includes(application, acceptsUnnamed: acceptsUnnamed) { return nil }
        return scope.includesEveryApplication ? .everyApplication : .otherApplication
    }

    private func abiMismatch(_ plugin: DiscoveredPlugin) -> LoadingError {
        .abiMismatch(
            plugin: plugin.manifest.identifier,
            file: plugin.file,
            needed: plugin.manifest.abi,
            host: abi
        )
    }

    /// Chooses one plugin of each identifier from plugins in search order.
    private static func decide(
        among plugins: [DiscoveredPlugin]
    ) -> (winners: [DiscoveredPlugin], shadowed: [PassedOverPlugin]) {
        var winners: [PluginIdentifier: DiscoveredPlugin] = [:]
        for plugin in plugins {
            let rival = winners[plugin.manifest.identifier]
            if let rival, rival.manifest.version >= plugin.manifest.version { continue }
            winners[plugin.manifest.identifier] = plugin
        }
        let shadowed = plugins.compactMap { plugin -> PassedOverPlugin? in
            guard let winner = winners[plugin.manifest.identifier], winner != plugin else {
                return nil
            }
            let version = winner.manifest.version
            let isOlder = plugin.manifest.version < version
            return PassedOverPlugin(
                plugin: plugin,
                reason: isOlder
                    ? .older(than: version, file: winner.file) : .later(than: winner.file)
            )
        }
        let sorted = winners.values.sorted { $0.manifest.identifier < $1.manifest.identifier }
        return (sorted, shadowed)
    }
}
