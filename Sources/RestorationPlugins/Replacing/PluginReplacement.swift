internal import RestorationCore
internal import RestorationDiscovery
internal import RestorationEngine

/// Has another build of a plugin take over the plugin's live objects: all of them, or none.
///
/// The program's side of an object stays, and with it all that refers to the object and what is
/// below it. Of the plugin's side, the old code encodes, the new one creates and decodes, as in a
/// restore; then the old one destroys. As long as anything can fail, the old side is kept, and
/// comes back if it does. O(objects + bytes).
///
/// Belongs to the session's thread, which does nothing else meanwhile.
struct PluginReplacement {
    private let classes: LoadedClasses
    private let plugin: DiscoveredPlugin
    private let session: any PluginSession
    private let objects: [PluginObject]
    /// What came before, by the number of the object.
    private var former: [PluginObject.Code] = []

    /// - Throws: ``ReplacementFault`` if the new build lacks the class of an object, or has an
    ///   older
    ///   version of it.
    init(
        of objects: [PluginObject],
        by classes: LoadedClasses,
        of plugin: DiscoveredPlugin,
        in session: any PluginSession
    ) throws {
        self.objects = objects
        self.plugin = plugin
        self.classes = classes
        self.session = session
        for object in objects { _ = try newClass(of: object) }
    }

    private func newClass(of object: PluginObject) throws -> PluginClass {
        let name = object.pluginClass.name
        // It may be called something else by now.
        let declared = plugin.declaration(of: name)?.name ?? name
        guard let found = classes.restorationClass(named: declared) as? PluginClass else {
            throw ReplacementFault.classMissing(name, path: printed(object.path))
        }
        let version = object.pluginClass.schemaVersion
        guard found.schemaVersion >= version else {
            throw ReplacementFault.olderClass(
                declared,
                version: found.schemaVersion,
                than: version,
                path: printed(object.path)
            )
        }
        return found
    }

    /// Has the new code take over.
    ///
    /// - Parameter carried: What objects hold of keys that their class does not know.
    /// - Returns: What they hold of keys that the new classes do not know.
    /// - Throws: Why it cannot; nothing has changed then.
    mutating func run(
        carried: [ObjectIdentifier: [CarriedFields.Field]]
    ) throws -> [CarriedFields] {
        // All before the new code creates anything: that may ask others for what they are.
        let states = try objects.map { object in
            try LiveState(
                of: object,
                schemaVersion: object.pluginClass.schemaVersion,
                carried: carried[ObjectIdentifier(object)] ?? []
            )
        }
        do {
            let unread = try takeOver(states)
            commit()
            return unread
        } catch {
            putBack()
            throw error
        }
    }

    private mutating func takeOver(_ states: [LiveState]) throws -> [CarriedFields] {
        let graph = LiveGraph(registry: session.registry, roots: session.roots)
        var coders: [RestorationCoder] = []
        for (object, state) in zip(objects, states) {
            let newClass = try newClass(of: object)
            let coder = try state.coder(for: newClass)
            coders.append(coder)
            // What is in nobody's tree has the path that it was created at.
            let path = graph.path(of: object) ?? object.pathAtCreation
            try replace(object, by: newClass, coder, at: path)
        }
        for (object, coder) in zip(objects, coders) {
            do {
                try object.decodeRecord(with: coder)
            } catch is StateNotYetApplicable {
                throw ReplacementFault.notYet("decode", path: printed(object.path))
            }
        }
        for object in objects { try object.finishRestoration() }
        return zip(objects, coders).compactMap { object, coder in
            let unread = CarriedFields.unasked(of: coder, by: object) {
                session.registry.contains(object, above: $0)
            }
            unread?.forget(object.pluginClass.droppedKeys)
            return unread
        }
    }

    private mutating func replace(
        _ object: PluginObject,
        by newClass: PluginClass,
        _ coder: RestorationCoder,
        at path: RestorationPath
    ) throws {
        let request = CreationRequest(
            path: path,
            reason: .launch,
            coder: coder,
            captures: newClass.hasCaptures ? newClass.captures(in: path) : [:]
        )
        do {
            let code = try newClass.createCode(request, for: object)
            former.append(try object.exchange(code))
            try newClass.context.mailbox.whileQuiet(object.handle) { try object.rememberDefaults() }
        } catch is CreationDeclined {
            throw ReplacementFault.declined(path: printed(object.path))
        } catch is ObjectNotYetAvailable {
            throw ReplacementFault.notYet("create", path: printed(object.path))
        }
    }

    private func commit() {
        for (object, code) in zip(objects, former) {
            session.registry.replaceClass(of: object, by: object.pluginClass)
            object.destroy(code)
        }
    }

    /// Ends what the new code has made, the last first.
    private func putBack() {
        for (object, code) in zip(objects, former).reversed() {
            // Nothing can have given the object up: the session does that, which is not asked.
            guard let replaced = try? object.exchange(code) else { continue }
            object.destroy(replaced)
        }
    }

    private func printed(_ path: [String]) -> String { RestorationPath.printed(path) }
}
