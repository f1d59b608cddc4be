import Foundation
import RestorationKit
import Testing

/// A program that passes relative directories, and then changes its working directory.
@Suite struct `A relative directory` {
    private let sandbox = Sandbox()
    private var home: String { sandbox.root + "/home" }
    private var elsewhere: String { sandbox.root + "/elsewhere" }

    init() throws {
        for place in [home, elsewhere] {
            try FileManager.default.createDirectory(
                atPath: place,
                withIntermediateDirectories: true
            )
        }
    }

    @Test func `for everything that a session writes stays where it was`() throws {
        let settings = ["private", "./app", "leave", elsewhere]
        let first = try HelperProgram("", saving: "one", settings, in: home)
        let second = try HelperProgram("", saving: "two", settings, in: home)

        #expect(first.hasSaved)
        #expect(second.restored == "one")
        #expect(second.notes.isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere).isEmpty)
        let files = try FileManager.default.subpathsOfDirectory(atPath: home)
        #expect(files.contains("app/keys/org.example.helper.key"))
    }

    @Test func `costs no state of another program in the new working directory`() throws {
        let other = try HelperProgram("app", saving: "theirs", in: elsewhere)
        #expect(other.hasSaved)

        _ = try HelperProgram("app", saving: "ours", ["leave", elsewhere], in: home)

        let again = try HelperProgram("app", saving: "theirs", in: elsewhere)
        #expect(again.restored == "theirs")
        #expect(again.notes.isEmpty)
    }

    @Test func `of a store or a key provider is known by its absolute path`() throws {
        let place = FileManager.default.currentDirectoryPath
        let application = try #require(ApplicationIdentifier("org.example.test"))

        let keys = FileKeyProvider(directory: "./keys")
        let store = try ArchiveStore(application: application, directory: "state", keys: keys)

        #expect(store.directory == place + "/state")
        #expect(keys.path(for: application) == place + "/keys/org.example.test.key")
    }
}
