package import RestorationCore
internal import RestorationDiscovery
package import RestorationEngine

/// Facts about saved classes, from manifests alone.
extension DiscoveryOutcome {
    /// The class that restores state of a saved class and version: that class, or the target of a
    /// converter.
    ///
    /// - Parameters:
    ///   - version: The saved class and version. Its name may be an alias now.
    ///   - pinned: The host's pinned plugins, preferred among several successors.
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

    /// The class whose code runs for saved state, according to manifests.
    package func actingClass(for saved: ClassVersion, pinned: [String]) -> ActingClass {
        let successor = successor(ofPlugin: saved.plugin, pinned: pinned)
        guard
            case .present(let name, _, let conversion) =
                facts(of: saved, pinned: pinned)
        else { return ActingClass(plugin: successor, className: saved.className) }
        return ActingClass(
            plugin: conversion?.target.plugin ?? successor,
            className: name,
            converters: conversion?.steps.map(\.plugin) ?? []
        )
    }

    /// The successor of a plugin, or the plugin itself without one.
    func successor(ofPlugin identifier: String, pinned: [String]) -> String {
        let successor = try? successor(of: identifier, pinned: pinned)
        return (successor ?? nil) ?? identifier
    }

    private func facts(
        ofClass name: String,
        plugin identifier: String,
        pinned: [String]
    ) -> ClassFacts {
        do throws(DiscoveryError) {
            guard let successor = try successor(of: identifier, pinned: pinned),
                let plugin = plugin(named: successor)
            else {
                throw absence(of: identifier)
            }
            guard let declared = plugin.declaration(of: name) else {
                throw .classMissing(
                    plugin: successor,
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
