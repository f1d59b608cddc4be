import RestorationCore
import RestorationStorage

/// Where keys come from: a file that the person named, or each application's own.
struct Keys {
    let provider: any KeyProvider

    init(file: String?) throws {
        provider =
            if let file { SingleKeyFile(path: file) } else { try FileKeyProvider() }
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
}
