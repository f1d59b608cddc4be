internal import CRestorationSystem
public import RestorationCore
public import RestorationDiscovery
internal import RestorationEngine

/// Loads the plugins of one session, each when it is first needed.
///
/// A loader belongs to the thread on which it was made. Libraries stay in memory until the process
/// ends; a plugin that failed fails once and is remembered with its reason.
public final class PluginLoader {
    private let application: ApplicationIdentifier
    package let context: PluginContext
    package var preflight = Preflight(directories: TrustedDirectories())
    /// What plugins changed in the process while they were loaded, in the order of loading. Each is
    /// logged as well.
    public private(set) var sideEffects: [PluginSideEffect] = []
    /// By the plugins' identifiers: the classes of those that were loaded, or why one cannot be.
    var loaded: [String: Result<LoadedClasses, any Error>] = [:]
    /// Loads bindings; `nil` until a host has made one.
    package var documentLoader: (any DocumentLoading)?

    /// Whether Swift's runtime is known to be a library of its own; then it stays one.
    private var hasSharedRuntime = false
    /// What the process is like before a library is loaded; `nil` while one is.
    private var spareState: ProcessState?

    /// Makes a loader for a session on this thread.
    ///
    /// - Parameters:
    ///   - application: What plugins are told is running.
    ///   - services: What the host does for its plugins.
    public init(application: ApplicationIdentifier, services: PluginServices) {
        self.application = application
        context = PluginContext(services: services)
    }

    deinit { context.forgetClasses() }

    /// Answers what plugins ask of their session. Held weakly.
    package var session: (any PluginSession)? {
        get { context.session }
        set { context.session = newValue }
    }

    /// Hears which code of plugins runs between restores and saves.
    package var recorder: (any PluginCallRecorder)? {
        get { context.recorder }
        set { context.recorder = newValue }
    }

    /// The restoration classes of a plugin, its code loaded now if it is not yet.
    ///
    /// - Throws: ``PluginError``, or an error of the file's, telling why it cannot be used; the
    ///   same every time.
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

    /// Has a converter do its work, whose plugin is loaded now if it is not yet.
    ///
    /// - Throws: What `body` throws, and why the converter cannot be used.
    func convert(
        _ step: Conversion.Step,
        in outcome: DiscoveryOutcome,
        _ body: (PluginConverter) throws -> Void
    ) throws {
        let notes = NotedCalls(of: step.plugin, context)
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

    /// What a converter of a plugin makes of state.
    ///
    /// - Throws: why the plugin cannot be used; ``PluginError`` if the converter fails.
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
    /// - Parameter isRebuilt: Whether another build of it may have been loaded.
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
        let notes = NotedCalls(of: identifier, context)
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
        note(descriptor.unlisted, in: plugin)
        return PluginClass.classes(of: plugin.manifest, descriptor, image: image, context: context)
    }

    /// Says what the author of a plugin may have meant otherwise.
    private func note(_ unlisted: [String], in plugin: DiscoveredPlugin) {
        guard context.mailbox.services.isHeard else { return }
        for name in unlisted {
            log(
                "Its manifest does not list the class \(name), which is not used.",
                .info,
                about: plugin
            )
        }
        for oversight in (try? DiscoveredPlugin.oversights(inspecting: plugin.file)) ?? [] {
            let diagnosis = oversight.diagnosis
            log(
                "The key \(oversight.location) of its manifest is ignored. \(diagnosis.remedy)",
                .info,
                about: plugin
            )
        }
    }

    /// Runs code of the plugin for the first time, and puts back what it changed in the process.
    package func watchingProcess<Result>(
        for plugin: DiscoveredPlugin,
        _ body: () throws -> Result
    ) throws -> Result {
        hasSharedRuntime =
            hasSharedRuntime || restoration_swift_runtime_is_library() != 0
            || Self.isRuntimeLoaded
        // Its own, should the plugin make the host load another one.
        let state = spareState ?? ProcessState()
        spareState = nil
        state.take()
        defer {
            var changes = state.putBack()
            spareState = state
            // This code is Swift's. If its runtime was in no library, it is in the program itself.
            if !hasSharedRuntime, Self.isRuntimeLoaded {
                changes.lasting.append(.secondSwiftRuntime)
            }
            note(changes, by: plugin)
        }
        return try body()
    }

    private static var isRuntimeLoaded: Bool { LoadedLibrary.file(named: "libswiftCore.so") != nil }

    private func note(_ changes: ProcessState.Changes, by plugin: DiscoveredPlugin) {
        for change in changes.undone { note(change, isUndone: true, by: plugin) }
        for change in changes.lasting { note(change, isUndone: false, by: plugin) }
    }

    private func note(
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

    /// Offers an ability of the host to its plugins, by versioned identifier.
    ///
    /// - Parameter table: what the host's own header says; lives until the process ends, since
    ///   plugins keep it.
    public func offer(interface identifier: String, table: UnsafeRawPointer) {
        unsafe context.mailbox.offer(table, as: identifier)
    }

    /// Whether ``runPending()`` would tell of objects that have changed.
    package var hasPendingChanges: Bool { context.mailbox.hasInvalidated }

    /// Does what plugins asked for since the last time, from whatever thread: ends objects that
    /// were let go of elsewhere, and returns those that have changed, each once.
    ///
    /// Called on the session's thread, after ``PluginServices/wakeUp``.
    public func runPending() -> [any Restorable] {
        guard context.mailbox.isOnThread else { return [] }
        let pending = context.mailbox.take()
        context.noteDestruction(pending.destroyed)
        for orphan in pending.orphans { orphan.end() }
        context.bring(pending.arrived)
        return context.takeInvalidated(pending.invalidated)
    }
}
