import Logging
import RestorationBindings
import RestorationDiscovery
import RestorationPlugins

/// All restoration classes that a session can use: the host's own by name, and plugins' by plugin
/// and name, or by path.
final class ClassDirectory: RestorationClassSource {
    private var hostClasses: [String: any RestorationClass] = [:]
    /// Former names of the host's classes, each with the name now.
    private var hostAliases: [String: String] = [:]
    /// Finds classes of the host that nobody has registered.
    var findClass: ((_ name: String) -> (any RestorationClass)?)?
    /// Former names of types, as archives hold them.
    private var typeAliases: [ObjectIdentifier: (type: AnyClass, names: Set<String>)] = [:]
    /// Found when a class of a plugin is first asked for: a program without plugins never searches.
    private(set) lazy var catalog = makeCatalog()
    private var hasSearched = false
    private(set) var pins: [RoutePin] = []
    private let application: ApplicationIdentifier
    private let options: RestorationOptions
    let loader: PluginLoader
    private let bindings: BindingLoader
    /// Answers what plugins ask of the session.
    var bridge: PluginSessionBridge? { didSet { loader.session = bridge } }

    init(
        application: ApplicationIdentifier,
        options: RestorationOptions,
        wakeUp: @escaping @Sendable () -> Void
    ) {
        self.application = application
        self.options = options
        let logger = options.logger(.plugin)
        var services = PluginServices(
            log: { entry in
                logger.log(
                    level: Logger.Level(entry.level),
                    "\(entry.message)",
                    metadata: ["plugin": "\(entry.plugin)", "place": "\(entry.place)"]
                )
            },
            isHeard: logger.logLevel <= .info,
            wakeUp: wakeUp,
            closurePolicy: options.closurePolicy
        )
        services.onRefusal = Self.refusals(to: RequestedLog.details(.plugin))
        services.onCall = Self.calls(
            to: RequestedLog.details(.plugin),
            and: options.onPluginCall
        )
        loader = PluginLoader(application: application, services: services)
        bindings = BindingLoader(for: loader)
    }

    /// Writes what plugins are refused; `nil` where nobody would read it.
    private static func refusals(to logger: Logger?) -> (@Sendable (PluginLogEntry) -> Void)? {
        guard let logger, logger.logLevel <= .info else { return nil }
        return { entry in
            logger.info(
                "\(entry.message)",
                metadata: ["plugin": "\(entry.plugin)", "place": "\(entry.place)"]
            )
        }
    }

    /// Writes each call into a plugin, and tells it to whoever listens; `nil` where nobody wants to
    /// know.
    private static func calls(
        to logger: Logger?,
        and listener: (@Sendable (PluginCallTrace) -> Void)?
    ) -> (@Sendable (PluginCallTrace) -> Void)? {
        guard let logger, logger.logLevel <= .debug else { return listener }
        return { call in
            listener?(call)
            logger.debug(
                "\(call)",
                metadata: ["plugin": "\(call.plugin)", "place": "\(call.path)"]
            )
        }
    }

    /// The search for the plugins.
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

    private func makeCatalog() -> PluginCatalog {
        let outcome = discovery.run()
        for fault in outcome.faults {
            options.logger(.plugin).warning(fault.diagnosis)
        }
        let logger = options.logger(.plugin)
        if logger.logLevel <= .info {
            for rivalry in outcome.rivalries(pins: pins) { logger.info(rivalry) }
        }
        if let details = RequestedLog.details(.plugin), details.logLevel <= .info {
            for passed in outcome.passedOver {
                details.info(
                    "The plugin is not used: \(passed.reason)",
                    metadata: [
                        "plugin": "\(passed.plugin.manifest.identifier)",
                        "place": "\(passed.plugin.file)",
                    ]
                )
            }
        }
        let catalog = PluginCatalog(outcome, pins: pins, loader: loader)
        hasSearched = true
        for pin in pins { checkSpelling(of: pin, outcome) }
        return catalog
    }

    /// Searches anew, and has the build of a plugin that is found take over from the one that is
    /// used.
    ///
    /// - Parameter exchanged: Called whenever another build is the one that is used: of the new one
    ///   before any of its code runs, and of the old one if that comes back.
    /// - Throws: Why it cannot; nothing has changed then.
    func reloadPlugin(
        _ identifier: String,
        carried: [ObjectIdentifier: [CarriedFields.Field]],
        exchanged: () -> Void
    ) throws -> (plugin: DiscoveredPlugin, reloaded: ReloadedPlugin) {
        let outcome = discovery.run()
        guard let plugin = outcome.plugin(named: identifier) else {
            throw outcome.absence(of: identifier)
        }
        let former = catalog
        func use(_ other: PluginCatalog) {
            catalog = other
            exchanged()
        }
        // Of other plugins nothing is loaded anew, whatever has become of their files.
        let current = former.outcome.exchanging(plugin.manifest.identifier, with: outcome)
        use(PluginCatalog(current, pins: pins, loader: loader))
        do {
            return (plugin, try loader.reload(as: plugin, carried: carried))
        } catch {
            use(former)
            throw error
        }
    }

    func pin(_ pin: RoutePin) {
        pins.append(pin)
        guard hasSearched else { return }
        catalog.pin(pins)
        checkSpelling(of: pin, catalog.outcome)
    }

    /// A pin whose plugin is not installed is no mistake. One that is nearly that of a plugin may
    /// be.
    private func checkSpelling(of pin: RoutePin, _ outcome: DiscoveryOutcome) {
        guard let meant = outcome.meant(by: pin) else { return }
        options.logger(.plugin).warning(
            Diagnosis(
                problem: "The program pins \(pin), and there is no such plugin or class",
                remedy: "Did you mean \(meant)?"
            )
        )
    }

    func register(_ restorationClass: any RestorationClass, aliases: [String]) {
        let name = restorationClass.name
        for contradiction in contradictions(of: restorationClass, aliases) {
            options.logger(.restore).warning(contradiction)
        }
        hostClasses[name] = restorationClass
        for alias in aliases { hostAliases[alias] = name }
    }

    /// What is registered already and means something else.
    private func contradictions(
        of new: any RestorationClass,
        _ aliases: [String]
    ) -> [Diagnosis] {
        var found: [Diagnosis] = []
        if let known = hostClasses[new.name], known !== new,
            new is ClosureRestorationClass || type(of: known) != type(of: new)
        {
            found.append(
                Diagnosis(
                    problem: "The restoration class \(new.name) is registered twice; the second"
                        + " registration replaces the first",
                    remedy: "Register each class once in the life of a session, under a name of"
                        + " its own."
                )
            )
        }
        for alias in aliases where hostClasses[alias] != nil && alias != new.name {
            found.append(Self.aliasOfClass(alias, for: new.name))
        }
        if let other = hostAliases[new.name], other != new.name {
            found.append(Self.aliasOfClass(new.name, for: other))
        }
        for alias in aliases {
            guard let other = hostAliases[alias], other != new.name else { continue }
            found.append(
                Diagnosis(
                    problem: "\(alias) is an alias of the restoration classes \(other) and"
                        + " \(new.name); the second is used",
                    remedy: "Give each alias to one class."
                )
            )
        }
        return found
    }

    private static func aliasOfClass(_ alias: String, for name: String) -> Diagnosis {
        Diagnosis(
            problem: "The alias \(alias) of the restoration class \(name) has no effect, since a"
                + " class of that name is registered",
            remedy: "Leave out the alias, or register that class under another name."
        )
    }

    func alias(_ formerName: String, for type: AnyClass) {
        let others = typeAliases.values.filter { $0.type != type && $0.names.contains(formerName) }
        for other in others {
            options.logger(.restore).warning(
                Diagnosis(
                    problem: "\(formerName) is an alias of the types \(other.type) and \(type)",
                    remedy: "Give each former name to one type, so that no object gets the state of"
                        + " another."
                )
            )
        }
        typeAliases[ObjectIdentifier(type), default: (type, [])].names.insert(formerName)
    }

    func isFormerName(_ name: String, of type: AnyClass) -> Bool {
        !typeAliases.isEmpty
            && typeAliases[ObjectIdentifier(type)]?.names.contains(name) == true
    }

    func hostClass(_ name: String) -> (any RestorationClass)? {
        if let known = hostClasses[name] ?? hostAliases[name].flatMap({ hostClasses[$0] }) {
            return known
        }
        guard let found = findClass?(name) else { return nil }
        hostClasses[name] = found
        return found
    }

    // MARK: What is known without anybody's code

    /// What is known of a class that an archive names.
    func facts(
        ofClass name: String,
        plugin: String?,
        version: UInt32
    ) -> ClassFacts {
        if let plugin {
            return catalog.outcome.facts(
                of: ClassVersion(plugin: plugin, className: name, schemaVersion: version),
                pinned: pins.map(\.plugin.rawValue)
            )
        }
        guard let found = hostClass(name) else {
            return .absent(SessionError.unknownClass(name).diagnosis)
        }
        return .present(name: found.name, schemaVersion: found.schemaVersion)
    }

    /// Whether ``runPending()`` has changes to tell.
    var hasPendingChanges: Bool { loader.hasPendingChanges }

    /// Does what plugins asked for from whatever thread; returns the objects that have changed.
    func runPending() -> [any Restorable] { loader.runPending() }

    /// Has the session hear of changes in what lies in adopted objects.
    func walkBoundObjects() { bindings.walkObjects() }

    /// What plugins changed in the process while they were loaded.
    var sideEffects: [Diagnosis] { loader.sideEffects.map(\.diagnosis) }

    // MARK: Looking up

    func restorationClass(named name: String, plugin: String?) throws -> any RestorationClass {
        if let plugin { return try catalog.restorationClass(named: name, plugin: plugin) }
        guard let found = hostClass(name) else { throw SessionError.unknownClass(name) }
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

    func heir(ofPlugin identifier: String) -> String { catalog.heir(ofPlugin: identifier) }

    func restorationClass(for path: RestorationPath) throws -> (any RestorationClass)? {
        try catalog.restorationClass(for: path)
    }

    func mayHaveRoute(for path: RestorationPath) -> Bool { catalog.mayHaveRoute(for: path) }
}

extension Logger.Level {
    fileprivate init(_ level: PluginLogLevel) {
        switch level {
        case .debug: self = .debug
        case .info: self = .info
        case .warning: self = .warning
        case .error: self = .error
        }
    }
}
