internal import RestorationCore
package import RestorationEngine

/// What manifests say of the classes that archives name. No code of a plugin runs for it.
extension DiscoveryOutcome {
    /// Whether a class of a plugin can be had, as far as its manifest tells.
    ///
    /// - Parameters:
    ///   - name: The name of the class, or one of its aliases.
    ///   - identifier: That of the plugin.
    package func facts(ofClass name: String, plugin identifier: String) -> ClassFacts {
        do throws(LoadingError) {
            guard let plugin = try plugin(named: identifier) else {
                throw absence(of: identifier)
            }
            guard let declared = plugin.declaration(of: name) else {
                throw .classMissing(
                    plugin: identifier,
                    className: name,
                    sidecar: plugin.sidecar
                )
            }
            return .present(name: declared.name, schemaVersion: Int(declared.schemaVersion))
        } catch {
            return .absent(error.diagnosis)
        }
    }

    /// Why there is no such plugin, as far as the search tells.
    func absence(of plugin: String) -> LoadingError {
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
    func declaration(of name: String) -> PluginManifest.Class? {
        manifest.classes.first { $0.name == name || $0.aliases.contains(name) }
    }
}
