internal import RestorationCore
internal import RestorationDiscovery
internal import RestorationEngine

/// Replaces the code of a plugin's live objects by another build's: of all objects, or of none.
///
/// The host's side stays, with references and children. On the plugin's side, the old code encodes,
/// the new code creates and decodes as in a restore, then the old code destroys. Until then, a
/// failure brings the old objects back. O(live objects of all plugins + bytes of this plugin's
/// state).
///
/// Belongs to the session's thread, which does nothing else meanwhile.
struct CodeExchange {
    private let session: any PluginSession
    private let context: PluginContext
    private let members: [Member]
    private var former: [PluginObject.Instance] = []

    private struct Member {
        let object: PluginObject
        let newClass: PluginClass
        let path: RestorationPath
        let state: LiveState
    }

    /// Encodes all objects by the old code, before any new code runs, which might query them.
    ///
    /// - Throws: ``ReloadFault`` if the new build lacks an object's class or has an older version,
    ///   or an object is deferred; the errors of the old code.
    init(
        of objects: [PluginObject],
        to classes: LoadedClasses,
        of plugin: DiscoveredPlugin,
        in session: any PluginSession,
        _ context: PluginContext
    ) throws {
        self.session = session
        self.context = context
        let members = try objects.map { object in
            // An object outside the tree has the path of its creation.
            let path = session.records.path(of: object) ?? object.pathAtCreation
            return try Self.locating(at: path) {
                guard !session.records.hasDeferredState(object) else { throw ReloadFault.waits }
                return Member(
                    object: object,
                    newClass: try Self.newClass(of: object, among: classes, of: plugin),
                    path: path,
                    state: try LiveState(
                        of: object,
                        schemaVersion: object.pluginClass.schemaVersion,
                        in: session.records
                    )
                )
            }
        }
        // Parents first, as in a restore; siblings in the order of creation.
        self.members = members.enumerated().sorted {
            ($0.element.path.components.count, $0.offset)
                < ($1.element.path.components.count, $1.offset)
        }.map(\.element)
    }

    private static func newClass(
        of object: PluginObject,
        among classes: LoadedClasses,
        of plugin: DiscoveredPlugin
    ) throws -> PluginClass {
        let name = object.pluginClass.name
        // The class may have been renamed.
        let declared = plugin.declaration(of: name)?.name ?? name
        guard let found = classes.restorationClass(named: declared) as? PluginClass else {
            throw ReloadFault.classMissing(name)
        }
        let version = object.pluginClass.schemaVersion
        guard found.schemaVersion >= version else {
            throw ReloadFault.olderClass(declared, version: found.schemaVersion, than: version)
        }
        return found
    }

    /// Replaces the old code by the new.
    ///
    /// - Throws: The reason for a failure. Nothing has changed then.
    mutating func run() throws {
        let children = context.childrenOfObjects()
        do {
            try session.records.undoing { try replaceCode() }
        } catch {
            // In reverse order, without old code.
            for (member, instance) in zip(members, former).reversed() {
                let newInstance = member.object.exchange(instance)
                member.object.destroy(newInstance)
            }
            for (object, formerChildren) in children { object.setChildren(formerChildren) }
            throw error
        }
    }

    private mutating func replaceCode() throws {
        var coders: [RestorationCoder] = []
        for member in members {
            let coder = try Self.locating(at: member.path) {
                try member.state.coder(for: member.newClass)
            }
            coders.append(coder)
            try Self.locating(at: member.path) { try create(member, coder) }
            context.recorder?.recordProgress()
        }
        for (member, coder) in zip(members, coders) {
            try Self.locating(at: member.path) {
                do {
                    try member.object.decodeRecord(with: coder)
                } catch is StateNotYetApplicable {
                    throw ReloadFault.notYet("decode")
                }
            }
            context.recorder?.recordProgress()
        }
        for member in members {
            try Self.locating(at: member.path) { try member.object.finishRestoration() }
        }
        for (member, coder) in zip(members, coders) {
            session.records.keepUnread(
                of: coder,
                by: member.object,
                except: member.newClass.droppedKeys
            )
        }
    }

    private mutating func create(_ member: Member, _ coder: RestorationCoder) throws {
        let (object, newClass) = (member.object, member.newClass)
        let request = CreationRequest(
            path: member.path,
            reason: .launch,
            coder: coder,
            captures: newClass.hasCaptures ? newClass.captures(in: member.path) : [:]
        )
        do {
            former.append(object.exchange(try newClass.createInstance(request, for: object)))
            try context.mailbox.ignoringChanges(of: object.handle) { try object.rememberDefaults() }
        } catch is CreationDeclined {
            throw ReloadFault.declined
        } catch is ObjectNotYetAvailable {
            newClass.cancelWait(for: object.handle, at: request.path)
            throw ReloadFault.notYet("create")
        }
    }

    /// Destroys the old objects. Call it once, after success.
    func finish() {
        for (member, instance) in zip(members, former) {
            session.records.replaceClass(of: member.object, by: member.newClass)
            member.object.destroy(instance)
        }
    }

    private static func locating<Result>(
        at path: RestorationPath,
        _ body: () throws -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch {
            throw FailedObject(path: path, reason: Diagnosis(error))
        }
    }

    private struct FailedObject: DiagnosedError {
        let path: RestorationPath
        let reason: Diagnosis

        var diagnosis: Diagnosis {
            Diagnosis(problem: reason.problem, place: "\(path)", remedyOf: reason)
        }
    }
}
