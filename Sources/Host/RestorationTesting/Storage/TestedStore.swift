import Glibc
import RestorationKit
import RestorationStorage
import Synchronization

/// The store of one launch: forwards to a real store, unless a fault or the end of the process
/// intervenes.
final class TestedStore: RestorationStore {
    let base: any RestorationStore
    private let incidents: Incidents
    /// The generation found damaged, which later saves do not repair. Guarded, because other
    /// threads save.
    private let damagedGeneration = Mutex<UInt64?>(nil)

    init(_ base: any RestorationStore, _ incidents: Incidents) {
        self.base = base
        self.incidents = incidents
    }

    func lock() throws(StorageError) {
        if incidents.has(.stateInUse) { throw .inUse(path: "the state under test", process: nil) }
        try base.lock()
    }

    // MARK: Opening

    func open(checking check: OpeningCheck) throws(StorageError) -> OpenOutcome {
        if incidents.has(.keyLocked) {
            return .notNow(.keyLocked(reason: "the test has locked the key"))
        }
        if incidents.has(.keyUnavailable) {
            return .notNow(.keyUnavailable(reason: "the test has made it unavailable"))
        }
        if incidents.has(.readError) { throw Self.error(.read, EIO) }
        let outcome = try base.open(checking: check)
        guard case .opened = outcome else { return outcome }
        if incidents.has(.keyMissing) { throw .keyMissing(path: "the key under test") }
        if incidents.has(.futureVersion) { return try startFresh(because: .futureVersion) }
        if incidents.has(.keyForeign) { return try startFresh(because: .wrongKey) }
        return try damage(outcome, check)
    }

    private func startFresh(because reason: SetAsideReason) throws(StorageError) -> OpenOutcome {
        .startedFresh(setAside: try base.setAsideEverything(because: reason))
    }

    private func damage(
        _ outcome: OpenOutcome,
        _ check: OpeningCheck
    ) throws(StorageError) -> OpenOutcome {
        guard case .opened(let archive, let fellBack) = outcome,
            let damaged = try archive.damaged(by: incidents.faults)
        else { return outcome }
        // A check of every piece finds the damage at once.
        if check == .everyPiece { return try base.rejectCurrent() }
        damagedGeneration.withLock { $0 = archive.generation }
        return .opened(damaged, fellBackBecause: fellBack)
    }

    func rejectCurrent() throws(StorageError) -> OpenOutcome { try base.rejectCurrent() }

    func openCurrent() throws(StorageError) -> OpenedArchive? {
        try asFound(try base.openCurrent())
    }

    func openPrevious() throws(StorageError) -> OpenedArchive? {
        try asFound(try base.openPrevious())
    }

    private func asFound(_ archive: OpenedArchive?) throws(StorageError) -> OpenedArchive? {
        guard let archive, archive.generation == damagedGeneration.withLock({ $0 }) else {
            return archive
        }
        return try archive.damaged(by: incidents.faults) ?? archive
    }

    // MARK: Saving

    func nextGeneration() -> UInt64 { base.nextGeneration() }

    func commit(chunks: [[UInt8]], as generation: UInt64) throws(StorageError) {
        try checkWriting()
        try losePower()
        try base.commit(chunks: chunks, as: generation)
    }

    private func losePower() throws(StorageError) {
        for case .powerFails(let loss) in incidents.faults {
            guard let memory = base as? MemoryStore else {
                throw .store(TestingError.needsMemoryStore.diagnosis)
            }
            memory.failPower(during: loss)
            incidents.die()
            return
        }
    }

    func writeReport(_ report: [UInt8]) throws(StorageError) {
        try checkWriting()
        try base.writeReport(report)
    }

    func openLedger() throws(StorageError) -> LedgerPage? {
        try checkWriting()
        return try base.openLedger()
    }

    func setAsideEverything(
        because reason: SetAsideReason
    ) throws(StorageError) -> [SetAsideFile] {
        try checkLife()
        return try base.setAsideEverything(because: reason)
    }

    func discard() throws(StorageError) {
        try checkLife()
        try base.discard()
    }

    func setAsideCopy(because reason: SetAsideReason) throws(StorageError) {
        try checkWriting()
        try base.setAsideCopy(because: reason)
    }

    func takeNotes() -> [Diagnosis] { base.takeNotes() }
    func close() { base.close() }

    private func checkWriting() throws(StorageError) {
        try checkLife()
        if incidents.has(.diskFull) { throw Self.error(.write, ENOSPC) }
        if incidents.has(.writeError) { throw Self.error(.write, EIO) }
    }

    private func checkLife() throws(StorageError) {
        if incidents.isDead { throw .store(ProcessDied().diagnosis) }
    }

    private static func error(_ action: FileAction, _ number: Int32) -> StorageError {
        .system(action, path: "the state under test", errorNumber: number)
    }
}
