import Glibc

/// Where the archive lies that opening a store found, if it found one.
enum FoundArchive {
    /// In `archive`. It may not be on the disk yet: a program that was killed after the renaming,
    /// and before the synchronising, leaves it so.
    case unsynchronized
    /// In `archive`, and on the disk.
    case current
    /// In `archive.previous`, which the next save would write over.
    case previous
    /// In `archive.found`.
    case kept
}

extension ArchiveReplacement {
    /// Until the names are on the disk, a power loss can bring the spare back as `archive`.
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
        // There is none if opening found no archive, or somebody has removed it since.
        if try directory.status(of: FileName.previous) != nil {
            try clear([FileName.found])
            let path = directory.path(of: FileName.found)
            try attempting(.replace, path, try renamePrevious())
        }
        found = .kept
    }

    private func renamePrevious() throws(SystemError) {
        try conditions.before(.keepFound)
        try directory.handle.rename(FileName.previous, to: FileName.found)
    }
}
