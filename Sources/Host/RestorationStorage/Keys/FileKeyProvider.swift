import Glibc
public import RestorationCore

/// Stores each application's key in a file that only its user can read.
///
/// The file is `$XDG_DATA_HOME/restoration/keys/<application id>.key`, apart from the state, so a
/// copy of the state alone is unreadable. It contains the key and a check value
/// (`Docs/ArchiveFormat.md`). Older files, with the bare key, remain readable.
///
/// Like ssh(1), the provider refuses a file that everybody could have read or replaced. If only the
/// group could, the provider removes the group's access and notes that. On a file system without
/// modes, a note says who may read the file. If the file is removed while a program runs, the next
/// save writes it back.
public struct FileKeyProvider: KeyProvider {
    /// The absolute path of the directory with the key files.
    public let directory: String
    let user: uid_t
    /// Whether to repair wrong modes. Tools change nothing.
    let setsModes: Bool

    /// Uses the user's default key directory.
    ///
    /// - Throws: ``StorageError/noHomeDirectory(variable:)``.
    public init() throws(StorageError) {
        self.init(directory: try BaseDirectories().data + "/restoration/keys")
    }

    /// Uses another directory, which is created with the first key. A relative path is resolved
    /// immediately against the working directory.
    public init(directory: String) {
        self.init(directory: directory, user: geteuid())
    }

    /// Reads the keys in the user's default directory and changes no modes.
    ///
    /// - Throws: ``StorageError/noHomeDirectory(variable:)``.
    package static func forReading() throws(StorageError) -> FileKeyProvider {
        FileKeyProvider(directory: try Self().directory, user: geteuid(), setsModes: false)
    }

    init(directory: String, user: uid_t, setsModes: Bool = true) {
        self.setsModes = setsModes
        self.directory = absolutePath(directory)
        self.user = user
    }

    /// The path of an application's key file, whether or not the file exists.
    public func path(for application: ApplicationIdentifier) -> String {
        "\(directory)/\(fileName(for: application))"
    }

    /// Reads the key, or creates it.
    ///
    /// Concurrent calls in any number of processes return the same key.
    ///
    /// - Throws: ``StorageError/keyMissing(path:state:)``,
    ///   ``StorageError/keyFileRefused(path:because:state:)`` or
    ///   ``StorageError/system(_:path:errorNumber:)``.
    public func key(
        for application: ApplicationIdentifier,
        creation: KeyCreation
    ) throws(StorageError) -> ArchiveKey {
        if let key = try existingKey(for: application) { return key }
        guard creation == .allowed else { throw .keyMissing(path: path(for: application)) }
        try write(ArchiveKey(), for: application)
        // Another process may have created the file first. The key is read back in either case, so
        // no state is sealed with an unreadable key.
        guard let key = try existingKey(for: application) else {
            throw .keyMissing(path: path(for: application))
        }
        return key
    }

    /// Checks that the key file still holds the key, and writes it back if the file is gone.
    ///
    /// Each call reads the file, which costs a few system calls per save. It leaves the owner and
    /// modes to the next launch: no saved state is lost until then.
    ///
    /// - Throws: ``StorageError/keyReplaced(path:)`` if the file holds anything else;
    ///   ``StorageError/keyLost(path:because:)`` if it can be neither found nor written back; or
    ///   ``StorageError/system(_:path:errorNumber:)`` if it cannot be read.
    public func ensureStored(
        _ key: ArchiveKey,
        for application: ApplicationIdentifier
    ) throws(StorageError) -> Diagnosis? {
        if try isStored(key, for: application) { return nil }
        let path = path(for: application)
        do {
            try write(key, for: application)
        } catch {
            throw .keyLost(path: path, because: error.diagnosis)
        }
        // Another process may have created the file first, with the same key or another.
        guard try isStored(key, for: application) else { throw .keyMissing(path: path) }
        return StoreNote.keyRewritten(path: path).diagnosis
    }

    /// Stores a key that another machine has created, unless the file exists already.
    ///
    /// - Returns: Whether the file has this key now.
    package func store(
        _ key: ArchiveKey,
        for application: ApplicationIdentifier
    ) throws(StorageError) -> Bool {
        if let existing = try existingKey(for: application) { return existing.bytes == key.bytes }
        try write(key, for: application)
        // Another process may have been faster.
        return try existingKey(for: application)?.bytes == key.bytes
    }

    private func fileName(for application: ApplicationIdentifier) -> String {
        "\(application.rawValue).key"
    }
}

// MARK: - Reading

extension FileKeyProvider {
    private func existingKey(
        for application: ApplicationIdentifier
    ) throws(StorageError) -> ArchiveKey? {
        let path = path(for: application)
        var changes = setsModes ? try repairAccess(named: fileName(for: application)) : []
        guard let file = try open(path) else {
            try refuseDanglingLink(at: path, named: fileName(for: application))
            return nil
        }
        let status = try attempting(.inspect, path, try file.status())
        if let change = try check(file, status, path) { changes.append(change) }
        try checkDirectory()
        let size = ArchiveKey.fileSizeInBytes + 1
        let bytes = try attempting(.read, path, try file.read(size, at: 0))
        var key = try ArchiveKey(fileBytes: bytes, path: path, fileSize: status.sizeInBytes)
        key.notes = StoreNote.keyModes(changes, path: path)
        return key
    }

    /// Whether the file exists, and throws if it holds another key.
    private func isStored(
        _ key: ArchiveKey,
        for application: ApplicationIdentifier
    ) throws(StorageError) -> Bool {
        let path = path(for: application)
        guard let file = try open(path) else {
            try refuseDanglingLink(at: path, named: fileName(for: application))
            return false
        }
        let size = ArchiveKey.fileSizeInBytes + 1
        let bytes = try attempting(.read, path, try file.read(size, at: 0))
        guard bytes == key.fileBytes || bytes == key.bytes else { throw .keyReplaced(path: path) }
        return true
    }

    /// Opens the file and follows links, because some users link to secrets elsewhere.
    private func open(_ path: String) throws(StorageError) -> FileHandle? {
        do {
            return try FileHandle(open: path, O_RDONLY | O_NONBLOCK)
        } catch {
            if error.code == ENOENT { return nil }
            throw .system(.open, path: path, errorNumber: error.code)
        }
    }

    private func refuseDanglingLink(at path: String, named name: String) throws(StorageError) {
        guard let directory = try Directory(existing: directory) else { return }
        if try directory.status(of: name)?.isLink == true {
            throw .keyFileRefused(path: path, because: .danglingLink)
        }
    }
}

// MARK: - Making

extension FileKeyProvider {
    /// Creates a key file unless another process is faster.
    ///
    /// 1. A draft with a unique name receives the whole key and is synchronised.
    /// 2. `link` gives the draft its final name, or fails if the name is taken. So no process sees
    ///    half a key, and no key replaces another. Without hard links, `rename` in its no-replace
    ///    mode does the same.
    /// 3. The directory is synchronised, so no state outlives its key in a power loss.
    private func write(
        _ key: ArchiveKey,
        for application: ApplicationIdentifier
    ) throws(StorageError) {
        let directory = try Directory(creating: directory)
        let name = fileName(for: application)
        let draft = ".\(name).\(UInt64.random(in: .min ... .max))"
        do throws(SystemError) {
            let file = try FileHandle(creating: draft, in: directory.handle)
            try file.write(key.fileBytes, at: 0)
            try file.synchronize()
            try publish(draft, as: name, in: directory)
            try directory.handle.unlink(draft)
            try directory.handle.synchronizeNames()
        } catch {
            // Only the first failure is reported, and the draft is useless now.
            directory.removeQuietly(draft)
            throw .system(.create, path: directory.path(of: name), errorNumber: error.code)
        }
    }

    private func publish(
        _ draft: String,
        as name: String,
        in directory: Directory
    ) throws(SystemError) {
        do throws(SystemError) {
            do throws(SystemError) {
                try directory.handle.link(draft, to: name)
            } catch {
                guard error.isUnsupported else { throw error }
                // Without locks, two programs may race here. Locking the state directory then fails
                // with a message.
                try? directory.handle.waitForLock()
                try directory.handle.renameOnly(draft, toUnused: name)
            }
        } catch {
            // Another process won; its key is read instead.
            if error != .nameTaken { throw error }
        }
    }
}
