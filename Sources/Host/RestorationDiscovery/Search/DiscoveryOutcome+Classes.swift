package import RestorationCore

extension DiscoveryOutcome {
    /// Why there is no such plugin, as far as the search tells.
    package func absence(of plugin: String) -> DiscoveryError {
        // By whatever name a file was found, there is one reason against it.
        let passedOver = passedOver.first { passed in
            if case .sameFile = passed.reason { return false }
            return passed.plugin.manifest.identifier.rawValue == plugin
        }
        if let passedOver { return .pluginNotUsed(plugin: plugin, passedOver.reason) }
        let mismatch = faults.first { fault in
            guard case .abiMismatch(let identifier, _, _, _) = fault else { return false }
            return identifier.rawValue == plugin
        }
        return mismatch ?? .pluginMissing(plugin: plugin, unusable: faults.map(\.diagnosis))
    }
}

extension DiscoveredPlugin {
    /// What the manifest says of a class, by its name or an alias.
    package func declaration(of name: String) -> PluginManifest.Class? {
        manifest.classes.first { $0.name == name || $0.aliases.contains(name) }
    }
}
