public import RestorationCore

/// The result of a search for plugins: those to use, the others with a reason, and faults.
public struct DiscoveryOutcome: Sendable {
    /// Faults of files and directories, in the order of discovery. They do not affect other files.
    public let faults: [DiscoveryError]
    private let found: [DiscoveredPlugin]
    private let verdicts: [PluginSelection.Verdict]
    /// Other paths of plugins in `found`.
    private let otherNames: [DiscoveredPlugin]
    private let selection: PluginSelection
    private let used: [String: Int]
    /// The identifiers of successors, by former identifier, sorted.
    private let successors: [String: [String]]
    /// The converters of all used plugins, each in the order of its manifest.
    let converters: [(plugin: String, converter: PluginManifest.Converter)]
    /// ``faults`` without those derived from the selection.
    private let faultsOfFiles: [DiscoveryError]

    init(
        _ search: PluginSearch,
        faults: [DiscoveryError],
        selection: PluginSelection
    ) {
        let found = search.plugins
        self.init(
            found,
            otherNames: search.otherNames,
            faults: (faults + search.faults).excludingLibraries {
                found.map(\.file).filter { $0.hasSuffix(BindingFile.suffix) }
            },
            selection
        )
    }

    /// Replaces one plugin's results with those of another search.
    package func exchanging(_ identifier: PluginIdentifier, with other: Self) -> Self {
        func isOfPlugin(_ plugin: DiscoveredPlugin) -> Bool {
            plugin.manifest.identifier == identifier
        }
        return Self(
            other.found.filter(isOfPlugin) + found.filter { !isOfPlugin($0) },
            otherNames: otherNames,
            faults: faultsOfFiles,
            selection
        )
    }

    private init(
        _ found: [DiscoveredPlugin],
        otherNames: [DiscoveredPlugin],
        faults: [DiscoveryError],
        _ selection: PluginSelection
    ) {
        let verdicts = selection.verdicts(on: found)
        self.found = found
        self.verdicts = verdicts
        self.otherNames = otherNames
        faultsOfFiles = faults
        self.selection = selection
        let places = found.indices
        used = Dictionary(
            places.filter { verdicts[$0] == .used }.map {
                (found[$0].manifest.identifier.rawValue, $0)
            },
            uniquingKeysWith: { first, _ in first }
        )
        let usedPlugins = used.sorted { $0.key.precedesByBytes($1.key) }
        converters = usedPlugins.flatMap { identifier, place in
            found[place].manifest.converters.map { (identifier, $0) }
        }
        let claims = used.values.flatMap { place in
            found[place].manifest.formerIdentifiers.map {
                (former: $0.rawValue, successor: found[place].manifest.identifier.rawValue)
            }
        }
        successors = Dictionary(grouping: claims, by: \.former).mapValues {
            $0.map(\.successor).sorted { $0.precedesByBytes($1) }
        }
        self.faults =
            faults
            + places.filter { verdicts[$0] == .otherABI }.map {
                selection.mismatch(found[$0])
            }
    }

    /// The plugins to use, one per identifier, sorted by identifier.
    public var plugins: [DiscoveredPlugin] { usedIdentifiers.compactMap { plugin(named: $0) } }

    /// The identifiers of the plugins to use, sorted.
    package var usedIdentifiers: [String] { used.keys.sorted { $0.precedesByBytes($1) } }

    package func plugin(named identifier: String) -> DiscoveredPlugin? {
        used[identifier].map { found[$0] }
    }

    /// The identifier of the plugin that now owns a plugin's saved state: the plugin itself if it
    /// is installed, otherwise its successor, if any.
    ///
    /// - Parameter pinned: The plugins that the host has pinned to routes, to decide between
    ///   several successors.
    /// - Throws: ``DiscoveryError/takeoverContested(plugin:successors:)``.
    package func successor(
        of identifier: String,
        pinned: [String]
    ) throws(DiscoveryError) -> String? {
        if used[identifier] != nil { return identifier }
        guard let successors = successors[identifier], let successor = successors.first,
            case .pluginMissing = absence(of: identifier)
        else { return nil }
        guard successors.count > 1 else { return successor }
        let meant = successors.filter(pinned.contains)
        guard meant.count == 1 else {
            throw .takeoverContested(plugin: identifier, successors: successors)
        }
        return meant[0]
    }

    /// Conflicts between plugins, with the winner: several files with one identifier, and equal
    /// routes of several plugins that neither a priority nor a pin decides. O(plugins and routes).
    package func routeConflicts(pins: [RoutePin]) -> [Diagnosis] {
        let copies = found.indices.compactMap { place -> Diagnosis? in
            let rival: Int
            switch verdicts[place] {
            case .older(let other), .later(let other): rival = other
            case .used, .disabled, .otherApplication, .everyApplication, .otherABI: return nil
            }
            return Diagnosis(
                problem: "Two files have the plugin \(found[place].manifest.identifier), and"
                    + " \(found[rival].file) is used",
                place: found[place].file,
                remedy: "Remove one of the two if that is not intended."
            )
        }
        let routes = routes(pins: pins).conflictingRoutes().map { winner, loser in
            Diagnosis(
                problem: "\(winner.plugin) and \(loser.plugin) claim the route \(winner.pattern)"
                    + " with the same priority, and \(winner.plugin) gets it",
                remedy: "Pin one of them in the program, or give it a higher priority."
            )
        }
        return copies + routes
    }

    /// Creates the route table of the used plugins.
    ///
    /// - Parameter pins: the host's choices between equally specific routes.
    public func routes(pins: [RoutePin] = []) -> RouteTable {
        RouteTable(
            found.indices.lazy.filter { verdicts[$0] == .used }.map { found[$0].manifest },
            pins: pins
        )
    }

    /// Intact but unused plugins, in the order of discovery.
    public var rejectedPlugins: [RejectedPlugin] {
        let all = found.indices.compactMap { place in
            reason(verdicts[place], found[place]).map {
                RejectedPlugin(plugin: found[place], reason: $0)
            }
        }
        let others = otherNames.compactMap { other in
            found.first { $0.identity == other.identity }.map { first in
                RejectedPlugin(
                    plugin: first.called(other.file),
                    reason: .sameFile(as: first.file)
                )
            }
        }
        return all.filter { !$0.reason.isShadowing } + all.filter(\.reason.isShadowing) + others
    }

    private func reason(
        _ verdict: PluginSelection.Verdict,
        _ plugin: DiscoveredPlugin
    ) -> RejectedPlugin.Reason? {
        switch verdict {
        case .used, .otherABI: nil
        case .disabled: .disabled(sidecar: plugin.sidecar ?? plugin.file)
        case .otherApplication: .otherApplication
        case .everyApplication: .everyApplication
        case .older(let rival): .older(than: found[rival].manifest.version, file: found[rival].file)
        case .later(let rival): .later(than: found[rival].file)
        }
    }
}

/// An intact but unused plugin.
public struct RejectedPlugin: Hashable, Sendable {
    /// The unused plugin.
    public let plugin: DiscoveredPlugin
    /// Why it is not used.
    public let reason: Reason

    /// Why a plugin is not used.
    @nonexhaustive
    public enum Reason: Hashable, Sendable {
        /// Its sidecar disables it.
        case disabled(sidecar: String)
        /// Its manifest lists only other applications.
        case otherApplication
        /// Its manifest lists `*`, but this application does not opt in to such plugins.
        case everyApplication
        /// A newer version of the same plugin is used.
        case older(than: PluginVersion, file: String)
        /// The same version was found earlier in the search order.
        case later(than: String)
        /// The same file was found earlier under another path.
        case sameFile(as: String)
    }
}

extension RejectedPlugin.Reason {
    fileprivate var isShadowing: Bool {
        switch self {
        case .older, .later, .sameFile: true
        case .disabled, .otherApplication, .everyApplication: false
        }
    }
}

extension RejectedPlugin.Reason: CustomStringConvertible {
    /// The reason as a clause: `version 1.2.0 is used, /usr/lib/libnotes.so`.
    public var description: String {
        switch self {
        case .disabled(let sidecar): "disabled by \(sidecar)"
        case .otherApplication: "meant for other applications"
        case .everyApplication:
            "names no application, and this application did not opt in to such plugins"
        case .older(let version, let file): "version \(version) is used, \(file)"
        case .later(let file): "the same version comes first in the search order, \(file)"
        case .sameFile(let file): "the same file was found before by another name, \(file)"
        }
    }

    var remedy: String {
        switch self {
        case .disabled(let sidecar): "Remove \"disabled\" from \(sidecar), or the sidecar."
        case .otherApplication: "Install the build of the plugin that is for this application."
        case .everyApplication:
            "Let the program set acceptsPluginsForAnyApplication, or name the program in the"
                + " plugin's manifest."
        case .older, .later: "Remove the other file, if this one is wanted."
        case .sameFile: "Remove the other name, if this one is wanted."
        }
    }
}
