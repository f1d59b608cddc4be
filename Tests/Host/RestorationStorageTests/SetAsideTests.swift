import RestorationCore
import Synchronization
import Testing

@testable import RestorationStorage

@Suite struct `Setting aside` {
    let scratch = Scratch()

    @Test func `creates no folder if there is nothing to set aside`() throws {
        #expect(try scratch.store().setAsideEverything(because: .refused) == [])
        #expect(scratch.names(in: "state") == ["lock"])
    }

    @Test
    func
        `keeps the newest five files of each reason, so damage never displaces one awaiting its key`()
        throws
    {
        try setAside("sealed with another key", at: 0, because: .wrongKey)

        for second in 1..<9 { try setAside("state", at: Int64(second), because: .damaged) }

        let names = scratch.names(in: "state/set-aside")
        #expect(names.count == 6)
        #expect(names.first == "19700101T000000.000000Z-wrong-key-archive")
    }

    @Test func `removes the newest generation of each batch last when it prunes`() throws {
        for second in 0..<2 {
            var conditions = StorageConditions.small
            conditions.now = { Timestamp(seconds: Int64(second))! }
            let store = scratch.store(conditions: conditions)
            for texts in [["one"], ["two", "three"]] {
                _ = try store.open()
                for text in texts {
                    try store.commit(Array(text.utf8), as: store.nextGeneration())
                }
            }
            try store.setAsideEverything(because: .refused)
        }

        #expect(
            scratch.names(in: "state/set-aside").prefix(3) == [
                "19700101T000000.000000Z-refused-archive",
                "19700101T000000.000000Z-refused-archive.found",
                "19700101T000001.000000Z-refused-archive",
            ]
        )
    }

    @Test(arguments: [SetAsideReason.discarded, .replaced])
    func `never removes files that the user set aside`(reason: SetAsideReason) throws {
        for second in 0..<7 { try setAside("state", at: Int64(second), because: reason) }

        #expect(scratch.names(in: "state/set-aside").count == 7)
    }

    @Test func `never overwrites a file, nor removes the one just set aside`() throws {
        for number in 0..<7 {
            try setAside("state \(number)", at: 100)
            let texts = try scratch.names(in: "state/set-aside").map(text(of:))
            #expect(texts.contains("state \(number)"))
            #expect(Set(texts).count == min(number + 1, 5))
        }
        // The clock was set back, so the newest file's name looks oldest.
        try setAside("state 7", at: 50)
        let texts = try scratch.names(in: "state/set-aside").map(text(of:))
        #expect(texts.count == 5)
        #expect(texts.contains("state 7"))
    }

    @Test func `does not touch other files in the folder`() throws {
        scratch.makeDirectory("state/set-aside")
        scratch["state/set-aside/notes.txt"] = [1]
        for second in 0..<7 { try setAside("state", at: Int64(second)) }

        try scratch.store().discard()

        #expect(scratch.names(in: "state/set-aside") == ["notes.txt"])
    }

    @Test func `never removes a directory that was set aside, even on discard`() throws {
        try scratch.save("one")
        scratch.makeDirectory("state/archive.previous")
        try scratch.save("two")

        try scratch.store().discard()

        #expect(
            scratch.names(in: "state/set-aside")
                == ["20261003T140509.123456Z-foreign-archive.previous"]
        )
    }

    @Test(arguments: [
        (0, "19700101T000000.000000Z"), (951_782_399, "20000228T235959.000000Z"),
        (951_782_400, "20000229T000000.000000Z"), (951_868_800, "20000301T000000.000000Z"),
        (1_709_164_800, "20240229T000000.000000Z"), (4_107_542_400, "21000301T000000.000000Z"),
        (4_107_542_399, "21000228T235959.000000Z"), (1_798_761_599, "20261231T235959.000000Z"),
    ])
    func `names files by the date in UTC`(seconds: Int64, text: String) throws {
        let time = try #require(Timestamp(seconds: seconds))

        #expect(SetAsideFolder.text(of: time) == text)
    }

    @Test(arguments: [
        (-62_135_596_800, "0001-01-01 00:00:00 UTC"), (-1, "1969-12-31 23:59:59 UTC"),
        (0, "1970-01-01 00:00:00 UTC"), (1_791_036_309, "2026-10-03 14:05:09 UTC"),
        (253_402_300_799, "9999-12-31 23:59:59 UTC"),
    ])
    func `dates have four digits for the year`(seconds: Int64, text: String) {
        #expect(CivilTime(seconds)?.text == text)
    }

    @Test(arguments: [.min, -62_135_596_801, 253_402_300_800, .max] as [Int64])
    func `there is no date outside the years 1 to 9999`(seconds: Int64) {
        #expect(CivilTime(seconds) == nil)
    }

    @Test func `fails without losing state if the folder cannot be created`() throws {
        try scratch.save("one", "two")
        scratch.damage("state/archive", at: 0)
        scratch["state/set-aside"] = [1]
        let store = scratch.store()

        #expect(throws: StorageError.self) { try store.open() }

        #expect(scratch.names(in: "state").contains("archive"))
        #expect(throws: StorageError.notOpened(path: store.directory)) {
            try store.commit([1], as: store.nextGeneration())
        }
    }
}

extension `Setting aside` {
    private func setAside(
        _ text: String,
        at seconds: Int64,
        because reason: SetAsideReason = .refused
    ) throws {
        var conditions = StorageConditions.small
        conditions.now = { Timestamp(seconds: seconds)! }
        let store = try scratch.openStore(conditions: conditions)
        try store.commit(Array(text.utf8), as: store.nextGeneration())
        try store.setAsideEverything(because: reason)
    }

    private func text(of name: String) throws -> String {
        let path = "\(scratch.path)/state/set-aside/\(name)"
        let archive = try OpenedArchive.open(path: path, keys: FixedKey())
        return String(decoding: try archive.readAll(), as: UTF8.self)
    }
}
