import Glibc

/// The location of the archive that a store found when it was opened, if any.
enum FoundArchive {
    /// In `archive`, but possibly not durable: a program killed between rename and synchronisation
    /// leaves it so.
    case unsynchronized
    /// In `archive`, and durable.
    case current
    /// In `archive.previous`, which the next save would overwrite.
    case previous
    /// Already renamed to `archive.found`.
    case renamed
}

extension ArchiveReplacement {
    /// Until the renames are durable, a power loss can restore the spare as `archive`.
    mutating func synchronizeFound() throws(StorageError) {
        if try directory.status(of: FileName.current) != nil {
            let path = directory.path(of: FileName.current)
            try attempting(.synchronize, path, try synchronizeCurrent())
        }
        found = .current
    }

    private func synchronizeCurrent() throws(SystemError) {
        try conditions.before(.synchronizeFound)
        try FileHandle(open: FileName.current, in: directory.handle, O_RDONLY).synchronizeData()
        try directory.handle.synchronizeNames()
    }

    mutating func keepFound() throws(StorageError) {
        guard found == .previous else { return }
        // No such file if opening found no archive, or if the file was removed since.
        if try directory.status(of: FileName.previous) != nil {
            try clear([FileName.found])
            let path = directory.path(of: FileName.found)
            try attempting(.replace, path, try renamePrevious())
        }
        found = .renamed
    }

    private func renamePrevious() throws(SystemError) {
        try conditions.before(.keepFound)
        try directory.handle.rename(FileName.previous, to: FileName.found)
    }
}
