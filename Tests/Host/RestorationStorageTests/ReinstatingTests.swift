import Glibc
import RestorationCore
import Testing

@testable import RestorationStorage

@Suite struct `Reinstating` {
    let scratch = Scratch()

    @Test func `restores an archive, and sets aside the file in its place`() throws {
        try scratch.save("old")
        try scratch.store().setAsideEverything(because: .refused)
        try scratch.save("new", "newer")

        let outcome = try scratch.store().reinstate("\(stamp)-refused-archive")

        #expect(outcome.archive.generation == 1)
        #expect(outcome.setAside.map(\.reason) == [.replaced, .replaced])
        #expect(
            scratch.names(in: "state/set-aside") == [
                "\(stamp)-replaced-archive", "\(stamp)-replaced-archive.previous",
            ]
        )
        #expect(try scratch.relaunch().text == "old")
    }

    @Test func `restores archive.found, and sets aside all newer files`()
        throws
    {
        try scratch.save("old")
        try scratch.save("new", "newer")

        let outcome = try scratch.store().reinstate("archive.found")

        #expect(outcome.archive.generation == 1)
        #expect(outcome.setAside.map(\.reason) == [.replaced, .replaced])
        #expect(scratch.names(in: "state") == ["archive", "lock", "set-aside"])
        #expect(try scratch.relaunch().text == "old")
    }

    @Test func `restores the generation before the last save`() throws {
        try scratch.save("old")
        try scratch.save("new", "newer")

        let outcome = try scratch.store().reinstate("archive.previous")

        #expect(outcome.setAside.map(\.reason) == [.replaced, .replaced])
        #expect(scratch.names(in: "state") == ["archive", "lock", "set-aside"])
        #expect(try scratch.relaunch().text == "new")
    }

    @Test func `sets archive.found aside, too`() throws {
        try scratch.save("old")
        try scratch.store().setAsideEverything(because: .refused)
        try scratch.save("new")
        try scratch.save("newer")

        let outcome = try scratch.store().reinstate("\(stamp)-refused-archive")

        #expect(
            outcome.setAside.map(\.path) == [
                "\(scratch.path)/state/set-aside/\(stamp)-replaced-archive.found",
                "\(scratch.path)/state/set-aside/\(stamp)-replaced-archive",
            ]
        )
        #expect(scratch.names(in: "state") == ["archive", "lock", "set-aside"])
    }

    @Test func `can be undone by reinstating the replaced archive`() throws {
        try scratch.save("old")
        try scratch.store().setAsideEverything(because: .refused)
        try scratch.save("new")
        try scratch.store().reinstate("\(stamp)-refused-archive")

        try scratch.store().reinstate("\(stamp)-replaced-archive")

        #expect(try scratch.relaunch().text == "new")
        // The clock stands still, so this name was still taken.
        #expect(scratch.names(in: "state/set-aside") == ["\(stamp)-replaced-archive-2"])
    }

    @Test func `continues the numbering from the reinstated generation`() throws {
        try scratch.save("one", "two", "three")
        try scratch.store().setAsideEverything(because: .refused)

        try scratch.store().reinstate("\(stamp)-refused-archive")

        try scratch.save("four")
        #expect(try scratch.relaunch().generation == 4)
    }

    @Test func `restores an archive that waited for its key`() throws {
        try scratch.save("old")
        let newKey = FixedKey(key: FixedKey.other)
        _ = try scratch.store(keys: newKey).open()
        let name = "\(stamp)-wrong-key-archive"

        #expect(throws: StorageError.wrongKey(path: "\(scratch.path)/state/set-aside/\(name)")) {
            try scratch.store(keys: newKey).reinstate(name)
        }
        #expect(scratch.names(in: "state/set-aside") == [name])
        try scratch.store().reinstate(name)

        #expect(try scratch.relaunch().text == "old")
    }

    @Test func `changes nothing for a file that cannot be opened`() throws {
        try scratch.save("old")
        try scratch.store().setAsideEverything(because: .refused)
        try scratch.save("new")
        let name = "\(stamp)-refused-archive"
        scratch.damage("state/set-aside/\(name)", at: 100)

        #expect(throws: StorageError.self) { try scratch.store().reinstate(name) }

        #expect(try scratch.relaunch().text == "new")
        #expect(scratch.names(in: "state/set-aside") == [name])
    }

    @Test(arguments: [
        "20261003T140509.123456Z-refused-archive", "../archive", "archive", "", "archive.found",
        "20261003T140509.123456Z-/../../archive",
    ])
    func `refuses names of files that are missing or cannot be reinstated`(name: String) throws {
        try scratch.save("state")

        #expect(throws: StorageError.self) { try scratch.store().reinstate(name) }

        #expect(try scratch.relaunch().text == "state")
    }

    @Test func `is refused while the application runs`() throws {
        try scratch.save("old")
        try scratch.store().setAsideEverything(because: .refused)
        let running = scratch.store()
        _ = try running.open()

        #expect {
            try scratch.store().reinstate("\(stamp)-refused-archive")
        } throws: { error in
            guard case .inUse = error as? StorageError else { return false }
            return true
        }
    }

    private let stamp = "20261003T140509.123456Z"
}
