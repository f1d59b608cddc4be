public import RestorationCore

/// Keeps the state of one application: the newest archive, the one before it, and the last report.
///
/// ``ArchiveStore`` keeps sealed files and is the default. A host writes a store of its own to keep
/// state elsewhere, such as in a database, and passes it in `RestorationOptions.store`;
/// `StoreConformance` of `RestorationTesting` checks that it does what a session relies on.
///
/// The store has to keep the state secret and whole: a session hands it plain bytes, and trusts the
/// bytes that it gets back. Every method may be called from any thread, and two simultaneous calls
/// must have the effect of one after the other. ``nextGeneration()`` and ``takeNotes()`` must not
/// wait for a save.
///
/// A session calls ``lock()`` and ``open(checking:)`` first; ``rejectCurrent()``,
/// ``openPrevious()`` and ``openLedger()`` come before the first save. Nothing is called after
/// ``close()``.
///
/// Errors are those of ``StorageError``; ``StorageError/store(_:)`` is there for whatever else can
/// go wrong.
public protocol RestorationStore: AnyObject, Sendable {
    /// Takes the state for this process, until ``close()`` or the store's own end.
    ///
    /// - Throws: ``StorageError/inUse(path:process:)`` at once if another process, or another store
    ///   in this one, has it.
    func lock() throws(StorageError)

    /// Finds out what is saved, and sets aside what cannot be used.
    ///
    /// The newest intact archive counts, and without one the program starts fresh. "There is
    /// nothing" and "it cannot be read" are different answers: after an error, or after
    /// ``OpenOutcome/notNow(_:)``, nothing is changed and nothing may be saved.
    ///
    /// - Parameter check: How much of an archive is verified before it is handed out.
    func open(checking check: OpeningCheck) throws(StorageError) -> OpenOutcome

    /// Gives up the newest archive, which is intact but makes no sense, and opens the one before
    /// it.
    ///
    /// - Returns: as ``open(checking:)`` does; never `notNow`.
    func rejectCurrent() throws(StorageError) -> OpenOutcome

    /// Opens the newest archive once more; `nil` if there is none that can be used.
    func openCurrent() throws(StorageError) -> OpenedArchive?

    /// Opens the archive before the newest, which may have intact what is damaged in the newest;
    /// `nil` if there is none that can be used.
    func openPrevious() throws(StorageError) -> OpenedArchive?

    /// The number for the state that is about to be captured: higher than any before it, in earlier
    /// lives of the program, too.
    func nextGeneration() -> UInt64

    /// Makes an image the newest archive. When it returns, the image survives a power loss; when it
    /// throws, either the image or the archive before it is the newest, whole.
    ///
    /// - Parameters:
    ///   - chunks: The image in parts, to be joined.
    ///   - generation: From ``nextGeneration()``.
    /// - Throws: ``StorageError/superseded(path:generation:newest:)`` if a newer generation is
    ///   saved already, or ``discard()`` or ``setAsideEverything(because:)`` was called since the
    ///   number was given out;
    ///   ``StorageError/notOpened(path:)`` unless ``open(checking:)`` has allowed saving.
    func commit(chunks: [[UInt8]], as generation: UInt64) throws(StorageError)

    /// Keeps the report of the last restore, in place of the one before. A session does not read
    /// it; tools do.
    func writeReport(_ report: [UInt8]) throws(StorageError)

    /// Keeps the report of a save, in place of the one before: for tools. Does nothing unless a
    /// store implements it.
    func writeSaveReport(_ report: [UInt8]) throws(StorageError)

    /// Sets all archives aside, so that the next launch starts fresh.
    @discardableResult
    func setAsideEverything(because reason: SetAsideReason) throws(StorageError) -> [SetAsideFile]

    /// Sets a copy of the newest archive aside, before a save that lacks some of its state. Does
    /// nothing unless a store implements it.
    func keepCopy(because reason: SetAsideReason) throws(StorageError)

    /// Removes everything for good, because the person asked for it.
    func discard() throws(StorageError)

    /// The memory in which restores and saves note whose code is running, the same in every life of
    /// the program; `nil` where the store has no place for it, as a store of a host's own has none:
    /// a crash is then not attributed to an object. Called once for each session, which holds the
    /// lock.
    func openLedger() throws(StorageError) -> LedgerPage?

    /// What the store has mended or found since it was asked last, for the person; each thing once.
    /// A session asks after opening and after each save.
    func takeNotes() -> [Diagnosis]

    /// Gives the state back to other processes and ends saving.
    func close()
}

extension RestorationStore {
    /// Does nothing.
    public func writeSaveReport(_ report: [UInt8]) throws(StorageError) {}
    /// Does nothing.
    public func keepCopy(because reason: SetAsideReason) throws(StorageError) {}
    /// There is no place for it.
    public func openLedger() throws(StorageError) -> LedgerPage? { nil }

    /// There is nothing to tell.
    public func takeNotes() -> [Diagnosis] { [] }
}
