import Foundation
import RestorationKit
import RestorationStorage
import TestSupport
import Testing

/// Notes of a store about repairs and missing files are reported.
@Suite struct `A note of the store` {
    private let sandbox = Sandbox()
    private let log = CollectedLog()

    private func session(
        savingAfter interval: Duration = .seconds(1)
    ) throws -> (RestorationSession, Screen) {
        let root = Screen("Tabs")
        let session = try sandbox.session {
            $0.autosaveInterval = interval
            $0.logger = log.logger
        }
        session.addRoot(root)
        return (session, root)
    }

    @Test func `is in the outcome of the save before which the key was written back`() throws {
        let (session, root) = try session()
        try session.restore()
        root.title = "typed"
        try FileManager.default.removeItem(atPath: sandbox.root + "/keys/org.example.test.key")
        var told: [Diagnosis] = []
        session.onSave = { told += $0.notes }

        try session.preserveNow()
        try session.preserveNow()
        session.close()

        let path = sandbox.root + "/keys/org.example.test.key"
        let note = StoreNote.keyRewritten(path: path).diagnosis
        #expect(told == [note])
        #expect(log.placedMessages == ["\(note.problem): \(path)"])
        let (next, again) = try self.session()
        #expect(try next.restore().notes == [])
        #expect(again.title == "typed")
    }

    @Test(arguments: [true, false])
    func `is in the log if the session ends while the save is in progress`(
        isClosed: Bool
    ) throws {
        let path = sandbox.root + "/keys/org.example.test.key"
        do {
            let (session, root) = try session(savingAfter: .zero)
            try session.restore()
            try FileManager.default.removeItem(atPath: path)
            session.invalidate(root)
            session.runPending()
            if isClosed { session.close() }
        }

        #expect(
            log.placedMessages == [
                "\(StoreNote.keyRewritten(path: path).diagnosis.problem): \(path)"
            ]
        )
    }

    @Test func `is in the report of the restore that misses a generation, and in the log`() throws {
        let (first, saved) = try session()
        try first.restore()
        for title in ["old", "new"] {
            saved.title = title
            try first.preserveNow()
        }
        first.close()
        let (second, _) = try session()
        try second.restore()
        second.close()
        try FileManager.default.removeItem(atPath: sandbox.root + "/state/archive")
        let (session, root) = try session()

        let report = try session.restore()
        session.close()

        let directory = sandbox.root + "/state"
        let note = StoreNote.generationMissing(2, newest: 1, directory: directory).diagnosis
        #expect(report.notes == [note])
        #expect(log.placedMessages == ["\(note.problem): \(directory)"])
        #expect(root.title == "old")
    }

    @Test
    func `reports one that was saved after the last report`()
        throws
    {
        let archive = sandbox.root + "/state/archive"
        let files = FileManager.default
        let (first, saved) = try session()
        try first.restore()
        try first.preserveNow()
        try files.copyItem(atPath: archive, toPath: sandbox.root + "/old")
        for title in ["new", "newer"] {
            saved.title = title
            try first.preserveNow()
        }
        first.close()
        try files.removeItem(atPath: archive)
        try files.removeItem(atPath: archive + ".previous")
        try files.moveItem(atPath: sandbox.root + "/old", toPath: archive)

        let (session, _) = try session()
        let report = try session.restore()
        try session.preserveNow()
        session.close()

        let directory = sandbox.root + "/state"
        #expect(
            report.notes == [
                StoreNote.generationMissing(3, newest: 1, directory: directory).diagnosis
            ]
        )
        #expect(try self.session().0.restore().notes == [])
    }

    @Test func `names the copy of state that a launch after two kills would give up`() throws {
        func live(_ body: (RestorationSession, Screen) throws -> Void) throws {
            let (session, root) = try session()
            try session.restore()
            try body(session, root)
            session.close()
        }
        var program: UInt64 = 0
        try live { session, root in
            root.title = "typed"
            try session.preserveNow()
            program = session.ledger?.identity(ofPlugin: nil) ?? 0
        }
        let store = try ArchiveStore(
            application: ApplicationIdentifier("org.example.test")!,
            directory: sandbox.root + "/state",
            keys: FileKeyProvider(directory: sandbox.root + "/keys")
        )
        // The ledger after two launches were killed outside all objects' code.
        try #require(try store.openLedger()).sheet = {
            var sheet = LedgerPage.Sheet()
            sheet.isWindowOpen = true
            sheet.suspects = [
                LedgerPage.Suspect(
                    object: LedgerPage.everything,
                    identity: program,
                    moment: 0,
                    stage: 0,
                    signal: 0,
                    treatment: .noted,
                    isLatest: true
                )
            ]
            return sheet
        }()
        store.close()

        var told: [Diagnosis] = []
        try live { session, root in
            #expect(root.title == "")
            session.onSave = { told += $0.notes }
            try session.preserveNow()
            #expect(try setAside().isEmpty)
            for title in ["new", "newer", "newest"] {
                root.title = title
                session.invalidate(root)
                try session.preserveNow()
            }
        }

        let name = try #require(try setAside().first)
        #expect(try setAside().count == 1)
        let path = sandbox.root + "/state/set-aside/" + name
        #expect(told == [StoreNote.copyMade(path: path, because: .crashed).diagnosis])
        try live { _, root in #expect(root.title == "newest") }
        try store.reinstate(name)
        store.close()
        try live { _, root in #expect(root.title == "typed") }
    }

    private func setAside() throws -> [String] {
        let folder = sandbox.root + "/state/set-aside"
        return FileManager.default.fileExists(atPath: folder)
            ? try FileManager.default.contentsOfDirectory(atPath: folder) : []
    }
}
