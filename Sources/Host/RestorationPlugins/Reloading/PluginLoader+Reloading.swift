package import RestorationCore
package import RestorationDiscovery
import RestorationEngine

/// The result of reloading a plugin.
package struct ReloadedPlugin {
    /// The objects that have the new code.
    package let objects: [any Restorable]
    /// The number of builds of the library in memory.
    package let buildCount: Int
}

extension PluginLoader {
    /// Replaces the loaded build of a plugin, preserving the state of all its live objects.
    ///
    /// The old code stays in memory without being called. The plugin's dependencies are not
    /// reloaded.
    ///
    /// - Parameter plugin: The plugin as its files declare it now.
    /// - Throws: The reason for a failure. The old build then stays in use.
    package func reload(as plugin: DiscoveredPlugin) throws -> ReloadedPlugin {
        let identifier = plugin.manifest.identifier.rawValue
        guard context.mailbox.isOnThread else { throw PluginError.wrongThread(plugin: identifier) }
        guard !plugin.isBinding else { throw ReloadFault.binding(file: plugin.file) }
        let objects = context.objects(ofPlugin: identifier)
        let former = loaded[identifier]
        let image = (try? former?.get())?.image
        guard (objects.map(\.pluginClass.image) + [image]).allSatisfy({ $0?.call == nil }) else {
            throw ReloadFault.running(plugin: identifier)
        }
        guard !context.awaited.hasAny(ofPlugin: identifier) else { throw ReloadFault.waits }
        guard image?.identity != plugin.identity else {
            throw ReloadFault.unchanged(file: plugin.file)
        }
        let classes = try load(library: plugin, isRebuilt: true)
        guard let session = context.session, !objects.isEmpty else {
            loaded[identifier] = .success(classes)
            return ReloadedPlugin(objects: [], buildCount: Self.builds(of: plugin))
        }
        var exchange = try CodeExchange(
            of: objects,
            to: classes,
            of: plugin,
            in: session,
            context
        )
        // The new code's objects are of the new build.
        loaded[identifier] = .success(classes)
        do {
            // A crash in the new code counts against the plugin as a whole.
            let notes = RecordedCalls(of: identifier, context)
            try notes.run(.load) { () throws in try exchange.run() }
            exchange.finish()
            return ReloadedPlugin(
                objects: objects,
                buildCount: Self.builds(of: plugin)
            )
        } catch {
            loaded[identifier] = former
            throw error
        }
    }

    package func isLoaded(_ plugin: String) -> Bool {
        if case .success? = loaded[plugin] { true } else { false }
    }

    /// Forgets load failures, so that those plugins are retried.
    package func forgetFailures() {
        loaded = loaded.filter { isLoaded($0.key) }
    }

    private static func builds(of plugin: DiscoveredPlugin) -> Int {
        PluginImage.count(ofFile: plugin.file)
    }
}
