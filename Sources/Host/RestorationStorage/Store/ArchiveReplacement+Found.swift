/// Where the archive lies that opening a store found, if it found one.
enum FoundArchive {
    /// In `archive`.
    case current
    /// In `archive.previous`, which the next save would write over.
    case previous
    /// In `archive.found`.
    case kept
}

extension ArchiveReplacement {
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
