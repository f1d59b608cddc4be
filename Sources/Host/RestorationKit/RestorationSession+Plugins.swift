internal import RestorationBindings
internal import RestorationDiscovery
internal import RestorationPlugins

extension RestorationSession {
    /// A plugin that was found for the application, whether or not it has been loaded.
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

    /// The plugins that were found, in the order of the search. Searches the first time.
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

    /// The plugins and bindings in the plugin directories that cannot be used, each with the
    /// reason. Of bindings that have been loaded, so are the classes that call functions which
    /// their libraries lack.
    public var pluginFaults: [Diagnosis] {
        enter()
        return classes.catalog.outcome.faults.map(\.diagnosis)
            + classes.catalog.bindingFaults.map(\.diagnosis)
    }

    /// Chooses a plugin for a route, where the routes of several are equally specific.
    ///
    /// ```swift
    /// try session.pin("org.example.notes", to: "Tabs/*/Note")
    /// ```
    ///
    /// A pin decides before priority and version do; a more specific route still wins. It counts
    /// for objects that are made from now on, and for those in an archive that were recorded
    /// without a class. It does nothing if the plugin is not there, or claims no such route.
    ///
    /// - Parameters:
    ///   - plugin: Its id.
    ///   - className: One of its classes; `nil` for all.
    ///   - route: One of its routes as the manifest has it, with any names of captures; `nil` for
    ///     all.
    /// - Throws: ``SessionError/invalidPlugin(_:)``, `RouteSyntaxError`, ``SessionError/closed``.
    public func pin(_ plugin: String, className: String? = nil, to route: String? = nil) throws {
        try checkIsOpen()
        guard let identifier = PluginIdentifier(plugin) else {
            throw SessionError.invalidPlugin(plugin)
        }
        let pattern = try route.map { try RoutePattern(parsing: $0) }
        classes.pin(RoutePin(identifier, className: className, route: pattern))
    }

    /// Changes that plugins made to the process while they were loaded, and should not have: each
    /// was undone if that could be done. A restore has those that it loaded in its report's notes.
    public var pluginSideEffects: [Diagnosis] {
        enter()
        return classes.sideEffects
    }

    /// Loads every plugin now instead of when it is first needed, and returns why some cannot be.
    /// Does nothing once the session is closed.
    @discardableResult
    public func loadPlugins() -> [Diagnosis] {
        guard enterIfOpen() else { return [] }
        return classes.catalog.loadAll().map(\.diagnosis)
    }
}
