internal import RestorationBindings
internal import RestorationDiscovery
internal import RestorationPlugins

extension RestorationSession {
    /// A plugin that was found for the application, loaded or not.
    public struct Plugin: Hashable, Sendable {
        /// Reverse DNS, such as "org.example.notes".
        public let identifier: String
        /// The plugin's own version, such as "1.2.0".
        public let version: String
        /// The path of its library.
        public let file: String
        /// The names of its restoration classes.
        public let classes: [String]
    }

    /// The plugins found, in the order of the search. The first call searches.
    public var plugins: [Plugin] {
        enter()
        return classes.catalog.outcome.plugins.map { found in
            Plugin(
                identifier: found.manifest.identifier.rawValue,
                version: "\(found.manifest.version)",
                file: found.file,
                classes: found.manifest.classes.map(\.name)
            )
        }
    }

    /// Plugins and bindings in the plugin directories that cannot be used, with reasons. Includes
    /// classes of loaded bindings whose libraries lack functions.
    public var pluginFaults: [Diagnosis] {
        enter()
        return classes.catalog.outcome.faults.map(\.diagnosis)
            + classes.catalog.bindingFaults.map(\.diagnosis)
    }

    /// Chooses a plugin where several have equally specific routes.
    ///
    /// ```swift
    /// try session.pin("org.example.notes", to: "Tabs/*/Note")
    /// ```
    ///
    /// A pin overrides priority and version, but not a more specific route. It applies to objects
    /// made from now on, and to saved objects without a class. It has no effect if the plugin is
    /// absent, or claims no such route.
    ///
    /// - Parameters:
    ///   - plugin: Its id.
    ///   - className: One of its classes; `nil` for all.
    ///   - route: One of its routes as in the manifest, although capture names may differ; `nil`
    ///     for all.
    /// - Throws: ``SessionError/invalidPlugin(_:)``, `RouteSyntaxError`, ``SessionError/closed``.
    public func pin(_ plugin: String, className: String? = nil, to route: String? = nil) throws {
        try checkIsOpen()
        guard let identifier = PluginIdentifier(plugin) else {
            throw SessionError.invalidPlugin(plugin)
        }
        let pattern = try route.map { try RoutePattern(parsing: $0) }
        classes.pin(RoutePin(identifier, className: className, route: pattern))
    }

    /// Changes that plugins wrongly made to the process while they were loaded. Each was undone if
    /// possible. The notes of a restore's report include those of the plugins that the restore
    /// loaded.
    public var pluginSideEffects: [Diagnosis] {
        enter()
        return classes.sideEffects
    }

    /// Loads every plugin now instead of on demand, and returns the failures. Does nothing once the
    /// session is closed.
    @discardableResult
    public func loadPlugins() -> [Diagnosis] {
        guard enterIfOpen() else { return [] }
        return classes.catalog.loadAll().map(\.diagnosis)
    }
}
