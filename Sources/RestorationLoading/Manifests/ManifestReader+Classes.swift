import RestorationCore

extension ManifestReader {
    /// Reads the classes, of which no two may share a name or an alias.
    func classes(_ object: ManifestObject) throws(ManifestError) -> [PluginManifest.Class] {
        var classes: [PluginManifest.Class] = []
        var names: Set<String> = []
        for (value, location) in try object.filledList("classes") {
            let entry = try ManifestObject(value, at: location)
            let restorationClass = try self.restorationClass(entry)
            for (name, place) in Self.names(of: restorationClass, in: entry) {
                guard names.insert(name).inserted else {
                    throw ManifestError(location: place, fault: .repeatedClassName(name))
                }
            }
            try check(restorationClass, in: entry, against: classes)
            classes.append(restorationClass)
        }
        return classes
    }

    /// Which of two classes gets a path is never left to their names.
    private func check(
        _ new: PluginManifest.Class,
        in entry: ManifestObject,
        against others: [PluginManifest.Class]
    ) throws(ManifestError) {
        for (index, route) in new.routes.enumerated() {
            let shape = route.withoutCaptureNames
            let rival = others.first { other in
                other.priority == new.priority
                    && other.routes.contains { $0.withoutCaptureNames == shape }
            }
            guard let rival else { continue }
            throw ManifestError(
                location: "\(entry.place(of: "routes"))[\(index)]",
                fault: .repeatedRoute(route.description, className: rival.name)
            )
        }
    }

    private func restorationClass(
        _ entry: ManifestObject
    ) throws(ManifestError) -> PluginManifest.Class {
        var aliases: [String] = []
        for (value, location) in try entry.list("aliases") {
            aliases.append(try value.className(at: location))
        }
        var routes: [RoutePattern] = []
        for (value, location) in try entry.list("routes") {
            routes.append(try route(value, at: location))
        }
        return PluginManifest.Class(
            name: try entry.value("id").className(at: entry.place(of: "id")),
            schemaVersion: UInt32(try entry.integer("version", in: 1...Int64(UInt32.max))),
            aliases: aliases,
            routes: routes,
            priority: try priority(entry) ?? 0
        )
    }

    private func route(
        _ value: JSONValue,
        at location: String
    ) throws(ManifestError) -> RoutePattern {
        let text = try value.text(at: location)
        do {
            return try RoutePattern(parsing: text)
        } catch {
            throw ManifestError(location: location, fault: .malformedRoute(error))
        }
    }

    /// The priority of a class, or `nil` where it has none of its own.
    func priority(_ entry: ManifestObject) throws(ManifestError) -> Int32? {
        guard entry.contains("priority") else { return nil }
        return Int32(try entry.integer("priority", in: Int64(Int32.min)...Int64(Int32.max)))
    }

    private static func names(
        of restorationClass: PluginManifest.Class,
        in entry: ManifestObject
    ) -> [(name: String, location: String)] {
        let aliases = restorationClass.aliases.enumerated().map { index, alias in
            (alias, "\(entry.place(of: "aliases"))[\(index)]")
        }
        return [(restorationClass.name, entry.place(of: "id"))] + aliases
    }
}

extension RoutePattern {
    /// What the pattern matches, whatever it calls its captures.
    fileprivate var withoutCaptureNames: [Component] {
        components.map { component in
            guard case .capture = component else { return component }
            return .capture("")
        }
    }
}
