public import RestorationCore
import Synchronization

/// An application's state on disk: its current archive, the one before, the one that the program
/// found when it was launched, and the last report.
///
/// ```swift
/// let store = try ArchiveStore(application: petFinder)
/// switch try store.open() {
/// case .opened(let archive, _): restore(from: archive)
/// case .nothingSaved, .startedFresh: break
/// case .notNow(let reason): return runWithoutSaving(because: reason)
/// }
/// try store.commit(image, as: store.nextGeneration())
/// ```
///
/// The files lie in one directory, by default `$XDG_STATE_HOME/<application id>/restoration/`:
/// `archive`, `archive.previous`, `archive.found`, `report`, `lock` and `set-aside/`.
/// `Docs/ArchiveFormat.md` says what is in them.
///
/// All methods may be called from any thread; those that change files run one at a time. The store
/// holds the directory's lock from the first of them until ``close()`` or its own end.
public final class ArchiveStore: RestorationStore {
    /// The version of the archive format that is written, `Docs/ArchiveFormat.md`.
    public static var formatVersion: Int { SealedHeader.formatVersion }

    /// Whose state this is.
    public let application: ApplicationIdentifier
    /// Where the files lie; an absolute path.
    public let directory: String

    let keys: any KeyProvider
    let conditions: StorageConditions
    /// Guards everything that changes, and keeps two saves apart.
    let state = Locked(State())
    /// The highest generation handed out.
    ///
    /// Apart from `state`, so that a capture on the session's thread never waits for a save.
    let lastGeneration = Atomic<UInt64>(0)
    /// What the person should know and was not told yet. Apart from `state`, for the same reason.
    let notes = Locked<(diagnoses: [Diagnosis], modes: [ModeChange])>(([], []))

    struct State {
        var lock: StoreLock?
        /// What saving needs; there once opening has allowed it.
        var saving: Saving?
        /// The newest generation that the ledger knows of.
        var lastKnown: UInt64 = 0
        var canExchange = true
    }

    struct Saving {
        let key: ArchiveKey
        /// The newest generation that was ever on disk, or was taken before all were removed; no
        /// older one is committed.
        var newest: UInt64
        /// The generation that the next launch restores; 0 if there is none.
        var saved: UInt64
        var found = FoundArchive.unsynchronized
    }

    /// Describes a store; touches nothing on disk.
    ///
    /// - Parameters:
    ///   - application: whose state it is.
    ///   - directory: where the files lie; `nil` for the application's own place. A relative path
    ///     is resolved now, whatever the working directory is later.
    ///   - keys: what knows the key; `nil` for a ``FileKeyProvider``.
    /// - Throws: ``StorageError/noHomeDirectory(variable:)``.
    public convenience init(
        application: ApplicationIdentifier,
        directory: String? = nil,
        keys: (any KeyProvider)? = nil
    ) throws(StorageError) {
        let place =
            if let directory { directory } else { try Self.defaultDirectory(for: application) }
        let provider: any KeyProvider = if let keys { keys } else { try FileKeyProvider() }
        self.init(
            application: application,
            directory: place,
            keys: provider,
            conditions: StorageConditions()
        )
    }

    package init(
        application: ApplicationIdentifier,
        directory: String,
        keys: any KeyProvider,
        conditions: StorageConditions
    ) {
        self.application = application
        self.directory = absolutePath(directory)
        self.keys = keys
        self.conditions = conditions
    }

    /// Where an application's state lies: `$XDG_STATE_HOME/<application id>/restoration`.
    ///
    /// - Throws: ``StorageError/noHomeDirectory(variable:)``.
    public static func defaultDirectory(
        for application: ApplicationIdentifier
    ) throws(StorageError) -> String {
        "\(try BaseDirectories().state)/\(application.rawValue)/restoration"
    }

    /// How the argument of a command names the state in a directory: by the application's id where
    /// that is enough.
    package static func commandSubject(
        of application: ApplicationIdentifier,
        in directory: String
    ) -> String {
        let usual = try? defaultDirectory(for: application)
        return usual == directory ? application.rawValue : directory.quotedForShell
    }

    /// The same of this store.
    package var commandSubject: String { Self.commandSubject(of: application, in: directory) }

    /// The key to the state.
    func key(_ creation: KeyCreation) throws(StorageError) -> ArchiveKey {
        do throws(StorageError) {
            return try keys.key(for: application, creation: creation)
        } catch {
            throw error.aboutKey(ofState: directory)
        }
    }

    /// Takes the directory's lock, which everything that changes files does by itself.
    ///
    /// Call it early to learn before any other work that another instance is running.
    ///
    /// - Throws: ``StorageError/inUse(path:process:)`` if another process, or another store in this
    ///   one, holds it; ``StorageError/directoryRefused(path:because:)`` if others may change what
    ///   lies there.
    public func lock() throws(StorageError) {
        try state.withLock { (state) throws(StorageError) in _ = try lockedDirectory(&state) }
    }

    /// Gives the lock back and ends saving; ``open(checking:)`` begins anew.
    public func close() {
        state.withLock { $0 = State() }
    }

    public func takeNotes() -> [Diagnosis] {
        notes.withLock { notes in
            defer { notes = ([], []) }
            return StoreNote.modes(notes.modes, in: directory) + notes.diagnoses
        }
    }

    func note(_ note: Diagnosis) { notes.withLock { $0.diagnoses.append(note) } }
    func note(_ note: StoreNote) { self.note(note.diagnosis) }
    /// One note tells of all modes that were wrong.
    func note(_ change: ModeChange) { notes.withLock { $0.modes.append(change) } }

    /// The state directory, existing and locked.
    ///
    /// A directory that somebody removed while the program runs is made again, and its lock taken
    /// again: the old lock is on a file that no other process will find. So it is taken again where
    /// other code of the process has closed it. Whoever held the lock meanwhile keeps what they
    /// have saved.
    func lockedDirectory(_ state: inout State) throws(StorageError) -> Directory {
        let directory = try Directory(creating: directory, noting: note)
        if let lock = state.lock, try lock.isCurrent(in: directory) { return directory }
        try closeDirectories(in: directory)
        let wasClosed = state.lock?.isOpen == false
        state.lock = nil
        let lock = try StoreLock.take(in: directory, noting: note)
        if let saving = state.saving { try ensureCurrent(saving, in: directory) }
        state.lock = lock
        if wasClosed { note(.lockClosed(path: directory.path(of: FileName.lock))) }
        return directory
    }

    /// - Throws: ``StorageError/savedByAnother(path:generation:)`` if the archive is not the one
    ///   that this store has found or written.
    private func ensureCurrent(_ saving: Saving, in directory: Directory) throws(StorageError) {
        let name = FileName.current
        guard try directory.status(of: name) != nil else { return }
        let generation: UInt64
        do throws(StorageError) {
            let file = try SealedFile(named: name, in: directory, conditions: conditions)
            generation = file.header.generation
        } catch {
            // Nobody loses what is damaged.
            guard SetAsideReason(error) == .damaged else { throw error }
            return
        }
        // A save whose last step failed is the newest, and not known to be saved.
        guard [saving.saved, saving.newest].contains(generation) else {
            throw .savedByAnother(path: directory.path(of: name), generation: generation)
        }
    }
}
