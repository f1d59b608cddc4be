internal import RestorationCore
internal import RestorationDiscovery
package import RestorationEngine

/// What manifests say of the classes that archives name. No code of a plugin runs for it.
extension DiscoveryOutcome {
    /// Whether a class of a plugin can be had, as far as its manifest tells.
    ///
    /// - Parameters:
    ///   - name: The name of the class, or one of its aliases.
    ///   - identifier: That of the plugin that has saved the state.
    ///   - pinned: The plugins that the host has pinned, of several that take its state over.
    package func facts(
        ofClass name: String,
        plugin identifier: String,
        pinned: [String]
    ) -> ClassFacts {
        do throws(DiscoveryError) {
            guard let heir = try heir(of: identifier, pinned: pinned),
                let plugin = try plugin(named: heir)
            else {
                throw absence(of: identifier)
            }
            guard let declared = plugin.declaration(of: name) else {
                throw .classMissing(
                    plugin: heir,
                    className: name,
                    sidecar: plugin.sidecar
                )
            }
            return .present(name: declared.name, schemaVersion: Int(declared.schemaVersion))
        } catch {
            return .absent(error.diagnosis)
        }
    }
}
