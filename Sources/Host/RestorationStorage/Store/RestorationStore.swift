public import RestorationCore

/// Stores the state of one application: the newest archive, the one before it, and the last report.
///
/// The default is ``ArchiveStore``, which writes sealed files. A host implements its own store to
/// save state elsewhere, such as in a database, and passes it in `RestorationOptions.store`.
/// `StoreConformance` of `RestorationTesting` checks the behaviour that a session relies on.
///
/// The store is responsible for secrecy and integrity: a session passes plain bytes and trusts the
/// bytes that it reads. Any thread may call any method, and simultaneous calls must behave as if
/// serialised. ``nextGeneration()`` and ``takeNotes()`` must not wait for a save.
///
/// A session first calls ``lock()`` and ``open(checking:)``. It calls ``rejectCurrent()``,
/// ``openPrevious()`` and ``openLedger()`` only before the first save, and nothing after
/// ``close()``. `StoreConformance` calls ``openPrevious()`` after saves, too.
///
/// Methods throw ``StorageError``, with ``StorageError/store(_:)`` for all other failures.
public protocol RestorationStore: AnyObject, Sendable {
    /// Locks the state for this process, until ``close()`` or deinit.
    ///
    /// - Throws: ``StorageError/inUse(path:process:)`` immediately if another process or store has
    ///   the state.
    func lock() throws(StorageError)

    /// Opens the newest intact archive and sets aside unusable ones.
    ///
    /// Without an intact archive the program starts fresh. State that is absent is not the same as
    /// state that cannot be read: in the latter case the store throws, or returns
    /// ``OpenOutcome/notNow(_:)``, changes nothing and refuses saves.
    ///
    /// - Parameter check: How much of an archive to verify before returning it.
    func open(checking check: OpeningCheck) throws(StorageError) -> OpenOutcome

    /// Sets aside the newest archive, which is intact but inconsistent, and opens the one before
    /// it.
    ///
    /// - Returns: as ``open(checking:)``, but never `notNow`.
    func rejectCurrent() throws(StorageError) -> OpenOutcome

    /// Opens the newest archive again, or returns `nil` if there is no usable one.
    func openCurrent() throws(StorageError) -> OpenedArchive?

    /// Opens the archive before the newest, to replace damaged parts of the newest; `nil` if there
    /// is no usable one.
    func openPrevious() throws(StorageError) -> OpenedArchive?

    /// Allocates the generation number of the next capture, higher than any before it, in earlier
    /// launches, too.
    func nextGeneration() -> UInt64

    /// Makes an image the newest archive, durably. After an error, the newest archive is either
    /// this image or the previous one. It is complete in either case.
    ///
    /// - Parameters:
    ///   - chunks: The image in parts, to be joined.
    ///   - generation: From ``nextGeneration()``.
    /// - Throws: ``StorageError/superseded(path:generation:newest:)`` if a newer generation is
    ///   saved already, or if ``discard()`` or ``setAsideEverything(because:)`` was called after
    ///   the number was allocated; ``StorageError/notOpened(path:)`` unless ``open(checking:)`` has
    ///   allowed saving.
    func commit(chunks: [[UInt8]], as generation: UInt64) throws(StorageError)

    /// Stores the report of the last restore, replacing the previous one. Only tools read it.
    func writeReport(_ report: [UInt8]) throws(StorageError)

    /// Stores the report of a save, for tools, replacing the previous one. Does nothing by default.
    func writeSaveReport(_ report: [UInt8]) throws(StorageError)

    /// Sets all archives aside, so the next launch starts fresh.
    @discardableResult
    func setAsideEverything(because reason: SetAsideReason) throws(StorageError) -> [SetAsideFile]

    /// Sets a copy of the newest archive aside, before a save that lacks some of its state. Does
    /// nothing by default.
    func setAsideCopy(because reason: SetAsideReason) throws(StorageError)

    /// Permanently removes all state at the user's request.
    func discard() throws(StorageError)

    /// Returns a page of memory, whose contents survive the process, in which restores and saves
    /// record whose code is running.
    ///
    /// The default is `nil`: without such memory, crashes are not attributed to objects. A session
    /// calls this once, while it holds the lock.
    func openLedger() throws(StorageError) -> LedgerPage?

    /// Returns and clears the notes for the user: repairs and findings since the last call. A
    /// session calls this after opening and after each save.
    func takeNotes() -> [Diagnosis]

    /// Unlocks the state, so that other processes can use it, and refuses later saves.
    func close()
}

extension RestorationStore {
    /// Does nothing.
    public func writeSaveReport(_ report: [UInt8]) throws(StorageError) {}
    /// Does nothing.
    public func setAsideCopy(because reason: SetAsideReason) throws(StorageError) {}
    /// Returns `nil`.
    public func openLedger() throws(StorageError) -> LedgerPage? { nil }

    /// Returns no notes.
    public func takeNotes() -> [Diagnosis] { [] }
}
