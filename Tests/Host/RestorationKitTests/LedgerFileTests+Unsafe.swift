import Foundation
import RestorationKit
import RestorationStorage
import TestSupport
import Testing

@Suite struct `The file of the crash ledger` {
    private let sandbox = Sandbox()

    private func live() throws -> RestorationReport {
        let session = try sandbox.session()
        session.addRoot(Screen("Root"))
        let report = try session.restore()
        try session.preserveNow()
        session.close()
        return report
    }

    private var file: String { sandbox.root + "/state/ledger" }

    @Test(arguments: [[UInt8](), [1, 2, 3], [UInt8](repeating: 7, count: 4096)])
    func `costs nothing when it is damaged`(bytes: [UInt8]) throws {
        _ = try live()
        try Data(bytes).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)

        #expect(try live().restored.count == 1)
        #expect(FileManager.default.contents(atPath: file)?.count == LedgerPage.sizeInBytes)
    }

    @Test func `is closed to other users who could change it, and created again`() throws {
        _ = try live()
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file)

        let report = try live()

        #expect(report.restored.count == 1)
        let facts = try FileManager.default.attributesOfItem(atPath: file)
        #expect(facts[.posixPermissions] as? Int == 0o600)
        let note = StoreNote.modesSet(["ledger (0666)"], directory: sandbox.root + "/state")
        #expect(report.notes == [note.diagnosis])
    }

    @Test func `is not used if it is a link`() throws {
        _ = try live()
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createSymbolicLink(
            atPath: file,
            withDestinationPath: sandbox.root + "/state/elsewhere"
        )
        #expect(try live().restored.count == 1)
        #expect(!FileManager.default.fileExists(atPath: sandbox.root + "/state/elsewhere"))
    }

    @Test func `is reported when a bit of it has flipped, and costs nothing`() throws {
        _ = try live()
        let before = [UInt8](try #require(FileManager.default.contents(atPath: file)))
        var numbers = SeededGenerator(seed: 21)
        for _ in 0..<100 {
            var bytes = before
            let bit = Int.random(in: 0..<bytes.count * 8, using: &numbers)
            bytes[bit / 8] ^= 1 << (bit % 8)
            try Data(bytes).write(to: URL(filePath: file))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)

            let report = try live()

            #expect(report.restored.count == 1, "bit \(bit)")
            #expect(
                report.notes.map(\.problem) == [
                    "The crash ledger was damaged, or written by another version"
                ],
                "bit \(bit)"
            )
            // The former launch repaired the ledger.
            #expect(try live().notes.isEmpty, "bit \(bit)")
        }
    }

    @Test func `is reported when it is unreadable, and costs nothing`() throws {
        _ = try live()
        for bytes in [[UInt8](repeating: 0, count: 4096), [UInt8](repeating: 7, count: 10_000)] {
            try Data(bytes).write(to: URL(filePath: file))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)

            let report = try live()

            #expect(report.restored.count == 1)
            #expect(
                report.notes.map(\.problem) == [
                    "The crash ledger was damaged, or written by another version"
                ]
            )
        }
    }

    @Test(arguments: [true, false])
    func `may be truncated while the program restores`(recordsFatalSignals: Bool) async throws {
        await #expect(processExitsWith: .success) { [recordsFatalSignals] in
            let sandbox = Sandbox()
            for _ in 0..<3 {
                let session = try sandbox.session { $0.recordsFatalSignals = recordsFatalSignals }
                session.addRoot(Cutter(sandbox.root + "/state/ledger"))
                #expect(try session.restore().notRestored.isEmpty)
                try session.preserveNow()
                session.close()
            }
        }
    }

    @Test func `has its disk space allocated, even if it was sparse`() throws {
        _ = try live()
        try Data().write(to: URL(filePath: file))
        // Invariant: the paths end with NUL and live during the calls, as does `facts`.
        #expect(unsafe truncate(file, 4096) == 0)
        #expect(unsafe chmod(file, 0o600) == 0)

        _ = try live()

        var facts = stat()
        #expect(unsafe stat(file, &facts) == 0)
        #expect(facts.st_blocks >= 8)
    }

    @Test func `is not touched by a program that runs without stored state`() throws {
        _ = try live()
        let before = FileManager.default.contents(atPath: file)
        var options = RestorationOptions()
        options.usesStoredState = false

        let session = try RestorationSession(application: "org.example.second", options: options)
        try session.restore()

        #expect(session.ledger == nil)
        #expect(FileManager.default.contents(atPath: file) == before)
    }
}

/// Truncates a file while it decodes its state.
private final class Cutter: Restorable {
    let restorationIdentifier: String? = "Cutter"
    private let file: String

    init(_ file: String) { self.file = file }

    func encodeRestorableState(with coder: RestorationCoder) throws {}
    func decodeRestorableState(with coder: RestorationCoder) throws {
        // Invariant: the path ends with NUL and lives during the call.
        #expect(unsafe truncate(file, 0) == 0)
    }
}

@Suite struct `A page of the crash ledger` {
    @Test func `names the running code and the signal`() {
        let page = LedgerPage()
        #expect(page.markState == .idle)

        page.mark(place: 7, stage: 3, identity: 99)
        #expect(page.markState == .running(mark(signal: nil)))
        page.stamp(signal: SIGSEGV)
        #expect(page.markState == .running(mark(signal: UInt32(SIGSEGV))))

        // The next mark starts without a stamp.
        page.mark(place: 7, stage: 3, identity: 99)
        #expect(page.markState == .running(mark(signal: nil)))
        page.clearMark()
        #expect(page.markState == .idle)
    }

    private func mark(signal: UInt32?) -> LedgerPage.Mark {
        LedgerPage.Mark(
            place: 7,
            stage: 3,
            identity: 99,
            signal: signal,
            unregisteredThread: nil,
            isHung: false
        )
    }

    @Test func `reports each flipped bit, and still reads the lasting entries`() throws {
        let sandbox = Sandbox()
        let session = try sandbox.restoredSession(of: Screen("Root"))
        session.close()
        let store = try ArchiveStore(
            application: ApplicationIdentifier("org.example.test")!,
            directory: sandbox.root + "/state"
        )
        do {
            let page = try #require(try store.openLedger())
            page.sheet.suspects = [
                LedgerPage.Suspect(
                    object: 1 << 60,
                    identity: 2,
                    moment: 3,
                    stage: 4,
                    signal: 11,
                    treatment: .setAside
                )
            ]
            page.mark(place: 7, stage: 3, identity: 99)
            page.stamp(signal: SIGSEGV)
        }
        store.close()
        let file = sandbox.root + "/state/ledger"
        let bytes = [UInt8](try #require(FileManager.default.contents(atPath: file)))
        let whole = try LedgerPage(copying: bytes)
        #expect(whole.condition == .intact)
        #expect(whole.sheet.suspects.count == 1)
        #expect(whole.markState == .running(mark(signal: UInt32(SIGSEGV))))

        for bit in 0..<bytes.count * 8 {
            var damaged = bytes
            damaged[bit / 8] ^= 1 << (bit % 8)
            let page = try LedgerPage(copying: damaged)
            #expect(page.condition == .flawed, "bit \(bit)")
            #expect(page.sheet == whole.sheet, "bit \(bit)")
            #expect(page.markState == whole.markState || page.markState == .torn, "bit \(bit)")
        }
    }

    @Test func `retains the newest of too many lasting entries`() {
        let page = LedgerPage()
        let suspects = (1...40).map {
            LedgerPage.Suspect(
                object: $0,
                identity: 1,
                generation: 7,
                moment: 2,
                stage: 3,
                signal: $0 % 2 == 0 ? 11 : 0,
                treatment: $0 % 2 == 0 ? .setAside : .deferred,
                isLatest: $0 == 40
            )
        }
        var sheet = LedgerPage.Sheet()
        sheet.suspects = suspects
        sheet.endings = 5

        page.sheet = sheet

        #expect(page.sheet.suspects == suspects.suffix(32))
        #expect(page.sheet.endings == 5)
    }
}
