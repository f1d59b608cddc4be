import Glibc
import RestorationKit
import RestorationStorage

/// The store of one launch under test: passes everything on to a real one, except where a fault or
/// the end of the process comes in between.
final class TestedStore: RestorationStore {
    let base: any RestorationStore
    private let incidents: Incidents

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
            return .notNow(.keyUnavailable(reason: "the test keeps it away"))
        }
        if incidents.has(.readError) { throw Self.error(.read, EIO) }
        let outcome = try base.open(checking: check)
        guard case .opened = outcome else { return outcome }
        if incidents.has(.keyMissing) { throw .keyMissing(path: "the key under test") }
        guard incidents.has(.keyForeign) else { return outcome }
        return .startedFresh(setAside: try base.setAsideEverything(because: .wrongKey))
    }

    func rejectCurrent() throws(StorageError) -> OpenOutcome { try base.rejectCurrent() }
    func openCurrent() throws(StorageError) -> OpenedArchive? { try base.openCurrent() }
    func openPrevious() throws(StorageError) -> OpenedArchive? { try base.openPrevious() }

    // MARK: Saving

    func nextGeneration() -> UInt64 { base.nextGeneration() }

    func commit(chunks: [[UInt8]], as generation: UInt64) throws(StorageError) {
        try checkWriting()
        try base.commit(chunks: chunks, as: generation)
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

    func keepCopy(because reason: SetAsideReason) throws(StorageError) {
        try checkWriting()
        try base.keepCopy(because: reason)
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
