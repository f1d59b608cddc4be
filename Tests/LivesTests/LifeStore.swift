import RestorationTesting
import Synchronization

/// The in-memory store of one launch. Commits fail or end the process, before or after they become
/// durable.
final class LifeStore: RestorationStore {
    enum Commit {
        case succeeds, failsBefore, failsAfter, diesBefore, diesAfter
    }

    private struct State {
        var commit = Commit.succeeds
        /// The number of images that have become durable.
        var durableCount = 0
        /// The number of attempted commits.
        var tried = 0
        var isDead = false
    }

    private let base: MemoryStore
    // Guarded, since reports come from another thread.
    private let state = Mutex(State())

    init(_ disk: MemoryDisk) { base = disk.store() }

    var durableCount: Int { state.withLock { $0.durableCount } }
    var tried: Int { state.withLock { $0.tried } }
    var isDead: Bool { state.withLock { $0.isDead } }

    /// Sets the fate of the following commits.
    func plan(_ commit: Commit) { state.withLock { $0.commit = commit } }

    func commit(chunks: [[UInt8]], as generation: UInt64) throws(StorageError) {
        let plan = state.withLock { state in
            state.tried += 1
            if state.commit == .diesBefore { state.isDead = true }
            return state.isDead ? .diesBefore : state.commit
        }
        if plan == .failsBefore || plan == .diesBefore { throw Self.failure }
        try base.commit(chunks: chunks, as: generation)
        state.withLock { state in
            state.durableCount += 1
            if plan == .diesAfter { state.isDead = true }
        }
        if plan == .failsAfter || plan == .diesAfter { throw Self.failure }
    }

    private static var failure: StorageError {
        .store(Diagnosis(problem: "The disk fails", remedy: "Play another life."))
    }

    func lock() throws(StorageError) { try base.lock() }
    func open(checking check: OpeningCheck) throws(StorageError) -> OpenOutcome {
        try base.open(checking: check)
    }
    func rejectCurrent() throws(StorageError) -> OpenOutcome { try base.rejectCurrent() }
    func openCurrent() throws(StorageError) -> OpenedArchive? { try base.openCurrent() }
    func openPrevious() throws(StorageError) -> OpenedArchive? { try base.openPrevious() }
    func nextGeneration() -> UInt64 { base.nextGeneration() }
    func writeReport(_ report: [UInt8]) throws(StorageError) {}
    func setAsideEverything(
        because reason: SetAsideReason
    ) throws(StorageError) -> [SetAsideFile] {
        guard !isDead else { return [] }
        return try base.setAsideEverything(because: reason)
    }
    func discard() throws(StorageError) { if !isDead { try base.discard() } }
    func openLedger() throws(StorageError) -> LedgerPage? { try base.openLedger() }
    func close() { base.close() }
}
