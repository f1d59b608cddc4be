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
        let reasons = plugins.map(reasonAgainst)
        var winners: [PluginIdentifier: Int] = [:]
        for (number, plugin) in plugins.enumerated() where reasons[number] == nil {
            let rival = winners[plugin.identifier].map { plugins[$0].version }
            if let rival, rival >= plugin.version { continue }
            winners[plugin.identifier] = number
        }
        return plugins.enumerated().map { number, plugin in
            if let reason = reasons[number] { return reason }
            guard let winner = winners[plugin.identifier], winner != number else {
                return .used
            }
            let isOlder = plugin.version < plugins[winner].version
            return isOlder ? .older(than: winner) : .later(than: winner)
        }
    }

    private func reasonAgainst(_ plugin: ScannedPlugin) -> Verdict? {
        let scope = plugin.applications
        if plugin.isDisabled { return .disabled }
        guard scope.includes(application, acceptsUnnamed: acceptsUnnamed) else {
            return scope.includesEveryApplication ? .everyApplication : .otherApplication
        }
        return plugin.abi.newest(sharedWith: abi) == nil ? .otherABI : nil
    }
}
