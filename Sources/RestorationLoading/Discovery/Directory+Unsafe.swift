internal import Glibc

/// A directory that is open: what is looked at in it is spared the way there.
final class OpenDirectory: Sendable {
    /// Closed with the object.
    let descriptor: Int32

    /// Opens the directory at `path`, following links.
    init(_ path: String) throws(SystemError) {
        // Invariant: Swift passes `path` as a C string that lives for the call.
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .latest }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// The stamp of the directory itself.
    func stamp() throws(SystemError) -> FileStamp {
        var facts = stat()
        // Invariant (fstat(2)): fills the value it is given.
        guard unsafe fstat(descriptor, &facts) == 0 else { throw .latest }
        return FileStamp(facts)
    }

    /// The stamp of a file whose name stands in a flat format; `nil` if there is no such file.
    func stamp(of names: FlatBytes, at offset: Int, count: Int) -> FileStamp? {
        var facts = stat()
        // Invariant (fstatat(2)): reads the name up to its NUL, fills the value it is given.
        let result = unsafe names.withCString(at: offset, count: count) { name in
            unsafe fstatat(descriptor, name, &facts, 0)
        }
        return result == 0 ? FileStamp(facts) : nil
    }

    /// The names in the directory, sorted by their bytes. Names that are not UTF-8 are left out.
    func names() throws(SystemError) -> [String] {
        // A descriptor of its own, because reading moves along in it.
        let own = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard own >= 0 else { throw .latest }
        guard let stream = unsafe fdopendir(own) else {
            let error = SystemError.latest
            close(own)
            throw error
        }
        // Invariant (fdopendir(3)): the stream owns the descriptor.
        defer { unsafe closedir(stream) }

        var names: [String] = []
        while true {
            errno = 0
            // Invariant (readdir(3)): the entry stays valid until the next call for this stream,
            // and `d_name` is NUL-terminated. The name is copied before that call.
            guard let entry = unsafe readdir(stream) else { break }
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
                unsafe field.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
                    unsafe String(validatingCString: $0)
                }
            }
            if let name, name != ".", name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw .latest }
        return names.sorted { $0.precedesByBytes($1) }
    }

    /// The names in the directory at `path`; none if there is no such directory.
    static func names(in path: String) throws(SystemError) -> [String] {
        do {
            return try OpenDirectory(path).names()
        } catch {
            if error.meansAbsence { return [] }
            throw error
        }
    }
}
