public import RestorationCore

/// The result of a search for plugins: the ones to use, the others with the reason, and faults.
public struct DiscoveryOutcome: Sendable {
    /// Files and directories that are not in order, in the order in which they were found. None of
    /// them disturbs the others.
    public let faults: [DiscoveryError]
    private let found: [DiscoveredPlugin]
    private let verdicts: [PluginSelection.Verdict]
    /// Plugins that were found before, by another name.
    private let otherNames: [DiscoveredPlugin]
    private let selection: PluginSelection
    /// By identifier, the places of those that are used.
    private let used: [String: Int]
    /// By former identifier, the identifiers of those that were called so, in order.
    private let heirs: [String: [String]]
    /// Those of all plugins that are used, by plugin, each in the order of its manifest.
    let converters: [(plugin: String, converter: PluginManifest.Converter)]
    /// Those of ``faults`` that do not follow from what the others say.
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
            faults: (faults + search.faults).leavingOutLibraries {
                found.map(\.file).filter { $0.hasSuffix(BindingFile.suffix) }
            },
            selection
        )
    }

    /// This outcome with what another search has found of one plugin: about all others, it says
    /// what it has said.
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
                (former: $0.rawValue, heir: found[place].manifest.identifier.rawValue)
            }
        }
        heirs = Dictionary(grouping: claims, by: \.former).mapValues {
            $0.map(\.heir).sorted { $0.precedesByBytes($1) }
        }
        self.faults =
            faults
            + places.filter { verdicts[$0] == .otherABI }.map {
                selection.mismatch(found[$0])
            }
    }

    /// The plugins to use: one of each identifier, in the order of their identifiers.
    public var plugins: [DiscoveredPlugin] { usedIdentifiers.compactMap { plugin(named: $0) } }

    /// The identifiers of the plugins to use, in order.
    package var usedIdentifiers: [String] { used.keys.sorted { $0.precedesByBytes($1) } }

    /// The plugin that is used under an identifier; `nil` if none is.
    package func plugin(named identifier: String) -> DiscoveredPlugin? {
        used[identifier].map { found[$0] }
    }

    /// The identifier of the plugin that has the state which a plugin has saved: its own where it
    /// is installed, else that of the one that was called so formerly; `nil` if there is none.
    ///
    /// - Parameter pinned: The plugins that the host has pinned to routes: that decides between
    ///   several.
    /// - Throws: ``DiscoveryError/takeoverContested(plugin:heirs:)``.
    package func heir(
        of identifier: String,
        pinned: [String]
    ) throws(DiscoveryError) -> String? {
        if used[identifier] != nil { return identifier }
        guard let heirs = heirs[identifier], let heir = heirs.first,
            case .pluginMissing = absence(of: identifier)
        else { return nil }
        guard heirs.count > 1 else { return heir }
        let meant = heirs.filter(pinned.contains)
        guard meant.count == 1 else {
            throw .takeoverContested(plugin: identifier, heirs: heirs)
        }
        return meant[0]
    }

    /// Plugins that are in each other's way, and which of them is used: several files with one
    /// identifier, and equal routes of several plugins, of which no priority and no pin says which
    /// is meant. O(plugins and routes).
    package func rivalries(pins: [RoutePin]) -> [Diagnosis] {
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
        let routes = routes(pins: pins).contested().map { winner, loser in
            Diagnosis(
                problem: "\(winner.plugin) and \(loser.plugin) claim the route \(winner.pattern)"
                    + " with one priority, and \(winner.plugin) gets it",
                remedy: "Have the program pin one of them, or give it a higher priority."
            )
        }
        return copies + routes
    }

    /// The paths that the plugins claim.
    ///
    /// - Parameter pins: which plugins the host wants where routes are equally specific.
    public func routes(pins: [RoutePin] = []) -> RouteTable {
        RouteTable(
            found.indices.lazy.filter { verdicts[$0] == .used }.map { found[$0].manifest },
            pins: pins
        )
    }

    /// Plugins in good order that are not used, in the order in which they were found.
    public var passedOver: [PassedOverPlugin] {
        let all = found.indices.compactMap { place in
            reason(verdicts[place], found[place]).map {
                PassedOverPlugin(plugin: found[place], reason: $0)
            }
        }
        let others = otherNames.compactMap { other in
            found.first { $0.identity == other.identity }.map { first in
                PassedOverPlugin(
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
    ) -> PassedOverPlugin.Reason? {
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

/// A plugin in good order that is not used.
public struct PassedOverPlugin: Hashable, Sendable {
    /// The plugin.
    public let plugin: DiscoveredPlugin
    /// Why it is not used.
    public let reason: Reason

    /// Why a plugin is not used.
    @nonexhaustive
    public enum Reason: Hashable, Sendable {
        /// Its sidecar says so.
        case disabled(sidecar: String)
        /// It is not meant for this application.
        case otherApplication
        /// It is meant for every application that opts in, and this one does not.
        case everyApplication
        /// A newer version of the same plugin is used.
        case older(than: PluginVersion, file: String)
        /// The same version stands earlier in the search order.
        case later(than: String)
        /// It is a file that was found before by another name.
        case sameFile(as: String)
    }
}

extension PassedOverPlugin.Reason {
    /// Whether another copy of the same plugin is used.
    fileprivate var isShadowing: Bool {
        switch self {
        case .older, .later, .sameFile: true
        case .disabled, .otherApplication, .everyApplication: false
        }
    }
}

extension PassedOverPlugin.Reason: CustomStringConvertible {
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

    /// What makes the application use the plugin.
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
