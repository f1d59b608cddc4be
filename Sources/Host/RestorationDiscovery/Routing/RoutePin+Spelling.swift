internal import RestorationCore

extension DiscoveryOutcome {
    /// Suggests a correction for a pin with an unknown plugin or class, by similar spelling. `nil`
    /// if both are known or nothing is similar. Linear in the plugins.
    package func suggestion(for pin: RoutePin) -> RoutePin? {
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
