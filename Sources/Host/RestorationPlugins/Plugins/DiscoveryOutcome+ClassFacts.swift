package import RestorationCore
internal import RestorationDiscovery
package import RestorationEngine

/// What manifests say of the classes that archives name. No code of a plugin runs for it.
extension DiscoveryOutcome {
    /// What restores state of a class and version: the class itself, or another one that a
    /// converter leads to; as far as manifests tell.
    ///
    /// - Parameters:
    ///   - version: What has saved the state: the name of the class may be an alias by now.
    ///   - pinned: The plugins that the host has pinned, of several that take a plugin's state
    ///     over.
    package func facts(
        of version: ClassVersion,
        pinned: [String]
    ) -> ClassFacts {
        let facts = facts(ofClass: version.className, plugin: version.plugin, pinned: pinned)
        if case .present(_, let present, _) = facts, version.schemaVersion <= present {
            return facts
        }
        guard let way = conversion(from: version) else {
            guard case .absent(let reason) = facts,
                let obstacle = obstacle(toConversionOf: version)
            else { return facts }
            return .absent(
                Diagnosis(
                    problem: reason.problem,
                    excerpt: reason.excerpt,
                    place: reason.place,
                    advice: "\(obstacle) Or: \(reason.advice)",
                    outlook: reason.outlook
                )
            )
        }
        guard
            case .present(let name, let present, _) = self.facts(
                ofClass: way.target.className,
                plugin: way.target.plugin,
                pinned: pinned
            )
        else { return facts }
        return .present(name: name, schemaVersion: present, way)
    }

    /// The class whose code runs for what a class has saved, as far as manifests tell.
    package func actingClass(for saved: ClassVersion, pinned: [String]) -> ActingClass {
        let heir = heir(ofPlugin: saved.plugin, pinned: pinned)
        guard
            case .present(let name, _, let conversion) =
                facts(of: saved, pinned: pinned)
        else { return ActingClass(plugin: heir, className: saved.className) }
        return ActingClass(
            plugin: conversion?.target.plugin ?? heir,
            className: name,
            converters: conversion?.steps.map(\.plugin) ?? []
        )
    }

    /// The plugin that has a plugin's state by now; its own where nobody has taken it over.
    func heir(ofPlugin identifier: String, pinned: [String]) -> String {
        let heir = try? heir(of: identifier, pinned: pinned)
        return (heir ?? nil) ?? identifier
    }

    /// Whether a class of a plugin can be had.
    private func facts(
        ofClass name: String,
        plugin identifier: String,
        pinned: [String]
    ) -> ClassFacts {
        do throws(DiscoveryError) {
            guard let heir = try heir(of: identifier, pinned: pinned),
                let plugin = plugin(named: heir)
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
