import RestorationTesting

/// A custom store on top of one in memory.
///
/// Subclasses add only constants, so all of them may cross threads.
class ForwardingStore: RestorationStore, @unchecked Sendable {
    let base: MemoryStore
    init(_ base: MemoryStore) { self.base = base }

    func lock() throws(StorageError) { try base.lock() }
    func open(checking check: OpeningCheck) throws(StorageError) -> OpenOutcome {
        try base.open(checking: check)
    }
    func rejectCurrent() throws(StorageError) -> OpenOutcome { try base.rejectCurrent() }
    func openCurrent() throws(StorageError) -> OpenedArchive? { try base.openCurrent() }
    func openPrevious() throws(StorageError) -> OpenedArchive? { try base.openPrevious() }
    func nextGeneration() -> UInt64 { base.nextGeneration() }
    func commit(chunks: [[UInt8]], as generation: UInt64) throws(StorageError) {
        try base.commit(chunks: chunks, as: generation)
    }
    func writeReport(_ report: [UInt8]) throws(StorageError) { try base.writeReport(report) }
    func setAsideEverything(
        because reason: SetAsideReason
    ) throws(StorageError) -> [SetAsideFile] { try base.setAsideEverything(because: reason) }
    func discard() throws(StorageError) { try base.discard() }
    func openLedger() throws(StorageError) -> LedgerPage? { try base.openLedger() }
    func close() { base.close() }
}
