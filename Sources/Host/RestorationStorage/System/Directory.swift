import Glibc

struct Directory: Sendable {
    let path: String
    let handle: FileHandle

    /// Opens a directory, or returns `nil` if there is none.
    ///
    /// - Parameter noting: called for each directory that a umask had closed to this user and that
    ///   was repaired. `nil` repairs nothing.
    init?(existing path: String, noting: ((ModeChange) -> Void)? = nil) throws(StorageError) {
        let opened: FileHandle
        do {
            opened = try FileHandle(open: path, O_RDONLY | O_DIRECTORY)
        } catch {
            if error.code == ENOENT { return nil }
            if error.code == EACCES, let noting, Self.restoreAccess(path, noting) {
                guard let again = try Directory(existing: path) else { return nil }
                self = again
                return
            }
            throw .system(.open, path: path, errorNumber: error.code)
        }
        self.path = path
        handle = opened
    }

    /// Opens a directory, after creating it and its missing ancestors.
    ///
    /// New directories are accessible only to the user, as the XDG Base Directory Specification
    /// asks.
    ///
    /// - Parameter noting: as for ``init(existing:noting:)``.
    init(
        creating path: String,
        noting: ((ModeChange) -> Void)? = nil
    ) throws(StorageError) {
        if let existing = try Directory(existing: path, noting: noting) {
            self = existing
            return
        }
        try Self.create(path, noting)
        self.path = path
        handle = try attempting(.open, path, try FileHandle(open: path, O_RDONLY | O_DIRECTORY))
    }

    /// Opens a file for reading and writing, and creates it if needed.
    ///
    /// - Parameter noting: called if a umask had closed the file to this user.
    func openOrCreate(
        _ name: String,
        _ noting: (ModeChange) -> Void
    ) throws(StorageError) -> FileHandle {
        let path = path(of: name)
        if let status = try status(of: name), status.isRegular,
            status.owner == geteuid(), status.permissions & 0o600 != 0o600,
            handle.setPermissions(status.rightPermissions, of: name)
        {
            noting(ModeChange(name: name, status))
        }
        do {
            return try FileHandle(open: name, in: handle, O_RDWR)
        } catch {
            guard error.code == ENOENT else {
                throw .system(.open, path: path, errorNumber: error.code)
            }
        }
        do {
            return try FileHandle(creating: name, in: handle)
        } catch {
            guard error == .nameTaken else {
                throw .system(.create, path: path, errorNumber: error.code)
            }
            // Another process has created it.
            return try attempting(.open, path, try FileHandle(open: name, in: handle, O_RDWR))
        }
    }

    func path(of name: String) -> String { "\(path)/\(name)" }

    func status(of name: String) throws(StorageError) -> FileStatus? {
        try attempting(.inspect, path(of: name), try handle.status(of: name))
    }

    /// Removes a file if possible. Ignores errors, because a remaining file is harmless.
    func removeQuietly(_ name: String) {
        do { try handle.unlink(name) } catch {}
    }

    /// Restores this user's access to directories of a path that a umask closed. Starts at the
    /// root, because a closed directory hides its contents.
    ///
    /// - Returns: whether a mode was changed.
    private static func restoreAccess(_ path: String, _ note: (ModeChange) -> Void) -> Bool {
        var place = ""
        var hasChanged = false
        for name in path.split(separator: "/") {
            let above = place.isEmpty ? "/" : place
            place += "/\(name)"
            let parent = try? FileHandle(open: above, FileHandle.pathOnly | O_DIRECTORY)
            guard let parent, let status = try? parent.status(of: String(name)) else { break }
            // Ancestors need only search permission.
            let isClosed =
                place == path ? status.isClosedToOwner : status.permissions & 0o100 == 0
            guard status.isDirectory, status.owner == geteuid(), isClosed,
                parent.setPermissions(status.permissions | 0o700, of: String(name))
            else { continue }
            note(ModeChange(name: place, status))
            hasChanged = true
        }
        return hasChanged
    }

    private static func create(
        _ path: String,
        _ noting: ((ModeChange) -> Void)?
    ) throws(StorageError) {
        var parts = path.split(separator: "/")
        guard let name = parts.popLast() else { return }
        let above = "/" + parts.joined(separator: "/")
        let parent = try Directory(creating: above, noting: noting)
        do {
            try parent.handle.makeDirectory(String(name))
            // Otherwise a power loss could remove the directory with its contents.
            try parent.handle.synchronizeNames()
        } catch {
            // Another process has created it.
            if error.code == EEXIST { return }
            throw .system(.create, path: path, errorNumber: error.code)
        }
    }
}
