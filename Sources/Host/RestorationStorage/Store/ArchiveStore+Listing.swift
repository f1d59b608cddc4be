public import RestorationCore

/// A file of a store, as tools list it.
public struct StoredFile: Hashable, Sendable {
    /// The file's purpose in the store.
    public let role: Role
    /// The file's path.
    public let path: String
    /// The size of the file on disk, in bytes.
    public let sizeInBytes: Int
    /// The time of the file's last change.
    public let changedAt: Timestamp
    /// The generation in the header; `nil` without a readable header.
    public let generation: UInt64?
    /// The time of sealing; `nil` unless the file could be opened.
    public let savedAt: Timestamp?
    /// The result of a complete check.
    public let condition: Condition

    /// The purpose of a file in a store.
    @nonexhaustive
    public enum Role: String, Hashable, Sendable {
        case current, previous
        /// The archive found by the newest launch that saved.
        case found
        /// The archive that another device's state replaced.
        case mine
        case report
        /// A file in `set-aside/`.
        case setAside = "set-aside"
    }

    /// Whether a file can be read.
    public enum Condition: Hashable, Sendable {
        /// Every piece was checked.
        case intact
        /// The file was changed after it was written. For the previous generation this is normal
        /// after an interrupted save.
        case damaged(StorageError)
        /// Perhaps intact but not readable here: another key, a future version, no permission.
        case unreadable(StorageError)
    }
}

extension StoredFile {
    /// Why the file was set aside, according to its name; `nil` for other files, and for reasons
    /// that a later version of this library added.
    public var setAsideReason: SetAsideReason? {
        guard role == .setAside, let name = path.split(separator: "/").last else { return nil }
        return SetAsideFolder.reason(named: String(name))
    }
}

extension ArchiveStore {
    /// Lists the generations, the report and the set-aside files, and checks each completely.
    ///
    /// Read-only and lock-free, so tools may call it while the application runs.
    ///
    /// - Throws: ``StorageError/system(_:path:errorNumber:)`` if the directory cannot be read.
    ///   Problems of a single file are in its entry.
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
            (FileName.found, .found), (FileName.mine, .mine), (FileName.report, .report),
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
            let file = try Self.retryingLookup { () throws(StorageError) in
                try SealedFile(named: name, in: directory, conditions: conditions)
            }
            header = file.header
            let kind: SealedKind =
                switch role {
                case .current, .previous, .found, .mine: .archive
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
