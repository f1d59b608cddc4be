import Glibc
import RestorationCore

/// The small files beside the archive, each sealed like it and replaced as a whole: the reports of
/// the last restore and of a save.
extension ArchiveStore {
    /// Seals a report of the last restore and puts it in the place of the one before.
    ///
    /// - Throws: ``StorageError/notOpened(path:)`` or ``StorageError/system(_:path:errorNumber:)``;
    ///   the report before it then stays.
    public func writeReport(_ report: [UInt8]) throws(StorageError) {
        try replace(.report, with: report)
    }

    /// Returns the report of the last restore, or `nil` if there is none.
    ///
    /// Takes no lock and changes nothing, so tools may call it while the application runs.
    ///
    /// - Throws: an error about the file, the key or the disk.
    public func readReport() throws(StorageError) -> [UInt8]? { try readAll(.report) }

    /// Seals the report of a save and puts it in the place of the one before.
    ///
    /// - Throws: as ``writeReport(_:)`` does.
    public func writeSaveReport(_ report: [UInt8]) throws(StorageError) {
        try replace(.save, with: report)
    }

    /// Returns the report of a save, or `nil` if there is none; as ``readReport()`` does.
    public func readSaveReport() throws(StorageError) -> [UInt8]? { try readAll(.save) }

    private func replace(
        _ file: SideFile,
        with contents: [UInt8]
    ) throws(StorageError) {
        try state.withLock { (state) throws(StorageError) in
            guard let saving = state.saving else { throw .notOpened(path: self.directory) }
            let directory = try lockedDirectory(&state)
            let generation = max(saving.saved, 1)
            let writer = writer(for: .report, generation: generation, key: saving.key)
            do throws(SystemError) {
                try directory.handle.unlink(file.newName)
                let new = try FileHandle(creating: file.newName, in: directory.handle)
                try writer.write(ImageChunks([contents]), to: new)
                try new.synchronizeData()
                try directory.handle.rename(file.newName, to: file.name)
                try directory.handle.synchronizeNames()
            } catch {
                directory.removeQuietly(file.newName)
                let path = directory.path(of: file.name)
                throw .system(.write, path: path, errorNumber: error.code)
            }
        }
    }

    private func readAll(_ file: SideFile) throws(StorageError) -> [UInt8]? {
        guard let directory = try Directory(existing: directory),
            try directory.status(of: file.name) != nil
        else { return nil }
        let key = try self.key(.refused)
        var reader = StoreReader(store: self, directory: directory, key: key)
        return try reader.open(file.name, as: .report).readAll()
    }
}

/// A small file beside the archive.
private enum SideFile {
    case report, save

    var name: String {
        switch self {
        case .report: FileName.report
        case .save: FileName.saveReport
        }
    }

    var newName: String {
        switch self {
        case .report: FileName.newReport
        case .save: FileName.newSaveReport
        }
    }
}
