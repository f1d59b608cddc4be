import Logging
import RestorationBindings
import RestorationDiscovery
import RestorationPlugins

/// All restoration classes of a session: the host's by name, and plugins' by plugin and name, or by
/// path.
final class ClassDirectory: RestorationClassSource {
    let host: HostClasses
    private(set) var pins: [RoutePin] = []
    private var used: PluginCatalog?
    private let application: ApplicationIdentifier
    private let options: RestorationOptions
    let loader: PluginLoader
    private let bindings: BindingLoader

    init(
        application: ApplicationIdentifier,
        options: RestorationOptions,
        wakeUp: @escaping @Sendable () -> Void
    ) {
        self.application = application
        self.options = options
        host = HostClasses(options.logger(.restore))
        let logger = options.logger(.plugin)
        var services = PluginServices(
            log: { line in
                // Invariant: the logger has a level of each name.
                let level = Logger.Level(rawValue: "\(line.level)")!
                logger.log(level, line.message, plugin: line.plugin, at: line.place)
            },
            logsInfo: logger.logLevel <= .info,
            wakeUp: wakeUp,
            closurePolicy: options.closurePolicy
        )
        if let details = RequestedLog.details(.plugin, at: .info) {
            services.onRefusal = { line in
                details.log(.info, line.message, plugin: line.plugin, at: line.place)
            }
        }
        services.onCall = options.onPluginCall
        if let details = RequestedLog.details(.plugin, at: .debug) {
            services.onCall = { [listener = options.onPluginCall] call in
                listener?(call)
                details.log(.debug, "\(call)", plugin: call.plugin, at: "\(call.path)")
            }
        }
        loader = PluginLoader(application: application, services: services)
        bindings = BindingLoader(for: loader)
    }

    var discovery: PluginDiscovery {
        var discovery = PluginDiscovery(
            application: application,
            hostDirectories: options.pluginDirectories,
            process: options.pluginSearchFacts ?? .current,
            acceptsUnnamed: options.acceptsPluginsForAnyApplication
        )
        discovery.chosenFile = options.chosenPluginFile
        return discovery
    }

    /// The plugins in use, searched on first use. A program without plugins never searches.
    var catalog: PluginCatalog {
        if let used { return used }
        let outcome = discovery.run()
        let logger = options.logger(.plugin)
        for fault in outcome.faults { logger.warning(fault.diagnosis) }
        if logger.logLevel <= .info {
            for rivalry in outcome.routeConflicts(pins: pins) { logger.info(rivalry) }
        }
        if let details = RequestedLog.details(.plugin, at: .info) {
            for passed in outcome.rejectedPlugins {
                details.log(
                    .info,
                    "The plugin is not used: \(passed.reason)",
                    plugin: "\(passed.plugin.manifest.identifier)",
                    at: passed.plugin.file
                )
            }
        }
        let catalog = PluginCatalog(outcome, pins: pins, loader: loader)
        used = catalog
        for pin in pins { checkSpelling(of: pin, outcome) }
        return catalog
    }

    /// Searches again, and replaces the loaded build of a plugin by the one found.
    ///
    /// - Parameter exchanged: Called when the build in use changes: to the new one before its code
    ///   runs, and back if the reload fails.
    /// - Throws: Why the reload failed. Nothing has changed then.
    func reloadPlugin(
        _ identifier: String,
        exchanged: () -> Void
    ) throws -> (plugin: DiscoveredPlugin, reloaded: ReloadedPlugin) {
        let outcome = discovery.run()
        guard let plugin = outcome.plugin(named: identifier) else {
            throw outcome.absence(of: identifier)
        }
        let former = catalog
        // Other plugins are not reloaded, even if their files have changed.
        let current = former.outcome.exchanging(plugin.manifest.identifier, with: outcome)
        used = PluginCatalog(current, pins: pins, loader: loader)
        exchanged()
        do {
            return (plugin, try loader.reload(as: plugin))
        } catch {
            used = former
            exchanged()
            throw error
        }
    }

    /// Searches again. Loaded plugins stay; those that failed are tried again.
    ///
    /// - Returns: The identifiers of loaded plugins.
    func searchAgain() -> Set<String> {
        let former = catalog.outcome
        let loaded = Set(former.usedIdentifiers.filter(loader.isLoaded))
        loader.forgetFailures()
        let identifiers = loaded.compactMap { former.plugin(named: $0)?.manifest.identifier }
        let outcome = identifiers.reduce(discovery.run()) { $0.exchanging($1, with: former) }
        used = PluginCatalog(outcome, pins: pins, loader: loader)
        return loaded
    }

    func pin(_ pin: RoutePin) {
        pins.append(pin)
        guard let used else { return }
        used.pin(pins)
        checkSpelling(of: pin, used.outcome)
    }

    /// A pin to a plugin that is not installed is valid, but may be misspelt if a similar plugin
    /// exists.
    private func checkSpelling(of pin: RoutePin, _ outcome: DiscoveryOutcome) {
        guard let suggestion = outcome.suggestion(for: pin) else { return }
        options.logger(.plugin).warning(
            "The program pins \(pin), and there is no such plugin or class",
            remedy: "Did you mean \(suggestion)?"
        )
    }

    // MARK: Facts without running code

    func facts(ofClass name: String, plugin: String?, version: UInt32) -> ClassFacts {
        if let plugin {
            return catalog.outcome.facts(
                of: ClassVersion(plugin: plugin, className: name, schemaVersion: version),
                pinned: pins.map(\.plugin.rawValue)
            )
        }
        guard let found = host[name] else {
            return .absent(SessionError.unknownClass(name).diagnosis)
        }
        return .present(name: found.name, schemaVersion: found.schemaVersion)
    }

    func walkBoundObjects() { bindings.walkObjects() }

    var sideEffects: [Diagnosis] { loader.sideEffects.map(\.diagnosis) }

    // MARK: Looking up

    func restorationClass(named name: String, plugin: String?) throws -> any RestorationClass {
        if let plugin { return try catalog.restorationClass(named: name, plugin: plugin) }
        guard let found = host[name] else { throw SessionError.unknownClass(name) }
        return found
    }

    func convert(
        _ conversion: Conversion,
        step: Int,
        reading: RestorationCoder,
        writing: RestorationCoder
    ) throws {
        try catalog.convert(conversion, step: step, reading: reading, writing: writing)
    }

    func isFormerName(_ name: String, of type: AnyClass) -> Bool {
        host.isFormerName(name, of: type)
    }

    func isFormerName(_ name: String, ofKind kind: String) -> Bool {
        host.isFormerName(name, ofKind: kind)
    }

    func successor(ofPlugin identifier: String) -> String {
        catalog.successor(ofPlugin: identifier)
    }

    func restorationClass(for path: RestorationPath) throws -> (any RestorationClass)? {
        try catalog.restorationClass(for: path)
    }
}
