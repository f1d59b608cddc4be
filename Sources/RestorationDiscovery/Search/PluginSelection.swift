internal import RestorationCore

/// Decides which plugins an application uses: the one place that knows the rules.
struct PluginSelection {
    let application: ApplicationIdentifier
    let acceptsUnnamed: Bool
    let abi: ABIVersion

    /// What becomes of a plugin. The rivals are the places of other plugins.
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
    func verdicts(on plugins: [PluginSummary]) -> [Verdict] {
        var verdicts = plugins.map { reasonAgainst($0) ?? .used }
        let rivals = Dictionary(grouping: plugins.indices.filter { verdicts[$0] == .used }) {
            plugins[$0].identifier
        }
        for places in rivals.values where places.count > 1 {
            // Of equal versions the first.
            let best = places.dropFirst().reduce(places[0]) { best, next in
                plugins[best].version < plugins[next].version ? next : best
            }
            for place in places where place != best {
                let isOlder = plugins[place].version < plugins[best].version
                verdicts[place] = isOlder ? .older(than: best) : .later(than: best)
            }
        }
        return verdicts
    }

    /// Why this application cannot use a plugin, whatever others there are; `nil` if it can.
    func reasonAgainst(_ plugin: PluginSummary) -> Verdict? {
        let scope = plugin.applications
        if plugin.isDisabled { return .disabled }
        guard scope.includes(application, acceptsUnnamed: acceptsUnnamed) else {
            return scope.includesEveryApplication ? .everyApplication : .otherApplication
        }
        return plugin.abi.newest(sharedWith: abi) == nil ? .otherABI : nil
    }

    /// What is said about a plugin that speaks another version of the C interface.
    func mismatch(_ plugin: PluginSummary, file: String) -> DiscoveryError {
        .abiMismatch(plugin: plugin.identifier, file: file, needed: plugin.abi, host: abi)
    }
}
