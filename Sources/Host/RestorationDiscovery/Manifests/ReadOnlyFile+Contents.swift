extension ReadOnlyFile {
    /// The bytes of a file that a person named; `nil` if there are more than `limit`.
    ///
    /// - Throws: `DiscoveryError` unless it is a regular file that can be read. It never waits for
    ///   the other end of a pipe.
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
