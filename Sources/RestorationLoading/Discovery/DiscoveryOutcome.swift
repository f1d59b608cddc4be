public import RestorationCore

/// What a search for plugins came to.
///
/// The manifests stay in their flat form until somebody asks: a program that needs two of five
/// hundred plugins pays for two.
public struct DiscoveryOutcome: Sendable {
    /// Files and directories that are not in order, in the order in which they were found. None of
    /// them disturbs the others.
    public let faults: [LoadingError]
    /// What the search had of an index; `nil` if it was to use none.
    public let indexReport: IndexReport?
    let index: PluginIndex
    private let indexing: PluginIndexing
    private let selection: PluginSelection

    /// - Parameters:
    ///   - faults: those that the index does not tell.
    ///   - selection: what the index was made with.
    init(
        _ index: PluginIndex,
        faults: [LoadingError],
        selection: PluginSelection,
        indexing: PluginIndexing,
        indexReport: IndexReport?
    ) {
        self.index = index
        self.indexing = indexing
        self.selection = selection
        self.indexReport = indexReport
        let mismatches = index.unusual.compactMap { number -> LoadingError? in
            guard index.isPlugin(number), let plugin = index.plugin(number) else { return nil }
            return selection.mismatch(plugin)
        }
        self.faults =
            faults.leavingOutLibraries {
                (0..<index.fileCount).filter(index.isPlugin).compactMap(index.path(ofFile:))
                    .filter { $0.hasSuffix(BindingFile.suffix) }
            } + mismatches
    }

    /// The plugins to use: one of each identifier, in the order of their identifiers. Each time,
    /// all manifests are unfolded.
    public var plugins: [DiscoveredPlugin] { index.used.compactMap(index.plugin) }

    /// The plugin that is used under an identifier; throws as ``plugin(_:)``.
    func plugin(named identifier: String) throws(LoadingError) -> DiscoveredPlugin? {
        guard let number = index.plugin(named: identifier) else { return nil }
        return try plugin(number)
    }

    /// A plugin by the number of its file in the index.
    ///
    /// - Throws: ``LoadingError`` if its file has changed since it was indexed, and cannot be read,
    ///   or is for this application no longer.
    func plugin(_ number: Int) throws(LoadingError) -> DiscoveredPlugin? {
        guard let plugin = index.plugin(number) else { return nil }
        // Where files are not compared with the index at launch, this is the last moment to do so.
        guard indexing == .checkingDirectories, !plugin.isUnchanged else { return plugin }
        let current = try DiscoveredPlugin(inspecting: plugin.file)
        guard current.manifest.identifier == plugin.manifest.identifier else { return nil }
        // The rules were asked about the manifest that was there before.
        guard let verdict = selection.reasonAgainst(ScannedPlugin(current)) else { return current }
        guard let reason = reason(verdict, current) else { throw selection.mismatch(current) }
        throw .pluginNotUsed(plugin: current.manifest.identifier.rawValue, reason)
    }

    /// The paths that the plugins claim.
    ///
    /// - Parameter pins: which plugins the host wants where routes are equally specific.
    public func routes(pins: [RoutePin] = []) -> RouteTable { RouteTable(index, pins: pins) }

    /// Plugins in good order that are not used, in the order in which they were found.
    public var passedOver: [PassedOverPlugin] {
        let all = (0..<index.fileCount).compactMap { number -> PassedOverPlugin? in
            guard index.isPlugin(number), let verdict = index.verdict(onFile: number),
                let plugin = index.plugin(number), let reason = reason(verdict, plugin)
            else { return nil }
            return PassedOverPlugin(plugin: plugin, reason: reason)
        }
        return all.filter { !$0.reason.isShadowing } + all.filter(\.reason.isShadowing) + otherNames
    }

    /// Plugins that were found before, by another name.
    private var otherNames: [PassedOverPlugin] {
        let numbers = 0..<index.fileCount
        let others = numbers.filter { index.kind(ofFile: $0) == .otherName }
        guard !others.isEmpty else { return [] }
        let found = Dictionary(
            numbers.filter(index.isPlugin).map { (index.identity(ofFile: $0), $0) },
            uniquingKeysWith: { first, _ in first }
        )
        return others.compactMap { number in
            guard let first = found[index.identity(ofFile: number)],
                let plugin = index.plugin(first), let file = index.path(ofFile: number)
            else { return nil }
            return PassedOverPlugin(
                plugin: plugin.called(file),
                reason: .sameFile(as: plugin.file)
            )
        }
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
        case .older(let rival):
            index.plugin(rival).map { .older(than: $0.manifest.version, file: $0.file) }
        case .later(let rival): index.path(ofFile: rival).map { .later(than: $0) }
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
        case .everyApplication: "names no application, and this one did not opt in to such plugins"
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
            "Let the program set acceptsPluginsForAnyApplication, or name it in the manifest."
        case .older, .later: "Remove the other file, if this one is wanted."
        case .sameFile: "Remove the other name, if this one is wanted."
        }
    }
}
