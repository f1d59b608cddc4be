internal import Logging
internal import RestorationDiscovery
internal import RestorationPlugins

/// The result of replacing the loaded build of a plugin by another one.
public struct PluginReload: Hashable, Sendable {
    /// The plugin's identifier.
    public let plugin: String
    /// The path of its library.
    public let file: String
    /// The number of live objects that have the new code.
    public let objectCount: Int
    /// The number of builds in memory. All of them stay until the process ends, since code that has
    /// run cannot be unloaded safely.
    public let buildCount: Int
    /// How long the session's thread was blocked.
    public let duration: Duration
}

extension RestorationSession {
    /// Replaces the loaded build of a plugin by the one in the plugin directories, while the
    /// program runs. For authors of plugins; installed ones are upgraded by restarting the program.
    ///
    /// The plugin's live objects keep their identity and references. The old code encodes their
    /// state. The new code migrates the state if it is of an older version, then creates and
    /// decodes the objects, with the reason `.launch`. Finally, the old code destroys its own
    /// objects. If any step fails, the old code continues with its objects unchanged. Interfaces
    /// and pointers from an object belong to the old code, so ask the object again in
    /// ``onPluginReload``.
    ///
    /// A plugin that is not loaded yet, or could not be, is loaded, and its retained objects are
    /// restored. Bindings, and libraries that the plugin brings along, are not reloaded.
    ///
    /// The linker must write a new file, as all linkers do: overwriting a library in use crashes
    /// the program. So does a build that crashes or exits while loading. `restorectl plugin dev`
    /// first loads each build in a separate process; this function does not. O(live objects of the
    /// plugin + their state).
    ///
    /// - Parameter plugin: Its id.
    /// - Throws: A `DiagnosedError` with the failure, and the path of the object whose code failed;
    ///   ``SessionError/notRestored``, ``SessionError/busy``, ``SessionError/closed``.
    @discardableResult
    public func reloadPlugin(_ plugin: String) throws -> PluginReload {
        enter()
        try gate.checkIsIdle()
        let start = ContinuousClock.now
        // Prevents saves of objects that have not decoded yet.
        gate.phase = .restoring
        defer {
            if gate.phase == .restoring { gate.phase = .running }
            restoring.resume()
        }
        let (found, reloaded) = try classes.reloadPlugin(
            plugin,
            exchanged: { ledger?.forgetBuild(ofPlugin: plugin) }
        )
        // The new code may have closed the session.
        guard gate.phase == .restoring else { throw gate.closedError }
        gate.phase = .running
        changed()
        restoreObjects { $0 == plugin }
        let reload = PluginReload(
            plugin: plugin,
            file: found.file,
            objectCount: reloaded.objects.count,
            buildCount: reloaded.buildCount,
            duration: ContinuousClock.now - start
        )
        options.logger(.plugin).log(.info, "\(reload)", plugin: plugin, at: found.file)
        onPluginReload?(reload)
        return reload
    }

    /// Searches for plugins again, after the program has installed or updated some. Objects whose
    /// plugin was missing or could not be loaded are restored now, as at the next launch.
    /// Containers get them back in their places, and the delegate's `didRestoreAwaited(_:)` is
    /// called.
    ///
    /// Loaded plugins stay: ``reloadPlugin(_:)`` exchanges their builds. ``report`` has the
    /// outcomes. O(plugins + records retained).
    ///
    /// - Throws: ``SessionError/notRestored``, ``SessionError/busy``, ``SessionError/closed``.
    public func pluginsChanged() throws {
        enter()
        try gate.checkIsIdle()
        let loaded = classes.searchAgain()
        restoreObjects { !loaded.contains($0) }
    }

    /// Restores objects whose plugins are available now.
    private func restoreObjects(ofPlugins isMeant: (String) -> Bool) {
        restoring.planAgain()
        restoring.restore { $0.absent { isMeant(classes.successor(ofPlugin: $0)) } }
    }

    /// Accepts reload requests from programs of the same user. A failure is only logged, since the
    /// program runs as well without.
    func listenForReloads() {
        guard let store = saved.files, !ProcessFacts.current.isPrivileged else { return }
        let path = "\(store.directory)/\(ReloadCall.socketName)"
        do {
            events.reloadListener = try ReloadListener(at: path) { [mailbox] request in
                mailbox.post { $0.reloads.append(request) }
            }
            options.logger(.plugin).debug(
                "Plugins may be reloaded",
                metadata: ["place": "\(path)"]
            )
        } catch {
            options.logger(.plugin).warning(Diagnosis(error))
        }
    }
}

extension PluginReload: CustomStringConvertible {
    /// A line for people.
    public var description: String {
        let objects = objectCount == 1 ? "1 object" : "\(objectCount) objects"
        let builds = buildCount == 1 ? "1 build of it is" : "\(buildCount) builds of it are"
        return
            "\(plugin) was reloaded with \(objects) in \(duration.briefly); \(builds) in memory"
    }
}
