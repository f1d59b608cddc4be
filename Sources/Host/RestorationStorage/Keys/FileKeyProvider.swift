import Glibc
public import RestorationCore

/// Keeps each application's key in a file that only its user can read.
///
/// The file is `<application id>.key` in `$XDG_DATA_HOME/restoration/keys/`: apart from the state
/// it opens, so that whoever copies the state alone cannot read it. It holds the key and a check
/// value (`Docs/ArchiveFormat.md`); one of before, with the bare key, is read as well.
///
/// A file that everybody could have read or replaced is refused rather than used, as ssh(1) does.
/// One that only the group could have is closed to it, and a note says so; on a file system that
/// keeps no modes, a note says who may read the file. A file that is removed while a program uses
/// it is written back by the next save.
public struct FileKeyProvider: KeyProvider {
    /// Where the key files lie; an absolute path.
    public let directory: String
    /// The user whose files are trusted.
    let user: uid_t
    /// Whether wrong modes are set right. Tools change nothing.
    let setsModes: Bool

    /// Uses the user's own directory for keys.
    ///
    /// - Throws: ``StorageError/noHomeDirectory(variable:)``.
    public init() throws(StorageError) {
        self.init(directory: try BaseDirectories().data + "/restoration/keys")
    }

    /// Uses another directory, which is created when the first key is. A relative path is resolved
    /// now, whatever the working directory is later.
    public init(directory: String) {
        self.init(directory: directory, user: geteuid())
    }

    /// Reads the keys in the user's own directory, and leaves the modes of files as they are.
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

    /// The file of an application's key, whether or not it exists.
    public func path(for application: ApplicationIdentifier) -> String {
        "\(directory)/\(fileName(for: application))"
    }

    /// Reads the key, or makes it.
    ///
    /// Any number of processes may do this at once; all get the same key.
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
        // Ours, or that of a process that was faster. It is read back in either case, so that no
        // state is sealed with a key that cannot be read again.
        guard let key = try existingKey(for: application) else {
            throw .keyMissing(path: path(for: application))
        }
        return key
    }

    /// Looks for the key at its place, and puts it back if nothing is there.
    ///
    /// The file is read each time: a few system calls beside those that write an archive. Who may
    /// read or replace it is for the next launch to look at: that loses nothing that is saved.
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
        // Another process may have been faster, with the same key or with another.
        guard try isStored(key, for: application) else { throw .keyMissing(path: path) }
        return StoreNote.keyWrittenBack(path: path).diagnosis
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
        var changes = setsModes ? try openToUser(named: fileName(for: application)) : []
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

    /// Whether a file is there, which then holds the key.
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

    /// Opens the file, through a link too: some people keep secrets elsewhere and link to them.
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
    /// Makes the file of a key unless another process is faster.
    ///
    /// 1. The key is written completely to a file with a name of its own, and synchronised.
    /// 2. `link` gives it the final name, or fails if there is one: nobody ever sees half a key,
    ///    and no key ever replaces another. Where the file system has no links, `rename` does, so
    ///    that it replaces nothing.
    /// 3. The directory is synchronised, so that no state outlives its key in a power loss.
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
            // The first failure is the one to report; the draft is no use to anybody.
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
                // A file system without locks keeps no two programs apart; that is told where the
                // state is locked.
                try? directory.handle.waitForLock()
                try directory.handle.renameOnly(draft, toUnused: name)
            }
        } catch {
            // Another process won; its key is read instead.
            if error != .nameTaken { throw error }
        }
    }
}
