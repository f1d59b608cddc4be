import Glibc
import RestorationCore
import Testing

@testable import RestorationStorage

@Suite struct `Opening a store` {
    let scratch = Scratch()

    @Test func `ignores a spare that an interrupted save left incomplete`() throws {
        try scratch.save("one", "two")
        scratch["state/archive.previous"] = Array("torn".utf8)

        let outcome = try scratch.relaunch()

        #expect(outcome.text == "two")
        #expect(outcome.setAside == [])
    }

    @Test func `falls back to the previous generation and sets the damaged one aside`() throws {
        try scratch.save("one", "two")
        let damaged = scratch.damage("state/archive", at: .max)

        let outcome = try scratch.relaunch()

        let name = "20261003T140509.123456Z-damaged-archive"
        #expect(outcome.text == "one")
        #expect(
            outcome.setAside == [
                SetAsideFile(
                    path: "\(scratch.path)/state/set-aside/\(name)",
                    reason: .damaged,
                    error: .damaged(path: "\(scratch.path)/state/archive", part: .trailer)
                )
            ]
        )
        #expect(scratch["state/set-aside/\(name)"] == damaged)
    }

    @Test func `keeps the generation it fell back to through the next saves`() throws {
        try scratch.save("one", "two")
        scratch.damage("state/archive", at: 0)
        let store = try scratch.openStore()

        try store.commit(Array("three".utf8), as: store.nextGeneration())
        store.close()
        scratch.damage("state/archive", at: 0)

        #expect(try scratch.relaunch().text == "one")
    }

    @Test(arguments: [0, 20, 4097, 4110, .max])
    func `never uses the number of a damaged generation again`(offset: Int) throws {
        try scratch.save("one", "two")
        scratch.damage("state/archive", at: offset)
        let store = scratch.store()

        let outcome = try store.open()

        #expect(outcome.generation == (offset == 4097 ? 2 : 1))
        #expect(store.nextGeneration() > 2)
    }

    @Test func `skips numbers that an unreadable file may have`() throws {
        scratch.makeDirectory("state")
        try scratch.seal([[1]], as: "state/archive.previous", generation: 5000)
        scratch["state/archive"] = [1, 2, 3]
        let store = scratch.store()

        _ = try store.open()

        #expect(store.nextGeneration() > 5500)
    }

    @Test func `can save after a file with the highest possible generation number`() throws {
        let store = scratch.store()
        scratch.makeDirectory("state")
        let highest = SealedHeader.generations.upperBound
        try scratch.seal([[1]], as: "state/archive", generation: highest)

        #expect(try store.open().generation == highest)

        try store.commit([2], as: store.nextGeneration())
    }

    @Test func `finds the previous generation if the current one is missing`() throws {
        try scratch.save("one", "two")
        scratch["state/archive"] = nil

        let outcome = try scratch.relaunch()

        #expect(outcome.text == "one")
        #expect(scratch.names(in: "state") == ["archive", "lock"])
    }

    @Test(arguments: [0, 20, .max])
    func `falls back to archive.found if all newer files are damaged`(offset: Int)
        throws
    {
        try scratch.save("one")
        try scratch.save("two", "three")
        for name in ["archive", "archive.previous"] {
            scratch.damage("state/\(name)", at: offset)
        }

        let outcome = try scratch.relaunch()

        #expect(outcome.text == "one")
        #expect(outcome.setAside.map(\.reason) == [.damaged, .damaged])
        #expect(scratch.names(in: "state") == ["archive", "lock", "set-aside"])
    }

    @Test func `falls back to it if the newer ones are missing`() throws {
        try scratch.save("one")
        try scratch.save("two", "three")
        scratch["state/archive"] = nil
        #expect(try scratch.relaunch().text == "two")

        scratch["state/archive"] = nil
        #expect(try scratch.relaunch().text == "one")
        #expect(scratch.names(in: "state") == ["archive", "lock"])
    }

    @Test func `does not fall back past state that a newer program has saved`() throws {
        try scratch.save("one")
        try scratch.save("two", "three")
        scratch.damage("state/archive", at: 0)
        scratch.setVersion(2, of: "state/archive.previous")

        let outcome = try scratch.relaunch()

        #expect(outcome.isStartedFresh)
        #expect(outcome.setAside.map(\.reason) == [.damaged, .futureVersion, .superseded])
    }

    @Test func `starts fresh when both generations are damaged, and keeps both`() throws {
        try scratch.save("one", "two")
        scratch.damage("state/archive", at: 10)
        scratch.damage("state/archive.previous", at: 10)
        let store = scratch.store()

        let outcome = try store.open()

        #expect(outcome.isStartedFresh)
        #expect(outcome.setAside.map(\.reason) == [.damaged, .damaged])
        #expect(scratch.names(in: "state/set-aside").count == 2)
        try store.commit(Array("three".utf8), as: store.nextGeneration())
        store.close()
        #expect(try scratch.relaunch().text == "three")
    }

    @Test func `that checks every piece falls back for one damaged piece`() throws {
        try scratch.save("one", "two")
        scratch.damage("state/archive", at: 4096)

        let outcome = try scratch.relaunch(checking: .everyPiece)

        #expect(outcome.text == "one")
        #expect(
            outcome.setAside.map(\.error) == [
                .damagedPiece(path: "\(scratch.path)/state/archive", index: 0)
            ]
        )
    }

    @Test func `offers the previous generation to replace damaged pieces`() throws {
        try scratch.save("one", "two")
        scratch.damage("state/archive", at: 4096)
        let store = scratch.store()

        let outcome = try store.open()

        #expect(outcome.generation == 2)
        #expect(try store.openPrevious()?.readAll() == Array("one".utf8))
    }

    @Test(arguments: [true, false])
    func `returns the generation found at the last launch if no previous one is intact`(
        isTorn: Bool
    ) throws {
        try scratch.save("one")
        try scratch.save("two")
        if isTorn { scratch["state/archive.previous"] = [1, 2, 3] }
        let store = scratch.store()
        _ = try store.open()

        #expect(try store.openPrevious()?.readAll() == Array("one".utf8))
    }

    @Test func `falls back when the current generation makes no sense to its reader`() throws {
        try scratch.save("one", "two")
        let store = try scratch.openStore()

        let outcome = try store.rejectCurrent()

        #expect(outcome.text == "one")
        #expect(outcome.setAside.map(\.reason) == [.damaged])
        try store.commit(Array("three".utf8), as: store.nextGeneration())
        #expect(try store.openCurrent()?.generation == 3)

        #expect(try store.rejectCurrent().text == "one")
        #expect(try store.rejectCurrent().isStartedFresh)
        #expect(try store.rejectCurrent().isNothingSaved)
        #expect(scratch.names(in: "state/set-aside").count == 3)
    }

    @Test func `returns no previous generation if it is missing or damaged`() throws {
        try scratch.save("one")
        let store = scratch.store()
        #expect(throws: StorageError.notOpened(path: store.directory)) {
            try store.openPrevious()
        }
        _ = try store.open()

        #expect(try store.openPrevious() == nil)
        scratch["state/archive.previous"] = [1, 2, 3]
        #expect(try store.openPrevious() == nil)
    }

    @Test func `sets the archives of an earlier format aside with a note`() throws {
        try scratch.save("one", "two")
        scratch.setVersion(0, of: "state/archive")

        let outcome = try scratch.relaunch()

        #expect(outcome.isStartedFresh)
        #expect(outcome.setAside.map(\.reason) == [.formerVersion, .superseded])
        #expect(
            outcome.setAside[0].diagnosis(replacedBy: nil).problem.contains(
                "The file has format version 0, this program reads version 1"
            )
        )
    }

    @Test func `sets everything aside when a newer program has saved`() throws {
        try scratch.save("one", "two")
        scratch.setVersion(2, of: "state/archive")

        let outcome = try scratch.relaunch()

        #expect(outcome.isStartedFresh)
        #expect(outcome.setAside.map(\.reason) == [.futureVersion, .superseded])
        #expect(try scratch.relaunch().isNothingSaved)
    }

    @Test func `sets everything aside if another key sealed it`() throws {
        try scratch.save("one", "two")

        let outcome = try scratch.store(keys: FixedKey(key: FixedKey.other)).open()

        #expect(outcome.isStartedFresh)
        #expect(outcome.setAside.map(\.reason) == [.wrongKey, .wrongKey])
        #expect(scratch.names(in: "state/set-aside").count == 2)
    }

    @Test func `sets another application's state aside`() throws {
        try scratch.save("one")

        let outcome = try scratch.store(of: .helper).open()

        #expect(outcome.isStartedFresh)
        #expect(outcome.setAside.map(\.reason) == [.foreign])
    }

    @Test func `sets aside things that are not regular files`() throws {
        try scratch.save("one", "two")
        scratch["state/archive"] = nil
        scratch.makeDirectory("state/archive")

        let outcome = try scratch.relaunch()

        #expect(outcome.text == "one")
        #expect(outcome.setAside.map(\.reason) == [.damaged])
    }

    @Test(arguments: [
        StorageError.keyLocked(reason: "the keyring is locked"),
        .keyUnavailable(reason: "the keyring does not answer"),
    ])
    func `touches nothing while the key is unavailable`(reason: StorageError) throws {
        try scratch.save("one", "two")
        scratch.damage("state/archive", at: 0)
        let before = scratch.names(in: "state")
        let store = scratch.store(keys: FixedKey(failure: reason))

        let outcome = try store.open()

        guard case .notNow(reason) = outcome else {
            Issue.record("The outcome is \(outcome).")
            return
        }
        #expect(scratch.names(in: "state") == before)
        #expect(throws: StorageError.notOpened(path: store.directory)) {
            try store.commit([1], as: store.nextGeneration())
        }
        #expect(throws: StorageError.notOpened(path: store.directory)) {
            try store.writeReport([1])
        }
    }

    @Test(arguments: ["archive", "archive.previous", "archive.found"])
    func `never makes a new key beside an archive, damaged or not`(name: String) throws {
        scratch.makeDirectory("state")
        scratch["state/\(name)"] = []
        let keys = FileKeyProvider(directory: "\(scratch.path)/keys")
        let store = scratch.store(keys: keys)

        let error = StorageError.keyMissing(
            path: keys.path(for: .example),
            state: store.directory
        )
        #expect(throws: error) { try store.open() }
        #expect(scratch.names(in: "keys") == [])
        #expect(throws: StorageError.notOpened(path: store.directory)) {
            try store.commit([1], as: store.nextGeneration())
        }
        #expect(scratch["state/\(name)"] == [])
    }

    @Test(arguments: [EIO, EACCES, EMFILE])
    func `throws if the disk cannot be read, and does not start afresh`(code: Int32) throws {
        try scratch.save("one", "two")
        let steps = Steps()
        steps.fail(.openFile("archive"), with: code)
        let store = scratch.store(conditions: steps.conditions)
        let before = scratch.names(in: "state")

        let path = "\(scratch.path)/state/archive"
        let error = StorageError.system(.open, path: path, errorNumber: code)
        #expect(throws: error) { try store.open() }
        #expect(throws: StorageError.notOpened(path: store.directory)) {
            try store.commit([1], as: store.nextGeneration())
        }
        #expect(scratch.names(in: "state") == before)
    }

    @Test func `removes temporary files of an interrupted save`() throws {
        try scratch.save("one")
        for name in ["archive.new", "archive.link", "report.new"] {
            scratch["state/\(name)"] = [1]
        }

        _ = try scratch.relaunch()

        #expect(scratch.names(in: "state") == ["archive", "lock"])
    }
}

extension Scratch {
    /// Changes one byte of a file, or truncates the file there, and returns the remaining bytes.
    @discardableResult
    func damage(_ name: String, at offset: Int) -> [UInt8] {
        var bytes = self[name]!
        if offset < bytes.count { bytes[offset] ^= 0x40 }
        bytes = offset < bytes.count ? bytes : Array(bytes.dropLast())
        self[name] = bytes
        return bytes
    }

    func setVersion(_ version: UInt8, of name: String) {
        var bytes = self[name]!
        bytes[8] = version
        bytes.replaceSubrange(4080..<4096, with: Self.checksum(of: Array(bytes[..<4080])))
        self[name] = bytes
    }

    func permissions(of name: String) throws -> mode_t {
        try FileHandle(open: "\(path)/\(name)", O_RDONLY).status().permissions
    }
}
