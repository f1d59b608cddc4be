public import RestorationCore

/// One file of a store, as tools list it.
public struct StoredFile: Hashable, Sendable {
    /// What the store uses it as.
    public let role: Role
    /// Where it lies.
    public let path: String
    /// The size of the file on disk.
    public let sizeInBytes: Int
    /// When the file was last changed.
    public let changedAt: Timestamp
    /// The generation that the header names; `nil` if there is no readable header.
    public let generation: UInt64?
    /// When it was sealed; `nil` unless it could be opened.
    public let savedAt: Timestamp?
    /// What a complete check of it found.
    public let condition: Condition

    /// What the store uses a file as.
    @nonexhaustive
    public enum Role: String, Hashable, Sendable {
        case current, previous
        /// The generation that the newest launch to save found when it opened the store.
        case found
        case report
        /// It lies in `set-aside/`.
        case setAside = "set-aside"
    }

    /// Whether a file can be read.
    public enum Condition: Hashable, Sendable {
        /// Every piece was checked.
        case intact
        /// It is not what was written. A previous generation that an interrupted save left like
        /// this is normal.
        case damaged(StorageError)
        /// It may be intact, but cannot be read here: another key, a future version, no permission.
        case unreadable(StorageError)
    }
}

extension StoredFile {
    /// Why the file was set aside, as its name says; `nil` for other files, and for a reason of a
    /// later version of this library.
    public var setAsideReason: SetAsideReason? {
        guard role == .setAside, let name = path.split(separator: "/").last else { return nil }
        return SetAsideFolder.reason(named: String(name))
    }
}

extension ArchiveStore {
    /// Lists the generations, the small files beside them and what was set aside, and checks each
    /// completely.
    ///
    /// Changes nothing and takes no lock, so tools may call it while the application runs.
    ///
    /// - Throws: ``StorageError/system(_:path:errorNumber:)`` if the directory cannot be read. What
    ///   is wrong with one file stands in its entry.
    public func files() throws(StorageError) -> [StoredFile] {
        guard let directory = try Directory(existing: directory) else { return [] }
        let key: Result<ArchiveKey, StorageError>
        do {
            key = .success(try self.key(.refused))
        } catch {
            key = .failure(error)
        }
        var files: [StoredFile] = []
        let own: [(String, StoredFile.Role)] = [
            (FileName.current, .current), (FileName.previous, .previous),
            (FileName.found, .found), (FileName.report, .report),
        ]
        for (name, role) in own {
            if let file = try list(name, as: role, in: directory, key) { files.append(file) }
        }
        let folder = try Directory(existing: directory.path(of: FileName.setAside))
        guard let folder else { return files }
        for name in try attempting(.list, folder.path, try folder.handle.names())
        where SetAsideFolder.isOurs(name) {
            if let file = try list(name, as: .setAside, in: folder, key) { files.append(file) }
        }
        return files
    }

    private func list(
        _ name: String,
        as role: StoredFile.Role,
        in directory: Directory,
        _ key: Result<ArchiveKey, StorageError>
    ) throws(StorageError) -> StoredFile? {
        guard let status = try directory.status(of: name) else { return nil }
        var header: SealedHeader?
        var savedAt: Timestamp?
        var condition = StoredFile.Condition.intact
        do throws(StorageError) {
            let file = try Self.lookingAgain { () throws(StorageError) in
                try SealedFile(named: name, in: directory, conditions: conditions)
            }
            header = file.header
            let kind: SealedKind =
                switch role {
                case .current, .previous, .found: .archive
                case .report: .report
                case .setAside: file.header.kind
                }
            let archive = try file.open(as: kind, of: application, with: try key.get())
            savedAt = archive.savedAt
            try archive.verify()
        } catch {
            condition = SetAsideReason(error) == .damaged ? .damaged(error) : .unreadable(error)
        }
        return StoredFile(
            role: role,
            path: directory.path(of: name),
            sizeInBytes: status.sizeInBytes,
            changedAt: status.changed,
            generation: header?.generation,
            savedAt: savedAt,
            condition: condition
        )
    }
}
