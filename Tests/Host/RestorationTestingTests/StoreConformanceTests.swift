import Foundation
import RestorationTesting
import Testing

@Suite struct `The checks of a store` {
    @Test func `pass for the store in memory`() {
        let disks = Disks()

        let report = StoreConformance.check { place in disks[place].store() }

        #expect(report.hasPassed, "\(report)")
        #expect("\(report)" == "all 22 checks passed")
    }

    @Test func `pass for the store of files`() throws {
        let root = NSTemporaryDirectory() + "restoration-conformance-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }

        let report = StoreConformance.check { place in
            try ArchiveStore(
                application: Disks.application,
                directory: "\(root)/\(place)",
                keys: FileKeyProvider(directory: root + "/keys")
            )
        }

        #expect(report.hasPassed, "\(report)")
    }

    @Test func `name the errors of a store without a lock`() {
        let disks = Disks()

        let report = StoreConformance.check { place in
            BrokenStore(disks[place].store(), .hasNoLock)
        }

        #expect(
            "\(report)" == """
                PRES-5 refuses a second lock: lock() of a second store ended with no error, \
                but must fail with inUse
                """
        )
    }

    @Test func `name the errors of a store that loses data`() {
        let disks = Disks()

        let report = StoreConformance.check { place in
            BrokenStore(disks[place].store(), .losesLastByte)
        }

        #expect(report.failures.first?.name == "returns the saved bytes")
        #expect(report.failures.first?.failure == "the chunks were changed")
    }

    @Test func `name the errors of a store that forgets its numbers`() {
        let disks = Disks()

        let report = StoreConformance.check { place in
            BrokenStore(disks[place].store(), .givesEverySaveNumberOne)
        }

        #expect(
            report.failures.map(\.name).contains("numbers its generations in ascending order"),
            "\(report)"
        )
    }

    @Test func `name the errors of a store that forgets its ledger`() {
        let disks = Disks()

        let report = StoreConformance.check { place in
            BrokenStore(disks[place].store(), .forgetsItsLedger)
        }

        #expect(
            "\(report)" == """
                FAIL-14 finds its crash ledger unchanged: a later store \
                finds another one, so crashes are not detected
                """
        )
    }

    @Test func `pass for a store without a ledger`() {
        let disks = Disks()

        let report = StoreConformance.check { place in
            BrokenStore(disks[place].store(), .hasNoLedger)
        }

        #expect(report.hasPassed, "\(report)")
    }
}

/// A disk for each place.
private final class Disks {
    static let application = ApplicationIdentifier("org.example.tested")!
    private var disks: [String: MemoryDisk] = [:]

    subscript(place: String) -> MemoryDisk {
        if let disk = disks[place] { return disk }
        let disk = MemoryDisk(application: Self.application)
        disks[place] = disk
        return disk
    }
}

/// A store with one defect.
private final class BrokenStore: ForwardingStore, @unchecked Sendable {
    enum Defect {
        case hasNoLock, losesLastByte, givesEverySaveNumberOne, forgetsItsLedger, hasNoLedger
    }

    private let defect: Defect

    init(_ base: MemoryStore, _ defect: Defect) {
        self.defect = defect
        super.init(base)
    }

    override func lock() throws(StorageError) { if defect != .hasNoLock { try base.lock() } }

    override func nextGeneration() -> UInt64 {
        let number = base.nextGeneration()
        return defect == .givesEverySaveNumberOne ? 1 : number
    }

    override func commit(chunks: [[UInt8]], as generation: UInt64) throws(StorageError) {
        var bytes = Array(chunks.joined())
        if defect == .losesLastByte, !bytes.isEmpty { bytes.removeLast() }
        try base.commit(chunks: [bytes], as: generation)
    }

    override func openLedger() throws(StorageError) -> LedgerPage? {
        switch defect {
        case .forgetsItsLedger: LedgerPage()
        case .hasNoLedger: nil
        default: try base.openLedger()
        }
    }
}
