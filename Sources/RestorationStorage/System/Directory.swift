import Glibc

/// An open directory together with its path, which errors name.
struct Directory: Sendable {
    let path: String
    let handle: FileHandle

    /// Opens a directory, or gives `nil` if there is none.
    init?(existing path: String) throws(StorageError) {
        self.path = path
        do {
            handle = try FileHandle(open: path, O_RDONLY | O_DIRECTORY)
        } catch {
            if error.code == ENOENT { return nil }
            throw .system(.open, path: path, errorNumber: error.code)
        }
    }

    /// Opens a directory and creates it first, with those above it, where it is missing.
    ///
    /// What is created only the user can enter, as the XDG Base Directory Specification asks.
    init(creating path: String) throws(StorageError) {
        if let existing = try Directory(existing: path) {
            self = existing
            return
        }
        try Self.create(path)
        self.path = path
        handle = try attempting(.open, path, try FileHandle(open: path, O_RDONLY | O_DIRECTORY))
    }

    func path(of name: String) -> String { "\(path)/\(name)" }

    /// What a name in this directory stands for, or `nil` if nothing has it.
    func status(of name: String) throws(StorageError) -> FileStatus? {
        try attempting(.inspect, path(of: name), try handle.status(of: name))
    }

    /// Removes a file whose remaining would do no harm, so that failing is not worth a word.
    func removeQuietly(_ name: String) {
        do { try handle.unlink(name) } catch {}
    }

    private static func create(_ path: String) throws(StorageError) {
        var parts = path.split(separator: "/")
        guard let name = parts.popLast() else { return }
        let parent = try Directory(creating: "/" + parts.joined(separator: "/"))
        do {
            try parent.handle.makeDirectory(String(name))
            // Synchronised, or a power loss could take the directory and all that is in it.
            try parent.handle.synchronize()
        } catch {
            // Another process was faster.
            if error.code == EEXIST { return }
            throw .system(.create, path: path, errorNumber: error.code)
        }
    }
}
