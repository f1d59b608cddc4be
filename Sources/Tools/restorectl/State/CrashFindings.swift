import RestorationCore
import RestorationDiscovery
import RestorationKit
import RestorationStorage

/// What the crash ledger of an application says.
struct CrashFindings {
    let store: ArchiveStore
    let objects: [SetAsideObject]
    /// Why the objects have no names; `nil` if the archive that has them was read.
    let obstacle: (any Error)?
    /// What the last launch ended in, if the next one judges that.
    let unjudged: SetAsideObject?

    /// - Parameter subject: An application's id, or the path of a state directory.
    /// - Throws: also if there is no state, or the ledger says nothing.
    init(of subject: String?, keyFile: String?) throws {
        store = try Keys(file: keyFile).store(named: subject)
        guard let page = try Self.ledger(of: store) else {
            try store.checkHasState()
            (objects, obstacle, unjudged) = ([], nil, nil)
            return
        }
        guard page.condition != .damaged else {
            throw CommandError.ledgerDamaged(directory: store.directory)
        }
        // Without the key there are no names; how many there are, and why, can be told all the
        // same.
        let opened = Result { [store] in try store.openNewestForReading() }
        let archive = Result { try opened.get().map { try ArchiveReader($0) } }
        (objects, unjudged) = SetAsideObject.all(
            in: page,
            archive: (try? archive.get()).flatMap(\.self),
            generation: (try? opened.get())?.generation,
            of: page.sheet.suspects.isEmpty ? nil : Self.program(of: store)
        )
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
        let found = objects.filter { $0.path == path }
        guard found.isEmpty else { return found }
        if let obstacle { throw obstacle }
        throw CommandError.noSuspect(
            path,
            near: Spelling.nearest(
                to: path.description,
                among: objects.compactMap { $0.path?.description }
            ),
            subject: store.commandSubject,
            directory: store.directory
        )
    }
}
