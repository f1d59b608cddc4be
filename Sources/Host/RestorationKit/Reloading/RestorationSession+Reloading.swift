internal import Logging
internal import RestorationDiscovery
internal import RestorationPlugins

/// The result of replacing the loaded build of a plugin by another one.
public struct PluginReload: Hashable, Sendable {
    /// The plugin's identifier.
    public let plugin: String
    /// The path of its library.
    public let file: String
    /// How many live objects have the new code.
    public let objectCount: Int
    /// How many builds of the library are in memory. All of them stay until the process ends: code
    /// that has run cannot be unloaded safely.
    public let buildCount: Int
    /// How long the session's thread did nothing else.
    public let duration: Duration
}

extension RestorationSession {
    /// Replaces the loaded build of a plugin by the one that is in the plugin directories now,
    /// while the program runs. For authors of plugins; installed ones are upgraded by starting the
    /// program again.
    ///
    /// The plugin's live objects stay where they are, for the program and for all objects that
    /// refer to them. Their state is encoded by the old code at this moment; the new code migrates
    /// it if it is of an older version, creates and decodes, with the reason `.launch`; then the
    /// old code destroys its objects. If anything of that fails, the old code goes on with its
    /// objects as they were. An interface or a pointer that the program has got from an object is
    /// one of the old code: ask the object again, in ``onPluginReload``.
    ///
    /// A plugin that has not been loaded yet, or that could not be, is loaded, and its objects are
    /// restored that were retained for want of it. A library that the plugin brings along is not
    /// loaded anew, nor is a binding.
    ///
    /// The linker must have written a new file, as all do: a library that is overwritten while it
    /// is in use takes the program down with it. So does a build that crashes or exits while it is
    /// loading: `restorectl plugin dev` loads each build in a process of its own before it asks a
    /// program for a reload, and this function does not. O(live objects of the plugin + their
    /// state).
    ///
    /// - Parameter plugin: Its id.
    /// - Throws: A `DiagnosedError` with the failure, and the path of the object whose code failed;
    ///   ``SessionError/notRestored``, ``SessionError/busy``, ``SessionError/closed``.
    @discardableResult
    public func reloadPlugin(_ plugin: String) throws -> PluginReload {
        enter()
        try gate.checkIsIdle()
        let start = ContinuousClock.now
        // Nobody saves objects that have yet to decode.
        gate.phase = .restoring
        defer {
            if gate.phase == .restoring { gate.phase = .running }
            arrivals.resume()
        }
        let (found, reloaded) = try classes.reloadPlugin(
            plugin,
            exchanged: { ledger?.forgetBuild(ofPlugin: plugin) }
        )
        // The new code may have closed the session.
        guard gate.phase == .restoring else { throw gate.closedError }
        gate.phase = .running
        changed()
        bringBackObjects { $0 == plugin }
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

    /// Looks again for plugins, after the program has installed some or updated them. Objects that
    /// could not be restored because their plugin was missing, or could not be loaded, are restored
    /// now, as the next launch would restore them: containers get them back where they were, and
    /// the delegate is told by `didRestoreAwaited(_:)`.
    ///
    /// A plugin that is loaded stays as it is: ``reloadPlugin(_:)`` exchanges its build. What came
    /// back, and what did not, is in ``report``. O(plugins + records retained).
    ///
    /// - Throws: ``SessionError/notRestored``, ``SessionError/busy``, ``SessionError/closed``.
    public func pluginsChanged() throws {
        enter()
        try gate.checkIsIdle()
        let loaded = classes.searchAgain()
        bringBackObjects { !loaded.contains($0) }
    }

    /// Restores what was retained for want of plugins that are there now.
    private func bringBackObjects(ofPlugins isMeant: (String) -> Bool) {
        restoring.planAgain()
        arrivals.restore { $0.absent { isMeant(classes.heir(ofPlugin: $0)) } }
    }
}

extension RestorationSession {
    /// Lets the same user's programs ask for plugins to be reloaded. That it cannot is in the
    /// log: the program runs as well without.
    func listenForReloads(at store: any RestorationStore) {
        guard let store = store as? ArchiveStore, !ProcessFacts.current.isPrivileged else { return }
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
