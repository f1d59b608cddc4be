public import RestorationCore

/// The restrictions that a sidecar imposes on a library's embedded manifest.
///
/// ```json
/// { "manifest": 1, "classes": [{ "id": "Notes", "priority": -10 }] }
/// ```
///
/// A packager or an administrator can disable a plugin, reduce its classes, or lower a priority,
/// without changing the library.
public struct SidecarRestriction: Hashable, Sendable {
    /// Whether the plugin must not be used.
    public let isDisabled: Bool
    /// The remaining classes; `nil` if all remain.
    let classes: [Entry]?

    struct Entry: Hashable, Sendable {
        let name: String
        /// Replaces a higher priority; `nil` for no change.
        let priority: Int32?
        /// The location in the sidecar, for errors.
        let location: String
        let position: TextPosition

        func error(_ fault: ManifestError.Fault, at key: String) -> ManifestError {
            ManifestError(location: "\(location).\(key)", fault: fault, position: position)
        }
    }

    /// Returns the manifest with the restrictions applied.
    ///
    /// - Throws: ``ManifestError`` if the sidecar names a class that the manifest does not list, or
    ///   raises a priority.
    public func applied(to manifest: PluginManifest) throws(ManifestError) -> PluginManifest {
        guard let classes else { return manifest }
        var remaining: [PluginManifest.Class] = []
        for entry in classes {
            guard let original = manifest.classes.first(where: { $0.name == entry.name }) else {
                throw entry.error(.unknownClass(entry.name), at: "id")
            }
            guard (entry.priority ?? original.priority) <= original.priority else {
                throw entry.error(.widening, at: "priority")
            }
            remaining.append(original.withPriority(entry.priority ?? original.priority))
        }
        return manifest.withClasses(remaining)
    }
}

extension ManifestReader {
    /// Reads a sidecar that accompanies an embedded manifest.
    ///
    /// - Throws: ``ManifestError`` for the first fault or extension of the manifest.
    public func restriction(from bytes: [UInt8]) throws(ManifestError) -> SidecarRestriction {
        let object = try document(bytes)
        let allowed = ["$schema", "manifest", "disabled", "classes"]
        for key in Self.outerKeys where !allowed.contains(key) && object.contains(key) {
            throw ManifestError(.widening, at: try object.value(key))
        }
        try object.allow(allowed)
        return SidecarRestriction(
            isDisabled: try object.flag("disabled"),
            classes: object.contains("classes") ? try remainingClasses(object) : nil
        )
    }

    private func remainingClasses(
        _ object: ManifestObject
    ) throws(ManifestError) -> [SidecarRestriction.Entry] {
        var classes: [SidecarRestriction.Entry] = []
        for value in try object.filledList("classes") {
            let entry = try ManifestObject(value)
            for key in ["version", "aliases", "routes"] where entry.contains(key) {
                throw ManifestError(.widening, at: try entry.value(key))
            }
            try entry.allow(["id", "priority"])
            let name = try entry.value("id").className()
            guard !classes.contains(where: { $0.name == name }) else {
                throw ManifestError(.repeatedClassName(name), at: try entry.value("id"))
            }
            classes.append(
                SidecarRestriction.Entry(
                    name: name,
                    priority: try priority(entry),
                    location: value.location,
                    position: value.position
                )
            )
        }
        return classes
    }
}

extension PluginManifest {
    fileprivate func withClasses(_ classes: [Class]) -> PluginManifest {
        PluginManifest(
            identifier: identifier,
            formerIdentifiers: formerIdentifiers,
            version: version,
            abi: abi,
            applications: applications,
            neededInterfaces: neededInterfaces,
            classes: classes,
            converters: converters,
            credits: credits
        )
    }
}

extension PluginManifest.Class {
    fileprivate func withPriority(_ priority: Int32) -> Self {
        Self(
            name: name,
            schemaVersion: schemaVersion,
            aliases: aliases,
            droppedKeys: droppedKeys,
            routes: routes,
            priority: priority
        )
    }
}
