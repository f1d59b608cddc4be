import Glibc
import RestorationCore

/// The sealed reports beside the archive, of the last restore and of a save. Each is replaced as a
/// whole.
extension ArchiveStore {
    /// Seals a report of the last restore and replaces the previous report.
    ///
    /// - Throws: ``StorageError/notOpened(path:)`` or ``StorageError/system(_:path:errorNumber:)``;
    ///   the previous report then remains.
    public func writeReport(_ report: [UInt8]) throws(StorageError) {
        try replace(.report, with: report)
    }

    /// Returns the report of the last restore, or `nil` if there is none.
    ///
    /// Read-only and lock-free, so tools may call it while the application runs.
    ///
    /// - Throws: an error about the file, the key or the disk.
    public func readReport() throws(StorageError) -> [UInt8]? { try readAll(.report) }

    /// Seals the report of a save and replaces the previous report.
    ///
    /// - Throws: as ``writeReport(_:)``.
    public func writeSaveReport(_ report: [UInt8]) throws(StorageError) {
        try replace(.save, with: report)
    }

    /// Returns the report of a save, or `nil` if there is none, like ``readReport()``.
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
