public import RestorationCore
import Synchronization

/// An application's state on disk: the current archive, the previous one, the one that the launch
/// found, and the last report.
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
/// The files are in one directory, by default `$XDG_STATE_HOME/<application id>/restoration/`:
/// `archive`, `archive.previous`, `archive.found`, `report`, `lock` and `set-aside/`.
/// `Docs/ArchiveFormat.md` describes them.
///
/// Any thread may call any method; methods that change files run one at a time. The first of them
/// takes the directory's lock, until ``close()`` or deinit.
public final class ArchiveStore: RestorationStore {
    /// The version of the archive format that this library writes (`Docs/ArchiveFormat.md`).
    public static var formatVersion: Int { SealedHeader.formatVersion }

    /// The application that owns the state.
    public let application: ApplicationIdentifier
    /// The absolute path of the state directory.
    public let directory: String

    let keys: any KeyProvider
    let conditions: StorageConditions
    /// Guards the mutable state and serialises saves.
    let state = Locked(State())
    /// The highest generation number handed out.
    ///
    /// Outside `state`, so a capture on the session's thread never waits for a save.
    let lastGeneration = Atomic<UInt64>(0)
    /// Pending notes for the user. Outside `state` for the same reason.
    let notes = Locked<(diagnoses: [Diagnosis], modes: [ModeChange])>(([], []))

    struct State {
        var lock: StoreLock?
        /// Present once opening has allowed saves.
        var saving: Saving?
        /// The newest generation that the ledger recorded.
        var lastKnown: UInt64 = 0
        var canExchange = true
    }

    struct Saving {
        let key: ArchiveKey
        /// The newest generation ever on disk, or taken before all were removed. Only newer ones
        /// are committed.
        var newest: UInt64
        /// The generation that the next launch restores; 0 if there is none.
        var saved: UInt64
        var found = FoundArchive.unsynchronized
    }

    /// Creates a store without touching the disk.
    ///
    /// - Parameters:
    ///   - application: the application that owns the state.
    ///   - directory: the state directory; `nil` for the application's default. A relative path is
    ///     resolved immediately against the working directory.
    ///   - keys: provides the key; `nil` for a ``FileKeyProvider``.
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

    /// The default state directory of an application:
    /// `$XDG_STATE_HOME/<application id>/restoration`.
    ///
    /// - Throws: ``StorageError/noHomeDirectory(variable:)``.
    public static func defaultDirectory(
        for application: ApplicationIdentifier
    ) throws(StorageError) -> String {
        "\(try BaseDirectories().state)/\(application.rawValue)/restoration"
    }

    /// A command-line argument for the state in a directory: the application id if that suffices,
    /// otherwise the quoted path.
    package static func commandSubject(
        of application: ApplicationIdentifier,
        in directory: String
    ) -> String {
        let usual = try? defaultDirectory(for: application)
        return usual == directory ? application.rawValue : directory.quotedForShell
    }

    /// The command-line argument for this store.
    package var commandSubject: String { Self.commandSubject(of: application, in: directory) }

    func key(_ creation: KeyCreation) throws(StorageError) -> ArchiveKey {
        do throws(StorageError) {
            return try keys.key(for: application, creation: creation)
        } catch {
            throw error.aboutKey(ofState: directory)
        }
    }

    /// Takes the directory's lock. Every method that changes files does so itself.
    ///
    /// Call it early to detect another running instance before any other work.
    ///
    /// - Throws: ``StorageError/inUse(path:process:)`` if another process, or another store in this
    ///   process, holds the lock; ``StorageError/directoryRefused(path:because:)`` if other users
    ///   may change the directory.
    public func lock() throws(StorageError) {
        try state.withLock { (state) throws(StorageError) in _ = try lockedDirectory(&state) }
    }

    /// Releases the lock and ends saving, until the next ``open(checking:)``.
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
    /// Collected, so that a single note lists all wrong modes.
    func note(_ change: ModeChange) { notes.withLock { $0.modes.append(change) } }

    /// Creates the state directory if needed, and locks it.
    ///
    /// If the directory was removed while the program runs, the store creates and locks it again,
    /// because no other process can find the old lock file. It also locks again after other code of
    /// the process closed its descriptor. It never replaces the saves of an interim lock holder.
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

    /// - Throws: ``StorageError/savedByAnother(path:generation:)`` if this store neither found nor
    ///   wrote the archive.
    private func ensureCurrent(_ saving: Saving, in directory: Directory) throws(StorageError) {
        let name = FileName.current
        guard try directory.status(of: name) != nil else { return }
        let generation: UInt64
        do throws(StorageError) {
            let file = try SealedFile(named: name, in: directory, conditions: conditions)
            generation = file.header.generation
        } catch {
            // Overwriting a damaged archive loses nothing.
            guard SetAsideReason(error) == .damaged else { throw error }
            return
        }
        // A save whose last step failed is the newest but does not count as saved.
        guard [saving.saved, saving.newest].contains(generation) else {
            throw .savedByAnother(path: directory.path(of: name), generation: generation)
        }
    }
}
