internal import CRestorationSystem
public import RestorationCore
public import RestorationDiscovery
internal import RestorationEngine

/// Loads the plugins of one session, each when it is first needed.
///
/// Belongs to the thread that created it. Libraries stay in memory until the process ends. A plugin
/// that fails to load is not retried, and keeps its error.
public final class PluginLoader {
    private let application: ApplicationIdentifier
    package let context: PluginContext
    package var preflight = Preflight(directories: TrustedDirectories())
    /// Changes of the process by plugins during loading, in order. Each is also logged.
    public private(set) var sideEffects: [PluginSideEffect] = []
    /// By plugin identifier.
    var loaded: [String: Result<LoadedClasses, any Error>] = [:]
    /// `nil` until the host creates a binding loader.
    package var documentLoader: (any DocumentLoading)?

    /// A reusable snapshot; `nil` while a plugin is loaded.
    private var spareState: ProcessState?

    /// Makes a loader for a session on this thread.
    ///
    /// - Parameters:
    ///   - application: The application id that plugins see.
    ///   - services: The host's services for its plugins.
    public init(application: ApplicationIdentifier, services: PluginServices) {
        self.application = application
        context = PluginContext(services: services)
    }

    deinit { context.forgetClasses() }

    /// Answers requests of plugins. Weak.
    package var session: (any PluginSession)? {
        get { context.session }
        set { context.session = newValue }
    }

    /// Records plugin code that runs between restores and saves.
    package var recorder: (any PluginCallRecorder)? {
        get { context.recorder }
        set { context.recorder = newValue }
    }

    /// The restoration classes of a plugin, which is loaded if necessary.
    ///
    /// - Throws: ``PluginError``, or an error of the file, the same for every call.
    public func classes(of plugin: DiscoveredPlugin) throws -> PluginClasses {
        PluginClasses(try load(plugin))
    }

    func load(_ plugin: DiscoveredPlugin) throws -> LoadedClasses {
        let identifier = plugin.manifest.identifier.rawValue
        guard context.mailbox.isOnThread else { throw PluginError.wrongThread(plugin: identifier) }
        if let known = loaded[identifier] { return try known.get() }
        do {
            let classes: LoadedClasses
            if plugin.isBinding {
                guard let documentLoader else {
                    throw PluginError.bindingsUnused(file: plugin.file)
                }
                classes = try documentLoader.load(plugin, for: self)
            } else {
                classes = try load(library: plugin)
            }
            loaded[identifier] = .success(classes)
            return classes
        } catch {
            loaded[identifier] = .failure(error)
            throw error
        }
    }

    /// Runs `body` with a converter, which is loaded if necessary.
    func convert(
        _ step: Conversion.Step,
        in outcome: DiscoveryOutcome,
        _ body: (PluginConverter) throws -> Void
    ) throws {
        let notes = RecordedCalls(of: step.plugin, context)
        try notes.run(.convert) { () throws in
            guard let plugin = outcome.plugin(named: step.plugin) else {
                throw outcome.absence(of: step.plugin)
            }
            guard let converter = try load(plugin).converter(named: step.converter) else {
                throw PluginError.descriptor(
                    file: plugin.file,
                    .missingConverter(step.converter)
                )
            }
            try body(converter)
        }
    }

    /// Converts values by a plugin's converter.
    ///
    /// - Throws: The plugin's error if it is unusable; ``PluginError`` if the converter fails.
    package func convert(
        _ values: [String: RestorationValue],
        by converter: PluginManifest.Converter,
        of plugin: DiscoveredPlugin
    ) throws -> [String: RestorationValue] {
        guard let loaded = try load(plugin).converter(named: converter.name) else {
            throw PluginError.descriptor(file: plugin.file, .missingConverter(converter.name))
        }
        return try RestorationCoder.values { coder in
            try loaded.convert(
                RestorationCoder.reading(values),
                coder,
                from: converter.source.schemaVersion,
                to: converter.target.schemaVersion
            )
        }
    }

    /// Loads a library.
    ///
    /// - Parameter isRebuilt: Whether another build may be loaded.
    func load(library plugin: DiscoveredPlugin, isRebuilt: Bool = false) throws -> LoadedClasses {
        for interface in plugin.manifest.neededInterfaces
        where unsafe context.mailbox.offer(interface) == nil {
            throw PluginError.interfaceMissing(
                plugin: plugin.manifest.identifier.rawValue,
                file: plugin.file,
                interface: interface
            )
        }
        let cleared = try preflight.clear(plugin)
        let identifier = plugin.manifest.identifier.rawValue
        let notes = RecordedCalls(of: identifier, context)
        let start = ContinuousClock.now
        let (image, descriptor) = try notes.run(.load) {
            try watchingProcess(for: plugin) { () in
                let image = try PluginImage.open(
                    plugin,
                    cleared,
                    isRebuilt: isRebuilt,
                    application: application
                )
                try image.claim(for: context)
                return (image, try image.descriptor(of: plugin))
            }
        }
        context.mailbox.services.onCall?(
            PluginCallTrace(
                plugin: identifier,
                className: nil,
                path: plugin.file,
                function: "load",
                start: start,
                duration: ContinuousClock.now - start,
                size: nil,
                answer: nil
            )
        )
        logUnlisted(descriptor.unlisted, in: plugin)
        return PluginClass.classes(of: plugin.manifest, descriptor, image: image, context: context)
    }

    /// Logs classes and manifest keys without effect.
    private func logUnlisted(_ classes: [String], in plugin: DiscoveredPlugin) {
        guard context.mailbox.services.logsInfo else { return }
        for name in classes {
            log(
                "Its manifest does not list the class \(name), which is not used.",
                .info,
                about: plugin
            )
        }
        for warning in (try? DiscoveredPlugin.warnings(inspecting: plugin.file)) ?? [] {
            let diagnosis = warning.diagnosis
            log(
                "The key \(warning.location) of its manifest is ignored. \(diagnosis.remedy)",
                .info,
                about: plugin
            )
        }
    }

    /// Runs a plugin's first code, and undoes its changes to the process.
    package func watchingProcess<Result>(
        for plugin: DiscoveredPlugin,
        _ body: () throws -> Result
    ) throws -> Result {
        // Taken out, in case the plugin makes the host load another.
        let state = spareState ?? ProcessState()
        spareState = nil
        state.take()
        defer {
            let changes = state.restore()
            spareState = state
            report(changes, by: plugin)
        }
        return try body()
    }

    private func report(_ changes: ProcessState.Changes, by plugin: DiscoveredPlugin) {
        for change in changes.undone { report(change, isUndone: true, by: plugin) }
        for change in changes.lasting { report(change, isUndone: false, by: plugin) }
    }

    private func report(
        _ change: PluginSideEffect.Change,
        isUndone: Bool,
        by plugin: DiscoveredPlugin
    ) {
        sideEffects.append(
            PluginSideEffect(
                plugin: plugin.manifest.identifier.rawValue,
                file: plugin.file,
                change: change,
                isUndone: isUndone
            )
        )
        log(change.clause(isUndone: isUndone), .warning, about: plugin)
    }

    private func log(_ message: String, _ level: PluginLogLevel, about plugin: DiscoveredPlugin) {
        let identifier = plugin.manifest.identifier.rawValue
        context.mailbox.services.log(
            PluginLogEntry(plugin: identifier, place: plugin.file, level: level, message: message)
        )
    }

    /// Offers an interface of the host to its plugins, by versioned identifier.
    ///
    /// - Parameter table: The table that the host's header declares. It must live until the process
    ///   ends, because plugins store it.
    public func offer(interface identifier: String, table: UnsafeRawPointer) {
        unsafe context.mailbox.offer(table, as: identifier)
    }

    /// Whether ``runPending()`` would return changed objects.
    package var hasPendingChanges: Bool { context.mailbox.hasInvalidated }

    /// Handles plugins' requests from any thread: destroys objects released elsewhere, and returns
    /// the distinct changed objects.
    ///
    /// Call it on the session's thread, after ``PluginServices/wakeUp``.
    public func runPending() -> [any Restorable] {
        guard context.mailbox.isOnThread else { return [] }
        let pending = context.mailbox.take()
        context.recordDestruction(pending.destroyed)
        for orphan in pending.orphans { orphan.end() }
        context.deliverArrivals(pending.arrived)
        return context.takeInvalidated(pending.invalidated)
    }
}
