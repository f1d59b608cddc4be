import RestorationTesting
import Synchronization
import Testing

@Suite struct `The checks of a remote store` {
    @Test func `pass for the store in memory`() {
        let report = Self.report(on: MemoryServer(largestValueInBytes: 10_000), nil)

        #expect(report.hasPassed, "\(report)")
    }

    @Test func `name the errors of a store that overwrites`() {
        let report = Self.report(on: MemoryServer(largestValueInBytes: 10_000), .overwrites)

        let failed = report.failures.map(\.name)
        #expect(failed.contains("retains the row of another generation"), "\(report)")
        #expect(failed.contains("loses no swap of 8 clients with a store each"), "\(report)")
    }

    @Test func `name the error of a store that ignores write IDs`() {
        let report = Self.report(on: MemoryServer(largestValueInBytes: 10_000), .ignoresWriteIDs)

        #expect(report.failures.map(\.name).contains("accepts a repeated swap"), "\(report)")
    }

    @Test func `name the error of a store that creates missing rows`() {
        let report = Self.report(on: MemoryServer(largestValueInBytes: 10_000), .createsMissingRows)

        #expect(
            report.failures.map(\.name).contains("reports a missing row and creates none"),
            "\(report)"
        )
    }

    @Test func `name the error of a store that shows rows to all people`() {
        let report = Self.report(on: MemoryServer(largestValueInBytes: 10_000), .showsEverything)

        #expect(report.failures.map(\.name).contains("hides rows from other people"), "\(report)")
    }

    private static func report(
        on server: MemoryServer,
        _ defect: BrokenRemoteStore.Defect?
    ) -> ConformanceReport {
        let losses = Mutex<[Loss]>([])
        return RemoteStoreConformance.check(
            breakingConnections: { for loss in losses.withLock({ $0 }) { loss.isDue = true } },
            { login in
                let store =
                    switch login {
                    case .person: server.store(for: RemotePerson("ada")!)
                    case .otherPerson: server.store(for: RemotePerson("grace")!)
                    case .service: server.service()
                    }
                let loss = Loss()
                store.onCall { _ in loss.taken() }
                losses.withLock { $0.append(loss) }
                return BrokenRemoteStore(store, server, defect)
            }
        )
    }
}

/// The loss of a store's connection, which its next call detects.
private final class Loss: Sendable {
    private let state = Mutex(false)

    var isDue: Bool {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    func taken() -> RemoteFault? {
        state.withLock { isDue in
            defer { isDue = false }
            return isDue ? .lostAfter : nil
        }
    }
}

/// A store with one defect, or with none.
private struct BrokenRemoteStore: RemoteStore {
    enum Defect { case overwrites, ignoresWriteIDs, createsMissingRows, showsEverything }

    private let base: MemoryRemoteStore
    private let server: MemoryServer
    private let defect: Defect?

    init(_ base: MemoryRemoteStore, _ server: MemoryServer, _ defect: Defect?) {
        self.base = base
        self.server = server
        self.defect = defect
    }

    var place: String { base.place }
    var limits: RemoteLimits { base.limits }

    func person(named: RemotePerson?) throws(RemoteError) -> RemotePerson {
        try base.person(named: named)
    }

    func load(_ key: RemoteKey) throws(RemoteError) -> RemoteRow? {
        try defect == .showsEverything ? server.row(key) : base.load(key)
    }

    func compareAndSwap(
        _ key: RemoteKey,
        expecting expected: UInt64,
        _ row: RemoteRow
    ) throws(RemoteError) -> SwapOutcome {
        let found = server.row(key)
        switch defect {
        case .overwrites:
            _ = try base.remove(key)
            return try base.compareAndSwap(key, expecting: 0, row)
        case .ignoresWriteIDs where found?.writeID == row.writeID:
            return .conflict(generation: found!.generation, writeID: row.writeID)
        case .createsMissingRows where found == nil:
            return try base.compareAndSwap(key, expecting: 0, row)
        default: return try base.compareAndSwap(key, expecting: expected, row)
        }
    }

    func list(_ prefix: RemotePrefix) throws(RemoteError) -> [RemoteEntry] {
        try base.list(prefix)
    }

    func remove(_ key: RemoteKey) throws(RemoteError) -> Bool { try base.remove(key) }
}
