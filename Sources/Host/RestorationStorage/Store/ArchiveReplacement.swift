import Glibc

/// Puts a new generation in the place of the current one, so that a crash at any moment leaves the
/// old or the new one complete under the name `archive`.
///
/// The usual way writes over the spare and exchanges the names. No block is freed or allocated,
/// which costs more than the writing, and the generation before survives as the next spare:
///
/// ```
///                     archive      archive.previous
///  before             4            3
///  write, fdatasync   4            5 (torn until it is complete)
///  exchange           5            4
///  fsync directory
/// ```
///
/// The other way makes a new file. It serves where there is no spare yet, where somebody still
/// reads it, and where the file system cannot exchange names:
///
/// ```
///                     archive.new  archive.link  archive      archive.previous
///  before                                        4            3
///  write, fdatasync   5                          4            3
///  link               5            4             4            3
///  rename             5                          4            4
///  rename                                        5            4
///  fsync directory
/// ```
///
/// Both ways turn the archive found at opening into the previous generation. The first save of a
/// launch then renames it, before the directory is synchronised:
///
/// ```
///                     archive      archive.previous  archive.found
///  replaced           5            4                 1
///  rename             5                              4
///  fsync directory
/// ```
struct ArchiveReplacement {
    let directory: Directory
    let conditions: StorageConditions
    /// Remembered between saves, so that a file system which cannot is asked only once.
    var canExchange: Bool
    /// Remembered between saves, since only the first of a launch replaces the archive it found.
    var found: FoundArchive
    /// Whether `archive` is the new generation, even if what came after failed.
    private(set) var isDone = false

    init(
        directory: Directory,
        conditions: StorageConditions,
        canExchange: Bool,
        found: FoundArchive
    ) {
        self.directory = directory
        self.conditions = conditions
        self.canExchange = canExchange
        self.found = found
    }

    /// Replaces the current generation by what `write` puts into the file it is given.
    mutating func replace(
        _ write: (FileHandle) throws(SystemError) -> Void
    ) throws(StorageError) {
        if found == .unsynchronized { try synchronizeFound() }
        try keepFound()
        if let spare = try usableSpare() {
            try writeOver(spare, write)
            if try exchange() { return try finish() }
            try attempting(
                .replace,
                directory.path(of: FileName.previous),
                try directory.handle.rename(FileName.previous, to: FileName.newArchive)
            )
        } else {
            try clear([FileName.newArchive, FileName.linkedArchive, FileName.previous])
            try writeNew(write)
        }
        try moveNewIntoPlace()
        try finish()
    }

    private mutating func finish() throws(StorageError) {
        isDone = true
        if found == .current { found = .previous }
        try keepFound()
        try attempting(.synchronize, directory.path, try synchronizeDirectory())
    }
}

// MARK: - Over the spare

extension ArchiveReplacement {
    /// The file that may be written over, locked; `nil` if there is none.
    private func usableSpare() throws(StorageError) -> FileHandle? {
        let path = directory.path(of: FileName.previous)
        // Where names cannot be exchanged, writing would only cost the generation that the spare
        // is.
        guard canExchange, directory.handle.isWritableDirectory,
            let current = try directory.status(of: FileName.current),
            let listed = try directory.status(of: FileName.previous)
        else { return nil }
        // More than one name: an interrupted save may have left the current generation under both.
        guard listed.isRegular, listed.links == 1, listed.identity != current.identity else {
            return nil
        }
        do throws(SystemError) {
            try conditions.before(.openSpare)
            let spare = try FileHandle(open: FileName.previous, in: directory.handle, O_RDWR)
            // Somebody reads it, in this process or another: it must stay what it is.
            return try spare.lock(.exclusive) ? spare : nil
        } catch {
            // It cannot be opened or locked, but perhaps replaced, which the other way tries.
            if error.code == EACCES || error.isUnsupported || error.code == ENOLCK { return nil }
            throw .system(.open, path: path, errorNumber: error.code)
        }
    }

    private func writeOver(
        _ spare: FileHandle,
        _ write: (FileHandle) throws(SystemError) -> Void
    ) throws(StorageError) {
        do throws(SystemError) {
            try write(spare)
            try conditions.before(.synchronizeFile)
            try spare.synchronizeData()
            // From now on it may be read.
            try spare.unlock()
        } catch {
            // Half written it is no use, its space may be needed, and its blocks may be bad.
            directory.removeQuietly(FileName.previous)
            let path = directory.path(of: FileName.previous)
            throw .system(.write, path: path, errorNumber: error.code)
        }
    }

    /// Returns false if the file system cannot exchange names.
    private mutating func exchange() throws(StorageError) -> Bool {
        do throws(SystemError) {
            try conditions.before(.exchange)
            try directory.handle.exchange(FileName.previous, with: FileName.current)
        } catch {
            guard error.isUnsupported else {
                throw .system(
                    .replace,
                    path: directory.path(of: FileName.current),
                    errorNumber: error.code
                )
            }
            canExchange = false
            return false
        }
        return true
    }
}

// MARK: - As a new file

extension ArchiveReplacement {
    /// Sets aside directories that somebody put where files belong: no file can replace them, and
    /// what is in them is not this store's to remove.
    func clear(_ names: [String]) throws(StorageError) {
        let folder = SetAsideFolder(directory: directory)
        for name in names where try directory.status(of: name)?.isDirectory == true {
            _ = try folder.move(name, because: .foreign, at: conditions.now())
        }
    }

    private func writeNew(
        _ write: (FileHandle) throws(SystemError) -> Void
    ) throws(StorageError) {
        do throws(SystemError) {
            try conditions.before(.createNew)
            try directory.handle.unlink(FileName.newArchive)
            let file = try FileHandle(creating: FileName.newArchive, in: directory.handle)
            try write(file)
            try conditions.before(.synchronizeFile)
            try file.synchronizeData()
        } catch {
            directory.removeQuietly(FileName.newArchive)
            let path = directory.path(of: FileName.newArchive)
            throw .system(.write, path: path, errorNumber: error.code)
        }
    }

    private func moveNewIntoPlace() throws(StorageError) {
        do throws(SystemError) {
            if try directory.handle.status(of: FileName.current) != nil {
                try keepCurrentAsPrevious()
            }
            try conditions.before(.replaceCurrent)
            try directory.handle.rename(FileName.newArchive, to: FileName.current)
        } catch {
            directory.removeQuietly(FileName.newArchive)
            let path = directory.path(of: FileName.current)
            throw .system(.replace, path: path, errorNumber: error.code)
        }
    }

    private func keepCurrentAsPrevious() throws(SystemError) {
        do throws(SystemError) {
            try conditions.before(.linkCurrent)
            try directory.handle.unlink(FileName.linkedArchive)
            try directory.handle.link(FileName.current, to: FileName.linkedArchive)
        } catch {
            guard error.isUnsupported else { throw error }
            // No links here. For a moment there is then no `archive`; opening knows that and takes
            // the previous generation, which is the current one.
            try conditions.before(.replacePrevious)
            return try directory.handle.rename(FileName.current, to: FileName.previous)
        }
        try conditions.before(.replacePrevious)
        try directory.handle.rename(FileName.linkedArchive, to: FileName.previous)
        // Renaming between two names of one file does nothing (rename(2)); that is the case after
        // an interrupted save, and leaves this name behind.
        try directory.handle.unlink(FileName.linkedArchive)
    }

    private func synchronizeDirectory() throws(SystemError) {
        try conditions.before(.synchronizeDirectory)
        try directory.handle.synchronizeNames()
    }
}
