internal import Glibc

/// Lists directories.
enum Directory {
    /// The names in the directory at `path`, sorted by their bytes; none if there is no such
    /// directory. Names that are not UTF-8 are left out.
    static func names(in path: String) throws(SystemError) -> [String] {
        // Invariant: Swift passes `path` as a C string that lives for the call.
        guard let stream = unsafe opendir(path) else {
            let error = SystemError.latest
            if error.code == ENOENT || error.code == ENOTDIR { return [] }
            throw error
        }
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
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
