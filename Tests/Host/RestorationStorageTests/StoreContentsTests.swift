import Testing

@testable import RestorationStorage

@Suite struct `Discarding` {
    let scratch = Scratch()

    @Test func `removes all saved state permanently`() throws {
        try scratch.save("one", "two")
        scratch.damage("state/archive", at: 0)
        let store = scratch.store()
        _ = try store.open()
        try store.commit([3], as: store.nextGeneration())
        try store.writeReport([4])
        for name in ["archive.new", "archive.link", "report.new"] {
            scratch["state/\(name)"] = [1]
        }

        try store.discard()

        #expect(scratch.names(in: "state") == ["lock", "set-aside"])
        #expect(scratch.names(in: "state/set-aside") == [])
        #expect(try store.readReport() == nil)
    }

    @Test func `allows later saves`() throws {
        try scratch.save("one", "two")
        let store = scratch.store()
        _ = try store.open()

        try store.discard()
        try store.commit(Array("three".utf8), as: store.nextGeneration())
        store.close()

        #expect(try scratch.relaunch().generation == 3)
        #expect(scratch.names(in: "state") == ["archive", "lock"])
    }

    @Test func `works without the key`() throws {
        try scratch.save("one")
        let keys = FileKeyProvider(directory: "\(scratch.path)/keys")
        let store = scratch.store(keys: keys)
        let error = StorageError.keyMissing(
            path: keys.path(for: .example),
            state: store.directory
        )
        #expect(throws: error) { try store.open() }

        try store.discard()

        #expect(try store.open().isNothingSaved)
        try store.commit([1], as: store.nextGeneration())
    }

    @Test func `succeeds if nothing is saved`() throws {
        try scratch.store().discard()

        #expect(try scratch.relaunch().isNothingSaved)
    }
}

@Suite struct `The report` {
    let scratch = Scratch()

    @Test func `is stored beside the archive and replaced by the next`() throws {
        let store = scratch.store()
        _ = try store.open()
        #expect(try store.readReport() == nil)

        try store.writeReport(Array("first".utf8))
        try store.writeReport(Array("second".utf8))

        #expect(try store.readReport() == Array("second".utf8))
        #expect(scratch.names(in: "state") == ["lock", "report"])
    }

    @Test func `cannot be mistaken for an archive, nor an archive for a report`() throws {
        try scratch.save("one")
        let store = scratch.store()
        _ = try store.open()
        try store.writeReport([1])
        let report = try #require(scratch["state/report"])
        let archive = try #require(scratch["state/archive"])

        scratch["state/report"] = archive
        let path = "\(scratch.path)/state/report"
        #expect(throws: StorageError.wrongKind(path: path, expected: .report)) {
            try store.readReport()
        }
        store.close()
        scratch["state/archive"] = report
        let outcome = try scratch.relaunch()
        #expect(outcome.isStartedFresh)
        #expect(outcome.setAside.map(\.reason) == [.foreign])
    }

    @Test func `that is damaged is an error`() throws {
        let store = scratch.store()
        _ = try store.open()
        try store.writeReport([1])
        scratch.damage("state/report", at: 4096)

        let path = "\(scratch.path)/state/report"
        #expect(throws: StorageError.damagedPiece(path: path, index: 0)) {
            try store.readReport()
        }
    }
}

@Suite struct `Listing a store` {
    let scratch = Scratch()

    @Test func `is empty for an application that never saved, and creates no files`() throws {
        #expect(try scratch.store().files() == [])
        #expect(scratch.names(in: "") == [])
    }

    @Test func `shows generations, times, sizes and conditions`() throws {
        try scratch.save("one", "two")
        scratch.damage("state/archive", at: 0)
        let store = scratch.store()
        _ = try store.open()
        try store.commit(Array("three".utf8), as: 1002)
        try store.writeReport([1])
        scratch.damage("state/archive.found", at: 4097)

        let files = try scratch.store().files()

        #expect(files.map(\.role) == [.current, .found, .report, .setAside])
        #expect(files.map(\.generation) == [1002, 1, 1002, nil])
        #expect(files.map(\.savedAt) == [someTime, someTime, someTime, nil])
        #expect(files.map(\.sizeInBytes) == [4173, 4171, 4169, 4171])
        let set = "\(scratch.path)/state"
        let damaged = "\(set)/set-aside/20261003T140509.123456Z-damaged-archive"
        #expect(
            files.map(\.condition) == [
                .intact,
                .damaged(.damagedPiece(path: "\(set)/archive.found", index: 0)),
                .intact,
                .damaged(.damaged(path: damaged, part: .header)),
            ]
        )
        #expect(files.map(\.path).last == damaged)
    }

    @Test func `shows all facts that need no key`() throws {
        try scratch.save("one")
        let locked = StorageError.keyLocked(reason: "the keyring is locked")

        let files = try scratch.store(keys: FixedKey(failure: locked)).files()

        #expect(files.map(\.generation) == [1])
        #expect(files.map(\.condition) == [.unreadable(locked)])
    }

    @Test func `distinguishes another key and a future version from damage`() throws {
        try scratch.save("one", "two")
        scratch.setVersion(2, of: "state/archive")

        let files = try scratch.store(keys: FixedKey(key: FixedKey.other)).files()

        let current = "\(scratch.path)/state/archive"
        #expect(
            files.map(\.condition) == [
                .unreadable(.futureVersion(path: current, version: 2, supported: 1)),
                .unreadable(.wrongKey(path: "\(current).previous")),
            ]
        )
    }

    @Test func `does not report a file as damaged while it is being written`() throws {
        try scratch.save("one")
        let writer = try FileHandle(open: "\(scratch.path)/state/archive", 2)
        #expect(try writer.lock(.exclusive))

        let path = "\(scratch.path)/state/archive"
        let files = try scratch.store().files()

        #expect(files.map(\.condition) == [.unreadable(.beingWritten(path: path))])
        #expect(throws: StorageError.beingWritten(path: path)) {
            try OpenedArchive.open(path: path, keys: FixedKey())
        }
    }

    @Test func `changes nothing`() throws {
        try scratch.save("one", "two")
        scratch.damage("state/archive", at: 0)
        let before = scratch.names(in: "state")

        _ = try scratch.store().files()

        #expect(scratch.names(in: "state") == before)
    }
}
