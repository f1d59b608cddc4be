internal import RestorationCore

/// What choosing between plugins and routing paths needs to know of a plugin. The index has it, so
/// that a launch reads the files of those plugins only that it uses.
struct PluginSummary: Hashable, Sendable {
    let identifier: PluginIdentifier
    let formerIdentifiers: [String]
    let version: PluginVersion
    let abi: ABIRange
    let applications: ApplicationScope
    /// Whether the sidecar disables the plugin.
    let isDisabled: Bool
    let routes: [RouteClaim]
    let converters: [PluginManifest.Converter]

    /// The claim of one of its classes to the paths of a pattern.
    struct RouteClaim: Hashable, Sendable {
        let className: String
        let priority: Int32
        let pattern: RoutePattern
    }

    init(
        identifier: PluginIdentifier,
        formerIdentifiers: [String],
        version: PluginVersion,
        abi: ABIRange,
        applications: ApplicationScope,
        isDisabled: Bool,
        routes: [RouteClaim],
        converters: [PluginManifest.Converter]
    ) {
        self.identifier = identifier
        self.formerIdentifiers = formerIdentifiers
        self.version = version
        self.abi = abi
        self.applications = applications
        self.isDisabled = isDisabled
        self.routes = routes
        self.converters = converters
    }

    init(_ manifest: PluginManifest, isDisabled: Bool = false) {
        self.init(
            identifier: manifest.identifier,
            formerIdentifiers: manifest.formerIdentifiers.map(\.rawValue),
            version: manifest.version,
            abi: manifest.abi,
            applications: manifest.applications,
            isDisabled: isDisabled,
            routes: manifest.classes.flatMap { declared in
                declared.routes.map { pattern in
                    RouteClaim(
                        className: declared.name,
                        priority: declared.priority,
                        pattern: pattern
                    )
                }
            },
            converters: manifest.converters
        )
    }
}

/// A plugin as a search has found it. An object, since it is large to move about.
final class FoundPlugin: Sendable {
    /// The path of the library, or of the binding.
    let file: String
    let summary: PluginSummary
    let stamp: FileStamp
    /// `nil` if there is no sidecar.
    let sidecarStamp: FileStamp?
    /// All that its files say, if this search has read them.
    let plugin: DiscoveredPlugin?

    var identity: ReadOnlyFile.Identity { ReadOnlyFile.Identity(stamp) }

    init(_ plugin: DiscoveredPlugin) {
        file = plugin.file
        summary = PluginSummary(plugin.manifest, isDisabled: plugin.isDisabled)
        stamp = plugin.stamp
        sidecarStamp = plugin.sidecarStamp
        self.plugin = plugin
    }

    /// A plugin as an index has it.
    init(
        file: String,
        _ summary: PluginSummary,
        stamp: FileStamp,
        sidecarStamp: FileStamp?
    ) {
        self.file = file
        self.summary = summary
        self.stamp = stamp
        self.sidecarStamp = sidecarStamp
        plugin = nil
    }

    /// All that its files say, read now unless this search has read them.
    ///
    /// - Throws: ``DiscoveryError`` if they cannot be read any more.
    func read() throws(DiscoveryError) -> DiscoveredPlugin {
        if let plugin { return plugin }
        return try DiscoveredPlugin(inspecting: file)
    }
}
