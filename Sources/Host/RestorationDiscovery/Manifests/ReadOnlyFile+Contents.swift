extension ReadOnlyFile {
    /// The bytes of a file that the user named; `nil` if there are more than `limit`.
    ///
    /// - Throws: `DiscoveryError` unless it is a readable regular file. Never blocks on a pipe.
    package static func contents(
        of path: String,
        limit: Int
    ) throws(DiscoveryError) -> [UInt8]? {
        let file: ReadOnlyFile
        do {
            file = try ReadOnlyFile(path: path)
        } catch {
            throw error.discoveryError(path)
        }
        let size = file.sizeInBytes
        guard size <= limit else { return nil }
        do {
            return try file.read(size, at: 0)
        } catch {
            throw .unreadable(file: path, error)
        }
    }
}
