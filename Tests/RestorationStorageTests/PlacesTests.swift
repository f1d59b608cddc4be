import RestorationCore
import Testing

@testable import RestorationStorage

@Suite struct `Base directories` {
    @Test func `are what the environment says`() throws {
        let directories = try directories(["XDG_STATE_HOME": "/s", "XDG_DATA_HOME": "/d"])

        #expect(directories.state == "/s")
        #expect(directories.data == "/d")
    }

    @Test func `lie below the home directory otherwise`() throws {
        let directories = try directories(["HOME": "/home/ann"])

        #expect(directories.state == "/home/ann/.local/state")
        #expect(directories.data == "/home/ann/.local/share")
    }

    @Test(arguments: ["", "state", "./state", "~/state"])
    func `ignore what is not an absolute path`(value: String) throws {
        let directories = try directories([
            "HOME": "/home/ann", "XDG_STATE_HOME": value, "XDG_DATA_HOME": value,
        ])

        #expect(directories.state == "/home/ann/.local/state")
        #expect(directories.data == "/home/ann/.local/share")
    }

    @Test(arguments: [nil, "", "ann"])
    func `are missing where there is no home directory`(home: String?) {
        #expect(throws: StorageError.noHomeDirectory(variable: "XDG_DATA_HOME")) {
            try BaseDirectories { ["HOME": home, "XDG_STATE_HOME": "/s"][$0] ?? nil }
        }
    }

    private func directories(_ variables: [String: String]) throws -> BaseDirectories {
        try BaseDirectories { variables[$0] }
    }
}

@Suite struct `An application identifier` {
    @Test(arguments: [
        "org.example.petfinder", "a", "Pet-Finder_2", "0", String(repeating: "x", count: 200),
    ])
    func `names files`(text: String) {
        #expect(ApplicationIdentifier(text)?.rawValue == text)
    }

    @Test(arguments: [
        "", ".", "..", ".hidden", "-f", "_x", "a/b", "a b", "a\0", "a\n", "ä", "a~",
        String(repeating: "x", count: 201),
    ])
    func `is refused if it could name something else`(text: String) {
        #expect(ApplicationIdentifier(text) == nil)
    }
}

@Suite struct `The archive format` {
    /// Written on 2026-10-03 with format version 0; a change that cannot read it is a new version.
    @Test func `version 0 is still read`() throws {
        let path =
            #filePath.split(separator: "/").dropLast(2).map { "/\($0)" }.joined()
            + "/Fixtures/Archives/sealed-version-0.archive"

        let archive = try OpenedArchive.open(path: path, keys: FixedKey())

        #expect(archive.application == .example)
        #expect(archive.generation == 7)
        #expect(archive.savedAt == someTime)
        #expect(archive.pieceCount == 3)
        #expect(try archive.readAll() == Array("a small image, cut into three pieces".utf8))
    }
}
