import Glibc
import RestorationCore

/// An archive that was brought back from `set-aside/` or from `archive.found`.
public struct Reinstatement: Sendable {
    /// The archive, which is the current generation again.
    public let archive: OpenedArchive
    /// What was in its place: all of it is kept.
    public let setAside: [SetAsideFile]
}

extension ArchiveStore {
    /// Makes an archive of `set-aside/`, or `archive.found`, the current generation again.
    ///
    /// It must open with the key that is there now; a piece of it may be damaged, and then costs
    /// the objects in it. All generations in its place are set aside in turn: the older ones have
    /// nothing to do with the archive that comes back. Nothing is removed.
    ///
    /// The number of the generation stays what it is, and saving counts on from there.
    ///
    /// - Parameter name: the file's name in `set-aside/`, or `archive.found`.
    /// - Throws: ``StorageError/inUse(path:process:)`` while the application runs; errors about the
    ///   file or the key, such as ``StorageError/wrongKey(path:)``, and nothing is changed then;
    ///   ``StorageError/system(_:path:errorNumber:)``. A failure in the midst leaves every file
    ///   under `set-aside/` or its name.
    @discardableResult
    public func reinstate(_ name: String) throws(StorageError) -> Reinstatement {
        try state.withLock { (state) throws(StorageError) in
            let source = name == FileName.found ? name : "\(FileName.setAside)/\(name)"
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
            // Saving must begin with what is current from now on.
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
