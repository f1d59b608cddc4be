import RestorationCore
import RestorationStorage

/// Where keys come from: a file that the person named, or each application's own.
struct Keys {
    let provider: any KeyProvider

    init(file: String?) throws {
        provider =
            if let file { SingleKeyFile(path: file) } else { try FileKeyProvider.forReading() }
    }

    /// Opens a single sealed file, wherever it lies.
    ///
    /// - Parameter kind: what it must hold; `nil` for whatever it holds.
    func open(_ file: String, kind: SealedKind?) throws -> OpenedArchive {
        do throws(StorageError) {
            return try OpenedArchive.open(path: file, kind: kind, keys: provider)
        } catch .damaged(_, part: .file) {
            throw CommandError.notAFile(file)
        } catch {
            throw error
        }
    }

    /// An application's store, to be read without a lock.
    func store(of application: ApplicationIdentifier) throws -> ArchiveStore {
        try ArchiveStore(application: application, keys: provider)
    }

    /// The same for a store that a person named: by the application's id, or by the path of its
    /// state directory.
    ///
    /// - Parameter argument: `nil` for the only application that has state.
    func store(named argument: String?) throws -> ArchiveStore {
        switch try StateSubject(argument, with: self) {
        case .state(let store): store
        // Which says why it is none.
        case .file(let path): try store(in: path)
        }
    }

    /// The store in a state directory.
    ///
    /// - Throws: ``CommandError/notAStateDirectory(_:)``, or why it cannot be looked into.
    func store(in path: String) throws -> ArchiveStore {
        var directory = path
        while directory.utf8.count > 1, directory.hasSuffix("/") { directory.removeLast() }
        return try ArchiveStore(
            application: try owner(of: directory),
            directory: directory,
            keys: provider
        )
    }

    private func owner(of directory: String) throws -> ApplicationIdentifier {
        do throws(StorageError) {
            if let owner = try ArchiveStore.owner(of: absolutePath(directory)) { return owner }
        } catch {
            guard case .system(_, _, let code) = error, SystemReason(code) == .notADirectory
            else { throw error }
        }
        throw CommandError.notAStateDirectory(directory)
    }
}
