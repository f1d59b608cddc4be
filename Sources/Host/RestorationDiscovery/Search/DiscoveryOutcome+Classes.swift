package import RestorationCore

extension DiscoveryOutcome {
    /// The reason why a plugin is not used, according to the search.
    package func absence(of plugin: String) -> DiscoveryError {
        // Other paths of the same file add no reason of their own.
        let rejected = rejectedPlugins.first { passed in
            if case .sameFile = passed.reason { return false }
            return passed.plugin.manifest.identifier.rawValue == plugin
        }
        if let rejected { return .pluginNotUsed(plugin: plugin, rejected.reason) }
        let mismatch = faults.first { fault in
            guard case .abiMismatch(let identifier, _, _, _) = fault else { return false }
            return identifier.rawValue == plugin
        }
        return mismatch ?? .pluginMissing(plugin: plugin, unusable: faults.map(\.diagnosis))
    }
}

extension DiscoveredPlugin {
    /// The manifest's declaration of a class, by name or alias.
    package func declaration(of name: String) -> PluginManifest.Class? {
        manifest.classes.first { $0.name == name || $0.aliases.contains(name) }
    }
}
