import Glibc
import RestorationCore

/// An archive that became current again: a file of `set-aside/`, or `archive.previous`,
/// `archive.found` or `archive.mine`.
public struct Reinstatement: Sendable {
    /// The archive, now the current generation.
    public let archive: OpenedArchive
    /// The generations that it replaced, all in `set-aside/`.
    public let setAside: [SetAsideFile]
}

extension ArchiveStore {
    /// Makes a file of `set-aside/`, or `archive.previous`, `archive.found` or `archive.mine`, the
    /// current generation again.
    ///
    /// It must open with the present key. Damaged pieces cost only the objects in them. The store
    /// sets aside all generations that it replaces, because older ones do not belong to the
    /// reinstated archive. Nothing is removed.
    ///
    /// The archive retains its generation number, and saves count on from there.
    ///
    /// - Parameter name: the file's name in `set-aside/`, or `archive.previous`, `archive.found` or
    ///   `archive.mine`.
    /// - Throws: ``StorageError/inUse(path:process:)`` while the application runs; errors about the
    ///   file or the key, such as ``StorageError/wrongKey(path:)``, before any change;
    ///   ``StorageError/system(_:path:errorNumber:)``. After a failure halfway, every file is in
    ///   `set-aside/` or still under its name.
    @discardableResult
    public func reinstate(_ name: String) throws(StorageError) -> Reinstatement {
        try state.withLock { (state) throws(StorageError) in
            let source =
                FileName.reinstatable.contains(name) ? name : "\(FileName.setAside)/\(name)"
            let path = "\(self.directory)/\(source)"
            guard source == name || SetAsideFolder.isOurs(name),
                !name.utf8.contains(UInt8(ascii: "/")),
                let folder = try Directory(existing: String(path.dropLast(name.count + 1))),
                try folder.status(of: name) != nil
            else { throw .system(.open, path: path, errorNumber: ENOENT) }
            let directory = try lockedDirectory(&state)
            let key = try self.key(.refused)
            key.notes.forEach(note)
            _ = try SealedFile(named: name, in: folder, conditions: conditions)
                .open(as: .archive, of: application, with: key)
            // The next save must start from the reinstated archive.
            state.saving = nil
            let moved = try setAsideGenerations(
                because: .replaced,
                sparing: source,
                in: directory
            )
            try attempting(
                .replace,
                path,
                try directory.handle.rename(source, to: FileName.current)
            )
            try attempting(.synchronize, folder.path, try folder.handle.synchronizeNames())
            try attempting(.synchronize, directory.path, try directory.handle.synchronizeNames())
            var reader = StoreReader(store: self, directory: directory, key: key)
            return Reinstatement(archive: try reader.open(FileName.current), setAside: moved)
        }
    }
}
