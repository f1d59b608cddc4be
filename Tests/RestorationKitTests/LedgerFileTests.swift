import Foundation
import RestorationKit
import RestorationStorage
import Testing

@Suite struct `The file of the crash ledger` {
    private let sandbox = Sandbox()

    private func live() throws -> RestorationReport {
        let session = try sandbox.session()
        session.addRoot(Screen("Secret-identifier"))
        let report = try session.restore()
        try session.preserveNow()
        session.close()
        return report
    }

    private var file: String { sandbox.root + "/state/ledger" }

    @Test func `is its user's alone, of one size, and shows no identifier`() throws {
        _ = try live()
        _ = try live()

        let facts = try FileManager.default.attributesOfItem(atPath: file)
        let bytes = try #require(FileManager.default.contents(atPath: file))
        #expect(facts[.posixPermissions] as? Int == 0o600)
        #expect(bytes.count == LedgerPage.sizeInBytes)
        #expect(bytes.range(of: Data("Secret".utf8)) == nil)
    }

    @Test(arguments: [[UInt8](), [1, 2, 3], [UInt8](repeating: 7, count: 4096)])
    func `costs nothing when it is damaged`(bytes: [UInt8]) throws {
        _ = try live()
        try Data(bytes).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)

        #expect(try live().restored.count == 1)
        #expect(FileManager.default.contents(atPath: file)?.count == LedgerPage.sizeInBytes)
    }

    @Test func `is not used where others could change it, or where it is a link`() throws {
        _ = try live()
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file)
        let before = FileManager.default.contents(atPath: file)
        #expect(try live().restored.count == 1)
        #expect(FileManager.default.contents(atPath: file) == before)

        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createSymbolicLink(
            atPath: file,
            withDestinationPath: sandbox.root + "/state/elsewhere"
        )
        #expect(try live().restored.count == 1)
        #expect(!FileManager.default.fileExists(atPath: sandbox.root + "/state/elsewhere"))
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

@Suite struct `A page of the crash ledger` {
    @Test func `tells whose code ran, and what ended it`() {
        let page = LedgerPage()
        #expect(page.markState == .nobody)

        page.mark(generation: 7, record: 12, stage: 3, identity: 99)
        #expect(page.markState == .running(mark(signal: nil)))
        page.stamp(signal: SIGSEGV)
        #expect(page.markState == .running(mark(signal: UInt32(SIGSEGV))))

        // What runs next has another stamp, or none.
        page.mark(generation: 7, record: 12, stage: 3, identity: 99)
        #expect(page.markState == .running(mark(signal: nil)))
        page.clearMark()
        #expect(page.markState == .nobody)
    }

    private func mark(signal: UInt32?) -> LedgerPage.Mark {
        LedgerPage.Mark(
            generation: 7,
            record: 12,
            stage: 3,
            identity: 99,
            signal: signal,
            strangeThread: nil
        )
    }

    @Test func `keeps what lasts, the newest of too many`() {
        let page = LedgerPage()
        let suspects = (1...40).map {
            LedgerPage.Suspect(object: $0, identity: 1, moment: 2, stage: 3, signal: 11)
        }
        var sheet = LedgerPage.Sheet()
        sheet.suspects = suspects
        sheet.doubted = 5

        page.sheet = sheet

        #expect(page.sheet.suspects == suspects.suffix(32))
        #expect(page.sheet.doubted == 5)
    }
}
