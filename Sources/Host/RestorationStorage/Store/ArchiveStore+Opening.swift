import Glibc
import RestorationCore

extension ArchiveStore {
    /// Opens the newest usable archive and sets aside unusable files.
    ///
    /// | found | outcome |
    /// |---|---|
    /// | no archive | `nothingSaved` |
    /// | the current generation is intact | `opened` |
    /// | it is damaged, an older one intact | `opened` with the newest intact one |
    /// | all are damaged | `startedFresh` |
    /// | a future version, another key, another application's | `startedFresh`, all set aside |
    /// | the key is locked or unavailable | `notNow`, nothing touched |
    /// | there is an archive but no key, or the disk cannot be read | an error |
    ///
    /// `set-aside/` retains the newest five files of each reason.
    ///
    /// - Parameter check: how much of the archive to verify before returning it.
    /// - Throws: ``StorageError/inUse(path:process:)``,
    ///   ``StorageError/directoryRefused(path:because:)``,
    ///   ``StorageError/keyMissing(path:state:)``,
    ///   ``StorageError/keyFileRefused(path:because:state:)``, ``StorageError/keyDamaged(path:)``,
    ///   or ``StorageError/system(_:path:errorNumber:)``. The store then refuses saves and leaves
    ///   all files in place.
    public func open(checking check: OpeningCheck = .footer) throws(StorageError) -> OpenOutcome {
        try state.withLock { (state) throws(StorageError) in
            state.saving = nil
            let directory = try lockedDirectory(&state)
            let key: ArchiveKey
            do throws(StorageError) {
                key = try self.key(try keyCreation(in: directory))
            } catch {
                switch error {
                case .keyLocked, .keyUnavailable: return .notNow(error)
                default: throw error
                }
            }
            key.notes.forEach(note)
            var reader = StoreReader(store: self, directory: directory, key: key)
            let last = try lastSaved(in: directory, with: key, known: state.lastKnown)
            try setFileModes(in: directory)
            let outcome = try recover(with: &reader, checking: check)
            recordMissingGeneration(last, after: outcome, in: directory)
            FileName.temporary.forEach(directory.removeQuietly)
            recordGeneration(reader.newest)
            let saved = outcome.openedArchive?.generation ?? 0
            state.saving = Saving(key: key, newest: reader.newest, saved: saved)
            return outcome
        }
    }

    /// Opens the previous generation, to replace damaged parts of the current one; `nil` if there
    /// is no usable one.
    ///
    /// Call it after ``open(checking:)`` and before the first save.
    ///
    /// - Throws: ``StorageError/notOpened(path:)`` or ``StorageError/system(_:path:errorNumber:)``.
    public func openPrevious() throws(StorageError) -> OpenedArchive? {
        if let previous = try openAgain(FileName.previous) { return previous }
        // `archive.previous` is missing after a launch's first save, and damaged after an
        // interrupted one.
        return try openAgain(FileName.found)
    }

    /// Opens the current generation again, for values that an object can no longer encode; `nil` if
    /// there is no usable one.
    ///
    /// - Throws: ``StorageError/notOpened(path:)`` or ``StorageError/system(_:path:errorNumber:)``.
    public func openCurrent() throws(StorageError) -> OpenedArchive? {
        try openAgain(FileName.current)
    }

    /// Sets aside a current generation whose seal is intact but whose contents are inconsistent,
    /// and opens the one before it.
    ///
    /// Call it after ``open(checking:)`` and before the first save.
    ///
    /// - Returns: as ``open(checking:)``, but never `notNow`.
    /// - Throws: ``StorageError/notOpened(path:)`` or ``StorageError/system(_:path:errorNumber:)``.
    public func rejectCurrent() throws(StorageError) -> OpenOutcome {
        try state.withLock { (state) throws(StorageError) in
            guard let saving = state.saving else { throw .notOpened(path: self.directory) }
            let directory = try lockedDirectory(&state)
            guard try directory.status(of: FileName.current) != nil else { return .nothingSaved }
            let rejected = try setAside([(FileName.current, .damaged, nil)], in: directory)
            var reader = StoreReader(store: self, directory: directory, key: saving.key)
            switch try recover(with: &reader, checking: .footer) {
            case .opened(let archive, let others):
                return .opened(archive, fellBackBecause: rejected + others)
            case .startedFresh(let others):
                return .startedFresh(setAside: rejected + others)
            case .nothingSaved, .notNow:
                return .startedFresh(setAside: rejected)
            }
        }
    }

    private func openAgain(_ name: String) throws(StorageError) -> OpenedArchive? {
        try state.withLock { (state) throws(StorageError) in
            guard let saving = state.saving else { throw .notOpened(path: self.directory) }
            let directory = try lockedDirectory(&state)
            var reader = StoreReader(store: self, directory: directory, key: saving.key)
            let finding = try reader.examine(name, checking: .footer)
            guard case .intact(let archive) = finding else { return nil }
            return archive
        }
    }

    // Unreadable files count, too: with a new key, the error "the key is missing" would become
    // "sealed with another key".
    private func keyCreation(in directory: Directory) throws(StorageError) -> KeyCreation {
        for name in FileName.generations {
            if try directory.status(of: name) != nil { return .refused }
        }
        return .allowed
    }

    private func recover(
        with reader: inout StoreReader,
        checking check: OpeningCheck
    ) throws(StorageError) -> OpenOutcome {
        let recovery = try Recovery { (name) throws(StorageError) in
            try reader.examine(name, checking: check)
        }
        switch recovery {
        case .nothingSaved:
            return .nothingSaved
        case .use(let archive):
            // An interrupted save may have written `archive.previous` completely. Do not reuse its
            // generation number.
            reader.recordGeneration(of: FileName.previous)
            return .opened(archive, fellBackBecause: [])
        case .fallBack(let name, let unusable):
            let moved = try setAside(unusable, in: reader.directory)
            try promote(name, in: reader.directory)
            let archive = try reader.open(FileName.current)
            return .opened(archive, fellBackBecause: moved)
        case .startFresh(let unusable):
            return .startedFresh(setAside: try setAside(unusable, in: reader.directory))
        }
    }

    // The next save may overwrite any name but `archive`.
    private func promote(_ name: String, in directory: Directory) throws(StorageError) {
        do throws(SystemError) {
            try directory.handle.rename(name, to: FileName.current)
            try directory.handle.synchronizeNames()
        } catch {
            let path = directory.path(of: name)
            throw .system(.replace, path: path, errorNumber: error.code)
        }
    }
}

/// Opens the files of one store with one key.
struct StoreReader {
    let store: ArchiveStore
    let directory: Directory
    let key: ArchiveKey
    /// The highest generation number in any examined header, usable or not.
    private var highest: UInt64 = 0
    /// A margin for generations whose number is unreadable or untrusted.
    private var room: UInt64 = 0

    /// An upper bound of the generations ever saved here.
    var newest: UInt64 { highest + room }

    init(store: ArchiveStore, directory: Directory, key: ArchiveKey) {
        self.store = store
        self.directory = directory
        self.key = key
    }

    /// Opens a file and classifies it.
    ///
    /// - Throws: errors that are not the file's fault, such as
    ///   ``StorageError/system(_:path:errorNumber:)``.
    mutating func examine(
        _ name: String,
        checking check: OpeningCheck
    ) throws(StorageError) -> Finding {
        guard try directory.status(of: name) != nil else { return .absent }
        do throws(StorageError) {
            let archive = try open(name)
            if check == .everyPiece { try archive.verify() }
            return .intact(archive)
        } catch {
            guard let reason = SetAsideReason(error) else { throw error }
            if !leavesNumberReadable(error) { room += 1000 }
            return .unusable(error, reason)
        }
    }

    mutating func open(
        _ name: String,
        as kind: SealedKind = .archive
    ) throws(StorageError) -> OpenedArchive {
        let sealed = try SealedFile(named: name, in: directory, conditions: store.conditions)
        highest = max(highest, sealed.header.generation)
        return try sealed.open(as: kind, of: store.application, with: key)
    }

    private func leavesNumberReadable(_ error: StorageError) -> Bool {
        switch error {
        case .damaged(_, part: .beginning), .damaged(_, part: .header),
            .damaged(_, part: .length), .damaged(_, part: .file), .futureVersion,
            .formerVersion:
            false
        default: true
        }
    }

    mutating func recordGeneration(of name: String) {
        do throws(StorageError) {
            guard try directory.status(of: name) != nil else { return }
            let sealed = try SealedFile(named: name, in: directory, conditions: store.conditions)
            highest = max(highest, sealed.header.generation)
        } catch  where SetAsideReason(error) == nil {
            room += 1000
        } catch {
            // The file has no readable number, as after an interrupted save.
        }
    }
}

extension SealedFile {
    init(
        named name: String,
        in directory: Directory,
        conditions: StorageConditions
    ) throws(StorageError) {
        let path = directory.path(of: name)
        let file: FileHandle
        do throws(SystemError) {
            try conditions.before(.openFile(name))
            file = try FileHandle(open: name, in: directory.handle, O_RDONLY)
        } catch {
            // A symbolic link or a socket, which the store never creates.
            if [ELOOP, ENXIO].contains(error.code) { throw .damaged(path: path, part: .file) }
            throw .system(.open, path: path, errorNumber: error.code)
        }
        try self.init(file, path: path, conditions: conditions)
    }
}
