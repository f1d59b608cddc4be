import RestorationCore
import RestorationDiscovery
import RestorationKit
import RestorationStorage

struct CrashFindings {
    let store: ArchiveStore
    let objects: [SetAsideObject]
    /// Why the objects have no names; `nil` if the archive with their names was read.
    let obstacle: (any Error)?
    /// The object that the last launch ended in, if the next one judges that.
    let unjudged: SetAsideObject?

    /// - Parameter subject: An application's id, or the path of a state directory.
    /// - Throws: Also if there is no state, or the ledger is damaged.
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
        // Without the key, names are unknown, but counts and reasons are available.
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

    static func sentence(about unjudgedEnding: String) -> String {
        "\(unjudgedEnding), unless a launch is running right now. The next launch decides"
            + " whether to leave objects out."
    }

    /// The program's stored facts, and its plugins; `nil` if there are no facts.
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
            // The error's remedy is meant for the owner of the ledger, and would be wrong here.
            if case .ledgerRefused(let path) = error { throw CommandError.foreignLedger(path) }
            throw error
        }
    }

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
