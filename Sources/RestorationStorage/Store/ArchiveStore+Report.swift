import Glibc
import Synchronization

extension ArchiveStore {
    /// Seals a report of the last restore and puts it in the place of the one before.
    ///
    /// - Throws: ``StorageError/notOpened(path:)`` or ``StorageError/system(_:path:errorNumber:)``;
    ///   the report before it then stays.
    public func writeReport(_ report: [UInt8]) throws(StorageError) {
        try state.withLock { (state) throws(StorageError) in
            guard let saving = state.saving else { throw .notOpened(path: self.directory) }
            let directory = try lockedDirectory(&state)
            let generation = max(saving.saved, 1)
            let writer = writer(for: .report, generation: generation, key: saving.key)
            do throws(SystemError) {
                try directory.handle.unlink(FileName.newReport)
                let flags = O_RDWR | O_CREAT | O_EXCL
                let name = FileName.newReport
                let file = try FileHandle(open: name, in: directory.handle, flags, mode: 0o600)
                try writer.write(ImageChunks([report]), to: file)
                try file.synchronizeData()
                try directory.handle.rename(FileName.newReport, to: FileName.report)
                try directory.handle.synchronize()
            } catch {
                directory.removeQuietly(FileName.newReport)
                let path = directory.path(of: FileName.report)
                throw .system(.write, path: path, errorNumber: error.code)
            }
        }
    }

    /// Returns the report of the last restore, or `nil` if there is none.
    ///
    /// Takes no lock and changes nothing, so tools may call it while the application runs.
    ///
    /// - Throws: an error about the file, the key or the disk.
    public func readReport() throws(StorageError) -> [UInt8]? {
        guard let directory = try Directory(existing: directory),
            try directory.status(of: FileName.report) != nil
        else { return nil }
        let key = try keys.key(for: application, creation: .refused)
        var reader = StoreReader(store: self, directory: directory, key: key)
        return try reader.open(FileName.report, as: .report).readAll()
    }
}
