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
    func verdicts(on plugins: some RandomAccessCollection<PluginSummary>) -> [Verdict] {
        let plugins = plugins.enumerated()
        var verdicts: [Verdict] = []
        /// By identifier, the best so far: of equal versions the first.
        var best: [PluginIdentifier: (place: Int, version: PluginVersion)] = [:]
        var hasRivals = false
        best.reserveCapacity(plugins.count)
        verdicts.reserveCapacity(plugins.count)
        for (place, plugin) in plugins {
            let verdict = reasonAgainst(plugin) ?? .used
            verdicts.append(verdict)
            guard verdict == .used else { continue }
            if let rival = best[plugin.identifier] {
                hasRivals = true
                if !(rival.version < plugin.version) { continue }
            }
            best[plugin.identifier] = (place, plugin.version)
        }
        guard hasRivals else { return verdicts }
        for (place, plugin) in plugins where verdicts[place] == .used {
            guard let best = best[plugin.identifier], best.place != place else { continue }
            verdicts[place] =
                plugin.version < best.version ? .older(than: best.place) : .later(than: best.place)
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
