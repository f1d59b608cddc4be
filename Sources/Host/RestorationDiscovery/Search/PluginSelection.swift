internal import RestorationCore

/// The only place that decides which plugins an application uses.
struct PluginSelection {
    let application: ApplicationIdentifier
    let acceptsUnnamed: Bool
    let abi: ABIVersion

    /// The decision on a plugin. Rivals are indices of other plugins.
    enum Verdict: Hashable {
        case used
        case disabled
        case otherApplication
        /// The plugin lists `*`, which this application does not accept.
        case everyApplication
        case otherABI
        /// The rival has a higher version.
        case older(than: Int)
        /// The rival has the same version and comes first.
        case later(than: Int)
    }

    func verdicts(on plugins: [DiscoveredPlugin]) -> [Verdict] {
        let plugins = plugins.enumerated()
        var verdicts: [Verdict] = []
        var best: [PluginIdentifier: (place: Int, version: PluginVersion)] = [:]
        var hasRivals = false
        best.reserveCapacity(plugins.count)
        verdicts.reserveCapacity(plugins.count)
        for (place, plugin) in plugins {
            let verdict = reasonAgainst(plugin) ?? .used
            verdicts.append(verdict)
            guard verdict == .used else { continue }
            let manifest = plugin.manifest
            if let rival = best[manifest.identifier] {
                hasRivals = true
                if !(rival.version < manifest.version) { continue }
            }
            best[manifest.identifier] = (place, manifest.version)
        }
        guard hasRivals else { return verdicts }
        for (place, plugin) in plugins where verdicts[place] == .used {
            let manifest = plugin.manifest
            guard let best = best[manifest.identifier], best.place != place else { continue }
            verdicts[place] =
                manifest.version < best.version
                ? .older(than: best.place) : .later(than: best.place)
        }
        return verdicts
    }

    /// Why this application cannot use a plugin, regardless of others.
    private func reasonAgainst(_ plugin: DiscoveredPlugin) -> Verdict? {
        let scope = plugin.manifest.applications
        if plugin.isDisabled { return .disabled }
        guard scope.includes(application, acceptsUnnamed: acceptsUnnamed) else {
            return scope.includesEveryApplication ? .everyApplication : .otherApplication
        }
        return plugin.manifest.abi.newest(sharedWith: abi) == nil ? .otherABI : nil
    }

    /// The error for a plugin that speaks another version of the C interface.
    func mismatch(_ plugin: DiscoveredPlugin) -> DiscoveryError {
        .abiMismatch(
            plugin: plugin.manifest.identifier,
            file: plugin.file,
            needed: plugin.manifest.abi,
            host: abi
        )
    }
}
