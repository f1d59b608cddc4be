import RestorationCore

extension ManifestReader {
    func classes(_ object: ManifestObject) throws(ManifestError) -> [PluginManifest.Class] {
        var classes: [PluginManifest.Class] = []
        var names: Set<String> = []
        var claims: [Claim: String] = [:]
        for value in try object.filledList("classes") {
            let entry = try ManifestObject(value)
            let restorationClass = try self.restorationClass(entry)
            try recordNames(of: restorationClass, in: entry, &names)
            try recordRoutes(of: restorationClass, in: entry, &claims)
            classes.append(restorationClass)
        }
        return classes
    }

    /// Rejects a class whose name or alias another class of the plugin has.
    func recordNames(
        of new: PluginManifest.Class,
        in entry: ManifestObject,
        _ names: inout Set<String>
    ) throws(ManifestError) {
        guard names.insert(new.name).inserted else {
            throw ManifestError(.repeatedClassName(new.name), at: try entry.value("id"))
        }
        for (index, alias) in new.aliases.enumerated() where !names.insert(alias).inserted {
            throw ManifestError(.repeatedClassName(alias), at: try entry.list("aliases")[index])
        }
    }

    /// Rejects a class that claims the same route with the same priority as another class of the
    /// plugin. Only the classes' names would decide between the two.
    func recordRoutes(
        of new: PluginManifest.Class,
        in entry: ManifestObject,
        _ claims: inout [Claim: String]
    ) throws(ManifestError) {
        for (index, route) in new.routes.enumerated() {
            let claim = Claim(priority: new.priority, shape: route.withoutCaptureNames)
            // A class may list a route twice. The fault names the first class with the route.
            let owner = claims[claim] ?? new.name
            claims[claim] = owner
            guard owner == new.name else {
                throw ManifestError(
                    .repeatedRoute(route.description, className: owner),
                    at: try entry.list("routes")[index]
                )
            }
        }
    }

    /// A claim that only one class may make.
    struct Claim: Hashable {
        let priority: Int32
        let shape: [RoutePattern.Component]
    }

    /// - Parameter version: the default schema version; `nil` if the class must give one.
    func restorationClass(
        _ entry: ManifestObject,
        version: Int64? = nil
    ) throws(ManifestError) -> PluginManifest.Class {
        var aliases: [String] = []
        for value in try entry.list("aliases") { aliases.append(try value.className()) }
        var dropped: [String] = []
        for value in try entry.list("dropped") { dropped.append(try value.className()) }
        var routes: [RoutePattern] = []
        for value in try entry.list("routes") { routes.append(try route(value)) }
        let schemaVersion =
            if let version, !entry.contains("version") { version } else {
                try entry.integer("version", in: 1...Int64(UInt32.max))
            }
        return PluginManifest.Class(
            name: try entry.value("id").className(),
            schemaVersion: UInt32(schemaVersion),
            aliases: aliases,
            droppedKeys: dropped,
            routes: routes,
            priority: try priority(entry) ?? 0
        )
    }

    private func route(_ value: JSONValue) throws(ManifestError) -> RoutePattern {
        let text = try value.text()
        do {
            return try RoutePattern(parsing: text)
        } catch {
            throw ManifestError(.malformedRoute(error), at: value)
        }
    }

    func priority(_ entry: ManifestObject) throws(ManifestError) -> Int32? {
        guard entry.contains("priority") else { return nil }
        return Int32(try entry.integer("priority", in: Int64(Int32.min)...Int64(Int32.max)))
    }
}

extension RoutePattern {
    fileprivate var withoutCaptureNames: [Component] {
        components.map { component in
            guard case .capture = component else { return component }
            return .capture("")
        }
    }
}
