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
        let session = try sandbox.restoredSession(of: root, delegate: delegate, change)
        return session
    }

    // MARK: Outcome

    @Test func `returns the same issues as it reports`() throws {
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

    @Test func `returns nothing if the delegate declines`() throws {
        let delegate = RefusingDelegate()
        let session = try running(delegate: delegate)
        defer { session.close() }

        #expect(try session.preserveNow() == nil)
    }

    @Test func `throws the error that it reports if it fails`() throws {
        let store = FailingStore()
        let session = try running { $0.store = store }
        defer { session.close() }
        var told: [SaveOutcome] = []
        session.onSave = { told.append($0) }

        let error = #expect(throws: StorageError.self) { try session.preserveNow() }

        #expect(told.map(\.error) == [error?.diagnosis])
    }

    // MARK: Unsaved changes

    @Test func `clears the unsaved changes`() throws {
        let session = try running()
        defer { session.close() }
        #expect(!session.hasUnsavedChanges)

        session.invalidate(root)
        #expect(session.hasUnsavedChanges)
        try session.preserveNow()

        #expect(!session.hasUnsavedChanges)
    }

    @Test(arguments: [false, true])
    func `in progress leaves changes unsaved until it is durable, and later changes after that`(
        changesAgain: Bool
    ) throws {
        let session = try running { $0.autosaveInterval = .zero }
        defer { session.close() }
        var work: [@Sendable () -> Void] = []
        session.saving.inBackground = { work.append($0) }
        session.invalidate(root)

        session.runPending()
        #expect(session.saving.isSaving)
        #expect(session.hasUnsavedChanges)
        if changesAgain { session.invalidate(root) }
        work.forEach { $0() }
        session.runPending()

        #expect(session.hasUnsavedChanges == changesAgain)
    }

    @Test func `that fails or is declined leaves changes unsaved`() throws {
        let delegate = RefusingDelegate()
        let store = FailingStore()
        let session = try running(delegate: delegate) { $0.store = store }
        defer { session.close() }
        session.invalidate(root)

        try session.preserveNow()
        #expect(session.hasUnsavedChanges)
        delegate.refuses = false
        _ = try? session.preserveNow()

        #expect(session.hasUnsavedChanges)
    }

    @Test func `does not include later changes of another thread`() throws {
        let session = try running()
        defer { session.close() }
        let invalidator = session.invalidator

        onAnotherThread { invalidator.invalidate() }

        #expect(session.hasUnsavedChanges)
    }

    @Test func `by the program alone has unsaved changes before it`() throws {
        let session = try running { $0.savesAutomatically = false }
        defer { session.close() }

        session.invalidate(root)

        #expect(session.hasUnsavedChanges)
        #expect(session.nextDeadline == nil)
    }

    @Test func `leaves nothing unsaved before the restore and after the end`() throws {
        let session = try sandbox.session()
        session.addRoot(root)
        session.invalidate(root)
        #expect(!session.hasUnsavedChanges)
        try session.restore()
        session.invalidate(root)

        session.close()

        #expect(!session.hasUnsavedChanges)
    }
}

private final class RefusingDelegate: RestorationDelegate {
    var refuses = true
    func shouldPreserveState(to coder: RestorationCoder) -> Bool { !refuses }
}

/// A store without state, which fails every commit.
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
