import Foundation
import RestorationKit
import Testing

@Suite struct `The preset uikit` {
    private let sandbox = Sandbox()

    private func session() throws -> RestorationSession {
        var options = RestorationOptions(preset: .uikit)
        options.stateDirectory = sandbox.root + "/state"
        options.keyProvider = FileKeyProvider(directory: sandbox.root + "/keys")
        return try RestorationSession(application: "org.example.test", options: options)
    }

    /// Runs one life of a program.
    private func life(_ root: Screen) throws {
        let session = try session()
        session.addRoot(root)
        try session.restore()
        try session.preserveNow()
        session.close()
    }

    @Test func `rejects an archive with one flipped byte before anybody's code runs`() throws {
        let before = Screen("Tabs")
        before.title = String(repeating: "long ", count: 60_000)
        try life(before)
        try life(before)
        let path = sandbox.root + "/state/archive"
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(filePath: path))

        let recorder = RecordingDelegate()
        let session = try session()
        session.delegate = recorder
        let after = Screen("Tabs")
        session.addRoot(after)
        let report = try session.restore()

        #expect(recorder.log.isEmpty)
        #expect(after.title == "")
        #expect(report.entries.isEmpty)
        #expect(!report.notes.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(!FileManager.default.fileExists(atPath: path + ".previous"))
        session.close()
    }
}
