internal import RestorationCore

extension DiscoveryOutcome {
    /// What a pin may mean whose plugin or class is not there: that with the id or name that is
    /// spelt most like it. `nil` if both are there, or nothing is like them. Linear in the plugins.
    package func meant(by pin: RoutePin) -> RoutePin? {
        let identifier = pin.plugin.rawValue
        if usedIdentifiers.contains(identifier) {
            guard let name = pin.className, let plugin = plugin(named: identifier) else {
                return nil
            }
            let names = plugin.manifest.classes.map(\.name)
            guard !names.contains(name), let near = Spelling.nearest(to: name, among: names) else {
                return nil
            }
            return RoutePin(pin.plugin, className: near, route: pin.route)
        }
        return Spelling.nearest(to: identifier, among: usedIdentifiers)
            .flatMap { PluginIdentifier($0) }
            .map { RoutePin($0, className: pin.className, route: pin.route) }
    }
}
