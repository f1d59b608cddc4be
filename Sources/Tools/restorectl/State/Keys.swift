import RestorationCore
import RestorationStorage

/// The source of keys: a file that the user named, or each application's own.
struct Keys {
    let provider: any KeyProvider

    init(file: String?) throws {
        provider =
            if let file { SingleKeyFile(path: file) } else { try FileKeyProvider.forReading() }
    }

    /// The key of an application.
    ///
    /// - Throws: ``CommandError/noKey(_:)`` if this machine has none.
    func key(of application: ApplicationIdentifier) throws -> ArchiveKey {
        do throws(StorageError) {
            return try provider.key(for: application, creation: .refused)
        } catch .keyMissing {
            throw CommandError.noKey(application)
        } catch {
            throw error
        }
    }

    /// Opens a single sealed file in any directory.
    ///
    /// - Parameter kind: The required kind; `nil` for any.
    func open(_ file: String, kind: SealedKind?) throws -> OpenedArchive {
        do throws(StorageError) {
            return try OpenedArchive.open(path: file, kind: kind, keys: provider)
        } catch .damaged(_, part: .file) {
            throw CommandError.notAFile(file)
        } catch {
            throw error
        }
    }

    func store(of application: ApplicationIdentifier) throws -> ArchiveStore {
        try ArchiveStore(application: application, keys: provider)
    }

    /// The store for an application's id, or for the path of a state directory.
    ///
    /// - Parameter argument: `nil` for the only application with state.
    func store(named argument: String?) throws -> ArchiveStore {
        switch try StateSubject(argument, with: self) {
        case .state(let store): store
        // Throws the reason.
        case .file(let path): try store(in: path)
        case .remote: throw CommandError.notForRemotes
        }
    }

    /// The store in a state directory.
    ///
    /// - Throws: ``CommandError/notAStateDirectory(_:)``, or the error from reading the directory.
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
