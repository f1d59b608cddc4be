internal import RestorationCore

/// Decides which plugins an application uses: the one place that knows the rules.
struct PluginSelection {
    let application: ApplicationIdentifier
    let acceptsUnnamed: Bool
    let abi: ABIVersion

    /// What becomes of a plugin. The numbers are those of an index.
    enum Verdict: Hashable {
        case used
        case disabled
        case otherApplication
        case everyApplication
        case otherABI
        /// The rival has a higher version.
        case older(than: Int)
        /// The rival has the same version and comes first.
        case later(than: Int)
    }

    /// The verdicts on plugins that stand in the order in which they were found; rivals by their
    /// places among them.
    func verdicts(on plugins: [ScannedPlugin]) -> [Verdict] {
        var verdicts = plugins.map { reasonAgainst($0) ?? .used }
        // Mostly in this order already, and no identifier there twice: a dictionary costs more.
        let candidates = plugins.indices.filter { verdicts[$0] == .used }.sorted { left, right in
            Self.order(plugins[left], plugins[right]) ?? (left < right)
        }
        var winner: Int?
        for number in candidates {
            guard let best = winner, plugins[best].identifier == plugins[number].identifier else {
                winner = number
                continue
            }
            let isOlder = plugins[number].version < plugins[best].version
            verdicts[number] = isOlder ? .older(than: best) : .later(than: best)
        }
        return verdicts
    }

    /// Whether a plugin comes before another one: by identifier, then the higher version first;
    /// `nil` if both are the same.
    private static func order(_ left: ScannedPlugin, _ right: ScannedPlugin) -> Bool? {
        let (own, other) = (left.identifier.rawValue, right.identifier.rawValue)
        if own.precedesByBytes(other) { return true }
        guard own == other else { return false }
        return left.version == right.version ? nil : left.version > right.version
    }

    /// Why this application cannot use a plugin, whatever others there are; `nil` if it can.
    func reasonAgainst(_ plugin: ScannedPlugin) -> Verdict? {
        let scope = plugin.applications
        if plugin.isDisabled { return .disabled }
        guard scope.includes(application, acceptsUnnamed: acceptsUnnamed) else {
            return scope.includesEveryApplication ? .everyApplication : .otherApplication
        }
        return plugin.abi.newest(sharedWith: abi) == nil ? .otherABI : nil
    }
    /// What is said about a plugin that speaks another version of the C interface.
    func mismatch(_ plugin: DiscoveredPlugin) -> LoadingError {
        .abiMismatch(
            plugin: plugin.manifest.identifier,
            file: plugin.file,
            needed: plugin.manifest.abi,
            host: abi
        )
    }
}
