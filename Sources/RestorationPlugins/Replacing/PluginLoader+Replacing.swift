package import RestorationCore
package import RestorationDiscovery
package import RestorationEngine

/// What has come of having another build of a plugin take over.
package struct ReplacedPlugin {
    /// The objects whose code is the new one now.
    package let objects: [any Restorable]
    /// What they hold of keys that their new classes do not know.
    package let carried: [CarriedFields]
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
    /// - Parameters:
    ///   - plugin: As its files declare it now.
    ///   - carried: What objects hold of keys that their class does not know.
    /// - Throws: Why the new build cannot be used, or what failed; the old one then goes on.
    package func replace(
        by plugin: DiscoveredPlugin,
        carried: [ObjectIdentifier: [CarriedFields.Field]]
    ) throws -> ReplacedPlugin {
        let identifier = plugin.manifest.identifier.rawValue
        guard context.mailbox.isOnThread else { throw PluginError.wrongThread(plugin: identifier) }
        guard !plugin.isBinding else { throw ReplacementFault.binding(file: plugin.file) }
        let objects = context.objects(ofPlugin: identifier)
        guard !objects.contains(where: { $0.pluginClass.image.call != nil }) else {
            throw ReplacementFault.running(plugin: identifier)
        }
        if let known = try? loaded[identifier]?.get(), known.image?.identity == plugin.identity {
            throw ReplacementFault.unchanged(file: plugin.file)
        }
        let classes = try load(library: plugin, isRebuilt: true)
        // What the new code makes for its objects is its own, too.
        let former = loaded.updateValue(.success(classes), forKey: identifier)
        var isDone = false
        defer { if !isDone { loaded[identifier] = former } }
        var unread: [CarriedFields] = []
        if let session = context.session, !objects.isEmpty {
            // A crash in the new code is one of the plugin as a whole.
            let notes = NotedCalls(ofClass: nil, plugin: identifier, context)
            unread = try notes.run(.load) { () throws in
                var replacement = try PluginReplacement(
                    of: objects,
                    by: classes,
                    of: plugin,
                    in: session
                )
                return try replacement.run(carried: carried)
            }
        }
        isDone = true
        return ReplacedPlugin(
            objects: objects,
            carried: unread,
            buildCount: PluginImage.count(ofFile: plugin.file)
        )
    }
}
