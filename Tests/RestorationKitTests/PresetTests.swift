import Foundation
import RestorationKit
import Testing

@Suite struct `The preset uikit` {
    private let sandbox = Sandbox()

    private func session(_ preset: RestorationPreset = .uikit) throws -> RestorationSession {
        var options = RestorationOptions(preset: preset)
        options.stateDirectory = sandbox.root + "/state"
        options.keyProvider = FileKeyProvider(directory: sandbox.root + "/keys")
        return try RestorationSession(application: "org.example.test", options: options)
    }

    /// Runs one life of a program with a screen that a class makes.
    @discardableResult
    private func life(
        _ root: Screen,
        _ preset: RestorationPreset = .uikit,
        register: Bool = true,
        _ body: (RestorationSession) throws -> Void = { _ in }
    ) throws -> RestorationReport {
        let session = try session(preset)
        if register { session.register(Screen.self, as: "Screen") }
        session.addRoot(root)
        let report = try session.restore()
        try body(session)
        try session.preserveNow()
        session.close()
        return report
    }

    private func present(_ root: Screen) -> (RestorationSession) throws -> Void {
        { session in
            root.presented = try session.make("Edit", under: root, className: "Screen")
        }
    }

    @Test func `saves nothing by itself`() throws {
        let session = try session()
        defer { session.close() }
        let root = Screen("Tabs")
        session.addRoot(root)
        try session.restore()

        session.invalidate(root)

        #expect(session.nextDeadline == nil)
    }

    @Test func `gives up what cannot be restored, and says so`() throws {
        let before = Screen("Tabs")
        try life(before) { try present(before)($0) }

        let without = Screen("Tabs")
        let report = try life(without, register: false)
        #expect(without.presented == nil)
        #expect(report.notRestored.map(\.outcome) == [.missing])
        #expect(
            report.notRestored.map(\.reason?.problem) == [
                "No restoration class is registered as \"Screen\""
            ]
        )

        let again = Screen("Tabs")
        #expect(try life(again).entries.map(\.path.description) == ["Tabs"])
        #expect(again.presented == nil)
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
