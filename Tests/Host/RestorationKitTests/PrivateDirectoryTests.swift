import Foundation
import RestorationKit
import Testing

@Suite struct `A private directory` {
    private let sandbox = Sandbox()
    private var place: String { sandbox.root + "/app" }

    /// Launches a program that searches for plugins, and saves a change.
    private func life(
        _ title: String,
        _ change: (inout RestorationOptions) -> Void = { _ in }
    ) throws -> String {
        var options = RestorationOptions()
        options.privateDirectory = place
        change(&options)
        let session = try RestorationSession(application: "org.example.test", options: options)
        defer { session.close() }
        let root = Screen("Tabs")
        session.addRoot(root)
        _ = session.plugins
        try session.restore()
        defer { root.title = title }
        let restored = root.title
        root.title = title
        try session.preserveNow()
        return restored
    }

    private func files(below path: String? = nil) -> Set<String> {
        let place = path ?? place
        let names = FileManager.default.enumerator(atPath: place)?.compactMap { $0 as? String }
        return Set(
            (names ?? []).filter {
                var isDirectory = ObjCBool(false)
                _ = unsafe FileManager.default.fileExists(
                    atPath: "\(place)/\($0)",
                    isDirectory: &isDirectory
                )
                return !isDirectory.boolValue
            }
        )
    }

    @Test func `has everything that a session writes`() throws {
        _ = try life("one")
        #expect(try life("two") == "one")

        let state = [
            "archive", "archive.found", "ledger", "lock", "report", "report.save",
        ]
        #expect(
            files()
                == Set(
                    state.map { "state/org.example.test/\($0)" }
                        + ["keys/org.example.test.key"]
                )
        )
    }

    @Test func `can be carried elsewhere as a whole`() throws {
        _ = try life("one")
        let elsewhere = sandbox.root + "/elsewhere"
        try FileManager.default.moveItem(atPath: place, toPath: elsewhere)

        #expect(try life("two") { $0.privateDirectory = elsewhere } == "one")
        #expect(files().isEmpty)
    }

    @Test func `is overridden by a state directory, a key provider and a store`() throws {
        _ = try life("one") {
            $0.stateDirectory = sandbox.root + "/state"
            $0.keyProvider = FileKeyProvider(directory: sandbox.root + "/keys")
        }

        #expect(files().isEmpty)
        #expect(files(below: sandbox.root + "/keys") == ["org.example.test.key"])
        #expect(files(below: sandbox.root + "/state").contains("archive"))
    }
}
