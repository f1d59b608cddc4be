internal import RestorationCore
internal import RestorationDiscovery
internal import RestorationEngine

/// Has the code of another build of a plugin be that of the plugin's live objects: of all of them,
/// or of none.
///
/// The program's side of an object stays, and with it all that refers to the object and what is
/// below it. Of the plugin's side, the old code encodes, the new one creates and decodes, as in a
/// restore; then the old one destroys. As long as anything can fail, the old side is kept, and
/// comes back if it does. O(live objects of all plugins + bytes of this one's state).
///
/// Belongs to the session's thread, which does nothing else meanwhile.
struct CodeExchange {
    private let session: any PluginSession
    private let context: PluginContext
    private let members: [Member]
    /// What each member was, as far as it has the new code.
    private var former: [PluginObject.Code] = []

    private struct Member {
        let object: PluginObject
        let newClass: PluginClass
        let path: RestorationPath
        let state: LiveState
    }

    /// Lets the old code encode all objects, before any new code runs: that may ask others for what
    /// they are.
    ///
    /// - Throws: ``ReloadFault`` if the new build lacks the class of an object, or has an older
    ///   version of it, or if an object waits for something; what the old code throws.
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
            // What is in nobody's tree has the path that it was created at.
            let path = session.records.path(of: object) ?? object.pathAtCreation
            return try Self.locating(at: path) {
                guard !session.hasDeferredState(object) else { throw ReloadFault.waits }
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
        // Parents first, as a restore has it; their children in the order in which they were made.
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
        // It may be called something else by now.
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

    /// Has the new code take over.
    ///
    /// - Throws: Why it cannot; nothing has changed then.
    mutating func run() throws {
        let children = context.childrenOfObjects()
        do {
            try session.records.undoing { try takeOver() }
        } catch {
            // The last first. Nothing of the old code runs for it.
            for (member, code) in zip(members, former).reversed() {
                let newCode = member.object.exchange(code)
                member.object.destroy(newCode)
            }
            for (object, kept) in children { object.putBack(kept) }
            throw error
        }
    }

    private mutating func takeOver() throws {
        var coders: [RestorationCoder] = []
        for member in members {
            let coder = try Self.locating(at: member.path) {
                try member.state.coder(for: member.newClass)
            }
            coders.append(coder)
            try Self.locating(at: member.path) { try create(member, coder) }
            context.recorder?.noteProgress()
        }
        for (member, coder) in zip(members, coders) {
            try Self.locating(at: member.path) {
                do {
                    try member.object.decodeRecord(with: coder)
                } catch is StateNotYetApplicable {
                    throw ReloadFault.notYet("decode")
                }
            }
            context.recorder?.noteProgress()
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
            former.append(object.exchange(try newClass.createCode(request, for: object)))
            try context.mailbox.whileQuiet(object.handle) { try object.rememberDefaults() }
        } catch is CreationDeclined {
            throw ReloadFault.declined
        } catch is ObjectNotYetAvailable {
            newClass.cancelWait(for: object.handle, at: request.path)
            throw ReloadFault.notYet("create")
        }
    }

    /// Ends the old side of the objects. Once, after all has gone well.
    func finish() {
        for (member, code) in zip(members, former) {
            session.records.replaceClass(of: member.object, by: member.newClass)
            member.object.destroy(code)
        }
    }

    /// Says of what `body` throws which object it is about.
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
