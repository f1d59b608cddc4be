import Glibc

/// Replaces the current generation so that a crash at any moment leaves a complete `archive`, old
/// or new.
///
/// Normally it overwrites the spare and exchanges the names. That frees and allocates no blocks,
/// which would cost more than the writing, and the previous generation becomes the next spare:
///
/// ```
///                     archive      archive.previous
///  before             4            3
///  write, fdatasync   4            5 (torn until it is complete)
///  exchange           5            4
///  fsync directory
/// ```
///
/// Otherwise it writes a new file: if there is no spare yet, if a reader has the spare open, or if
/// the file system cannot exchange names:
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
/// Either way, the archive found at opening becomes the previous generation. The first save of a
/// launch then renames it, before it synchronises the directory:
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
    /// Cached between saves, so a file system without exchange is asked only once.
    var canExchange: Bool
    /// Carried over between saves: only the first save of a launch replaces the archive that it
    /// found.
    var found: FoundArchive
    /// Whether `archive` is the new generation, even if a later step failed.
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

    /// Replaces the current generation with the file that `write` fills.
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
    /// Locks and returns the file to overwrite, or `nil` if none is suitable.
    private func usableSpare() throws(StorageError) -> FileHandle? {
        let path = directory.path(of: FileName.previous)
        // Without name exchange, overwriting would only destroy the generation in the spare.
        guard canExchange, directory.handle.isWritableDirectory,
            let current = try directory.status(of: FileName.current),
            let listed = try directory.status(of: FileName.previous)
        else { return nil }
        // More than one link: an interrupted save may have left the current generation under both
        // names.
        guard listed.isRegular, listed.links == 1, listed.identity != current.identity else {
            return nil
        }
        do throws(SystemError) {
            try conditions.before(.openSpare)
            let spare = try FileHandle(open: FileName.previous, in: directory.handle, O_RDWR)
            // A reader in this process or another has it open, so it must not change.
            return try spare.lock(.exclusive) ? spare : nil
        } catch {
            // The file cannot be opened or locked, but a new file may still replace it.
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
            // Readers may open it from now on.
            try spare.unlock()
        } catch {
            // A half-written file is useless, its space may be needed, and its blocks may be bad.
            directory.removeQuietly(FileName.previous)
            let path = directory.path(of: FileName.previous)
            throw .system(.write, path: path, errorNumber: error.code)
        }
    }

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
    /// Sets aside directories in the place of files: no file can replace them, and their contents
    /// are not the store's to remove.
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
            // The file system has no hard links, so for a moment there is no `archive`. Opening
            // then takes the previous generation, which is the current one.
            try conditions.before(.replacePrevious)
            return try directory.handle.rename(FileName.current, to: FileName.previous)
        }
        try conditions.before(.replacePrevious)
        try directory.handle.rename(FileName.linkedArchive, to: FileName.previous)
        // Renaming between two names of one file does nothing (rename(2)). After an interrupted
        // save that is the case, and this name remains.
        try directory.handle.unlink(FileName.linkedArchive)
    }

    private func synchronizeDirectory() throws(SystemError) {
        try conditions.before(.synchronizeDirectory)
        try directory.handle.synchronizeNames()
    }
}
