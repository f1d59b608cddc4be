package import RestorationCore

/// Looking at state that belongs to a program which may be running: nothing here takes the lock or
/// changes a file.
extension ArchiveStore {
    /// The two archives of a store.
    package enum Generation: Sendable {
        case current, previous

        var fileName: String {
            switch self {
            case .current: FileName.current
            case .previous: FileName.previous
            }
        }
    }

    /// Opens one of the two archives; `nil` if there is no such file.
    ///
    /// - Throws: an error about the file, the key or the disk.
    package func openForReading(
        _ generation: Generation
    ) throws(StorageError) -> OpenedArchive? {
        guard let directory = try Directory(existing: directory),
            try directory.status(of: generation.fileName) != nil
        else { return nil }
        let key = try keys.key(for: application, creation: .refused)
        return try Self.lookingAgain { () throws(StorageError) in
            var reader = StoreReader(store: self, directory: directory, key: key)
            return try reader.open(generation.fileName)
        }
    }

    /// The applications whose directories hold a generation, a report or files set aside, by id.
    ///
    /// - Parameter stateHome: what `$XDG_STATE_HOME` stands for.
    /// - Throws: ``StorageError/system(_:path:errorNumber:)`` if it cannot be listed.
    package static func applications(
        in stateHome: String
    ) throws(StorageError) -> [ApplicationIdentifier] {
        guard let directory = try Directory(existing: stateHome) else { return [] }
        return try attempting(.list, stateHome, try directory.handle.names())
            .compactMap { ApplicationIdentifier($0) }
            .filter { holdsState("\(stateHome)/\($0)/restoration") }
    }

    private static func holdsState(_ path: String) -> Bool {
        let ours = [FileName.current, FileName.previous, FileName.report, FileName.setAside]
        do {
            let names = try Directory(existing: path)?.handle.names() ?? []
            return names.contains { ours.contains($0) }
        } catch {
            // Other programs keep what they like there: a file in place of the directory, or a
            // directory that is closed to us.
            return false
        }
    }

    /// Repeats a look at a file that a save has begun to write over since its name was looked up:
    /// by then the name means the other file, which is complete.
    static func lookingAgain<Result>(
        _ look: () throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        for _ in 0..<3 {
            do throws(StorageError) {
                return try look()
            } catch {
                guard case .beingWritten = error else { throw error }
            }
        }
        return try look()
    }
}
