package import RestorationCore
package import RestorationDiscovery
import RestorationEngine

/// What has come of having another build of a plugin take over.
package struct ReloadedPlugin {
    /// The objects whose code is the new one now.
    package let objects: [any Restorable]
    /// How many builds of the library are in memory.
    package let buildCount: Int
}

extension PluginLoader {
    /// Has another build of a plugin take over from the one that is loaded, with the state of all
    /// its live objects.
    ///
    /// The old build's code stays in memory, as all code of plugins does: it is only not called any
    /// more. Libraries that the plugin brings along are not loaded anew.
    ///
    /// - Parameter plugin: As its files declare it now.
    /// - Throws: Why the new build cannot be used, or what failed; the old one then goes on.
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
        // What the new code makes is its own, too.
        loaded[identifier] = .success(classes)
        do {
            // A crash in the new code is one of the plugin as a whole.
            let notes = NotedCalls(of: identifier, context)
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

    /// Whether a plugin's classes are there to be used.
    package func isLoaded(_ plugin: String) -> Bool {
        if case .success? = loaded[plugin] { true } else { false }
    }

    /// Has plugins that could not be loaded tried again.
    package func forgetFailures() {
        loaded = loaded.filter { isLoaded($0.key) }
    }

    private static func builds(of plugin: DiscoveredPlugin) -> Int {
        PluginImage.count(ofFile: plugin.file)
    }
}
