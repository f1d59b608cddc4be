import Glibc
package import RestorationCore

/// Reads the state of a program that may be running, without locks or changes.
extension ArchiveStore {
    /// The archives of a store, newest first.
    package enum Generation: Sendable, CaseIterable {
        case current, previous, found

        var fileName: String {
            switch self {
            case .current: FileName.current
            case .previous: FileName.previous
            case .found: FileName.found
            }
        }
    }

    /// Opens one of the archives, or returns `nil` if there is no such file.
    ///
    /// - Throws: an error about the file, the key or the disk.
    package func openForReading(
        _ generation: Generation
    ) throws(StorageError) -> OpenedArchive? {
        guard let directory = try Directory(existing: directory),
            try directory.status(of: generation.fileName) != nil
        else { return nil }
        let key = try self.key(.refused)
        return try Self.retryingLookup { () throws(StorageError) in
            var reader = StoreReader(store: self, directory: directory, key: key)
            return try reader.open(generation.fileName)
        }
    }

    /// Opens the archive that the next launch starts from if no file is damaged, or returns `nil`
    /// if there is none.
    ///
    /// - Throws: as ``openForReading(_:)``.
    package func openNewestForReading() throws(StorageError) -> OpenedArchive? {
        if let current = try openForReading(.current) { return current }
        return try openOlderForReading()
    }

    /// Opens the generation before the current one, or returns `nil` if there is none. After only
    /// one save of the newest launch, that is `archive.found`.
    ///
    /// - Throws: as ``openForReading(_:)``.
    package func openOlderForReading() throws(StorageError) -> OpenedArchive? {
        if let previous = try openForReading(.previous) { return previous }
        return try openForReading(.found)
    }

    /// The applications whose directories contain a generation, a report or set-aside files.
    ///
    /// - Parameter stateHome: the directory that `$XDG_STATE_HOME` denotes.
    /// - Throws: ``StorageError/system(_:path:errorNumber:)`` if it cannot be listed.
    package static func applications(
        in stateHome: String
    ) throws(StorageError) -> [ApplicationIdentifier] {
        try survey(of: stateHome).applications
    }

    /// As ``applications(in:)``, with an error for each directory that cannot be listed and so may
    /// hold state.
    package static func survey(
        of stateHome: String
    ) throws(StorageError) -> (applications: [ApplicationIdentifier], unreadable: [StorageError]) {
        guard let directory = try Directory(existing: stateHome) else { return ([], []) }
        var applications: [ApplicationIdentifier] = []
        var unreadable: [StorageError] = []
        for name in try attempting(.list, stateHome, try directory.handle.names()) {
            guard let application = ApplicationIdentifier(name) else { continue }
            do throws(StorageError) {
                guard try holdsState("\(stateHome)/\(name)/restoration") else { continue }
                applications.append(application)
            } catch {
                unreadable.append(error)
            }
        }
        return (applications, unreadable)
    }

    private static func holdsState(_ path: String) throws(StorageError) -> Bool {
        let ours = FileName.generations + [FileName.report, FileName.setAside]
        do throws(StorageError) {
            guard let directory = try Directory(existing: path) else { return false }
            return try attempting(.list, path, try directory.handle.names())
                .contains { ours.contains($0) }
        } catch {
            guard case .system(_, _, let code) = error else { throw error }
            // Other programs may store anything there, even a file in place of the directory.
            if code == ENOTDIR { return false }
            throw .system(.list, path: path, errorNumber: code)
        }
    }

    /// The application that owns a state directory, according to the first readable header; `nil`
    /// if there is no sealed file.
    ///
    /// - Throws: the first file's error if no header is readable, or an error about the directory.
    package static func owner(
        of path: String
    ) throws(StorageError) -> ApplicationIdentifier? {
        guard let directory = try Directory(existing: path) else { return nil }
        var fault: StorageError?
        for name in FileName.generations + [FileName.report] {
            guard try directory.status(of: name) != nil else { continue }
            do throws(StorageError) {
                return try retryingLookup { () throws(StorageError) in
                    try SealedFile(named: name, in: directory, conditions: StorageConditions())
                }.header.application
            } catch {
                fault = fault ?? error
            }
        }
        if let fault { throw fault }
        return nil
    }

    /// Retries when a save began overwriting the file after its name was looked up. The name then
    /// refers to the other, complete file.
    static func retryingLookup<Result>(
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
