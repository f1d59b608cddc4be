import RestorationCore
import RestorationDiscovery
import RestorationKit
import RestorationPlugins
import RestorationStorage

/// What the crash ledger of an application says.
struct CrashFindings {
    let store: ArchiveStore
    let objects: [SetAsideObject]
    /// Why the objects have no names; `nil` if the archive that has them was read.
    let obstacle: (any Error)?
    /// How the last launch has ended, if it has, in what the next one judges: a sentence without
    /// its full stop; `nil` if there is nothing to judge.
    let unjudgedEnding: String?
    /// The object whose code ran then, if the archive that is there has it.
    let unjudgedPath: RestorationPath?
    private let archive: ArchiveReader?
    /// Whose code runs for what a class of a plugin has saved, as far as the program has left where
    /// its plugins are.
    private let acting: (ClassVersion) -> ActingClass

    /// - Parameter subject: An application's id, or the path of a state directory.
    /// - Throws: also if there is no state, or the ledger says nothing.
    init(of subject: String?, keyFile: String?) throws {
        store = try Keys(file: keyFile).store(named: subject)
        guard let page = try Self.ledger(of: store) else {
            try store.checkHasState()
            (objects, obstacle, unjudgedEnding, unjudgedPath, archive) = ([], nil, nil, nil, nil)
            acting = ActingClass.init(of:)
            return
        }
        guard page.condition != .damaged else {
            throw CommandError.ledgerDamaged(directory: store.directory)
        }
        unjudgedEnding = SetAsideObject.unjudgedEnding(in: page)
        // Without the key there are no names; how many there are, and why, can be told all the
        // same.
        let opened = Result { [store] in try store.openNewestForReading() }
        let archive = Result { try opened.get().map { try ArchiveReader($0) } }
        self.archive = (try? archive.get()).flatMap(\.self)
        unjudgedPath = SetAsideObject.unjudgedPath(
            in: page,
            archive: self.archive,
            generation: (try? opened.get())?.generation
        )
        if !page.sheet.suspects.isEmpty, let (facts, plugins) = Self.program(of: store) {
            acting = { plugins.actingClass(for: $0, pinned: facts.pinnedPlugins) }
            objects = SetAsideObject.all(
                in: page,
                archive: self.archive,
                facts: facts,
                plugins: plugins
            )
        } else {
            acting = ActingClass.init(of:)
            objects = SetAsideObject.all(in: page, archive: self.archive)
        }
        obstacle = if case .failure(let error) = archive, !objects.isEmpty { error } else { nil }
    }

    /// That a launch has ended, and what follows from it.
    static func sentence(about unjudgedEnding: String) -> String {
        "\(unjudgedEnding), unless a launch is at it just now. The next launch judges that, and may"
            + " leave out what is to blame."
    }

    /// What the program has left about itself, and the plugins that it finds; `nil` if it has left
    /// nothing.
    private static func program(
        of store: ArchiveStore
    ) -> (facts: ProgramFacts, plugins: DiscoveryOutcome)? {
        guard let facts = (try? store.programFacts()).flatMap(\.self) else { return nil }
        let plugins = PluginDiscovery(
            application: store.application,
            directories: facts.searchedDirectories,
            acceptsUnnamed: facts.acceptsPluginsForAnyApplication
        ).run()
        return (facts, plugins)
    }

    private static func ledger(of store: ArchiveStore) throws -> LedgerPage? {
        do throws(StorageError) {
            return try store.readLedger()
        } catch {
            // What a program does about it would be wrong about somebody else's.
            if case .ledgerRefused(let path) = error { throw CommandError.foreignLedger(path) }
            throw error
        }
    }

    /// The objects of a path; all of them without one.
    func objects(at path: RestorationPath?) throws -> [SetAsideObject] {
        guard let path else { return objects }
        let acting = archive.flatMap { archive in
            archive.record(at: path).flatMap(archive.savedClass)
        }.map(acting)
        let found = objects.filter { object in
            object.path == path || acting.map(object.covers) == true
        }
        guard found.isEmpty else { return found }
        if let obstacle { throw obstacle }
        throw CommandError.noSuspect(
            path,
            near: Spelling.nearest(
                to: path.description,
                among: objects.compactMap { $0.path?.description }
            ),
            directory: store.directory
        )
    }
}
