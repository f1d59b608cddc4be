import TestSupport
import Testing

@testable import RestorationKit

@SessionThread @Suite(.serialized) struct `A save` {
    private let sandbox = Sandbox()
    private let root = Screen("Tabs")

    private func running(
        delegate: (any RestorationDelegate)? = nil,
        _ change: (inout RestorationOptions) -> Void = { _ in }
    ) throws -> RestorationSession {
        let session = try sandbox.session(delegate: delegate, change)
        session.addRoot(root)
        try session.restore()
        return session
    }

    @Test func `returns what it left out, as it tells it`() throws {
        let session = try running()
        defer { session.close() }
        root.add(Screen(nil))
        var told: [SaveOutcome] = []
        session.onSave = { told.append($0) }

        let outcome = try #require(try session.preserveNow())

        #expect(outcome.generation == 1)
        #expect(outcome.error == nil)
        #expect(outcome.report.issues.count == 1)
        #expect(told.map(\.generation) == [1])
        #expect(told.first?.report.issues == outcome.report.issues)
    }

    @Test func `returns nothing where the delegate declines`() throws {
        let delegate = RefusingDelegate()
        let session = try running(delegate: delegate)
        defer { session.close() }

        #expect(try session.preserveNow() == nil)
    }

    @Test func `throws what it tells if it fails`() throws {
        let store = FailingStore()
        let session = try running { $0.store = store }
        defer { session.close() }
        var told: [SaveOutcome] = []
        session.onSave = { told.append($0) }

        let error = #expect(throws: StorageError.self) { try session.preserveNow() }

        #expect(told.map(\.error) == [error?.diagnosis])
    }
}

private final class RefusingDelegate: RestorationDelegate {
    var refuses = true
    func shouldPreserveState(to coder: RestorationCoder) -> Bool { !refuses }
}

/// A store that has nothing and takes nothing.
private final class FailingStore: RestorationStore {
    private let failure = StorageError.store(
        Diagnosis(problem: "The database is closed", remedy: "Open it.")
    )

    func lock() throws(StorageError) {}
    func open(checking check: OpeningCheck) throws(StorageError) -> OpenOutcome { .nothingSaved }
    func rejectCurrent() throws(StorageError) -> OpenOutcome { .nothingSaved }
    func openCurrent() throws(StorageError) -> OpenedArchive? { nil }
    func openPrevious() throws(StorageError) -> OpenedArchive? { nil }
    func nextGeneration() -> UInt64 { 1 }
    func commit(chunks: [[UInt8]], as generation: UInt64) throws(StorageError) { throw failure }
    func writeReport(_ report: [UInt8]) throws(StorageError) {}
    func setAsideEverything(
        because reason: SetAsideReason
    ) throws(StorageError) -> [SetAsideFile] { [] }
    func discard() throws(StorageError) {}
    func close() {}
}
