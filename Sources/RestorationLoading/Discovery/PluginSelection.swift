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
    func verdicts(on plugins: [DiscoveredPlugin]) -> [Verdict] {
        let reasons = plugins.map(reasonAgainst)
        var winners: [PluginIdentifier: Int] = [:]
        for (number, plugin) in plugins.enumerated() where reasons[number] == nil {
            let rival = winners[plugin.manifest.identifier].map { plugins[$0].manifest.version }
            if let rival, rival >= plugin.manifest.version { continue }
            winners[plugin.manifest.identifier] = number
        }
        return plugins.enumerated().map { number, plugin in
            if let reason = reasons[number] { return reason }
            guard let winner = winners[plugin.manifest.identifier], winner != number else {
                return .used
            }
            let isOlder = plugin.manifest.version < plugins[winner].manifest.version
            return isOlder ? .older(than: winner) : .later(than: winner)
        }
    }

    private func reasonAgainst(_ plugin: DiscoveredPlugin) -> Verdict? {
        let scope = plugin.manifest.applications
        if plugin.isDisabled { return .disabled }
        guard scope.includes(application, acceptsUnnamed: acceptsUnnamed) else {
            return scope.includesEveryApplication ? .everyApplication : .otherApplication
        }
        return plugin.manifest.abi.newest(sharedWith: abi) == nil ? .otherABI : nil
    }
}
