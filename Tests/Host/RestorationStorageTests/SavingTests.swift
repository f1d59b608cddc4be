import Foundation
import Glibc
import Synchronization
import Testing

@testable import RestorationStorage

@Suite struct `Saving` {
    let scratch = Scratch(on: .disk)

    @Test func `writes over the spare and exchanges names once there is a spare`() throws {
        let steps = Steps()
        let store = try scratch.openStore(conditions: steps.conditions)
        let image = [UInt8](repeating: 1, count: 20)
        try store.commit(image, as: 1)
        try store.commit(image, as: 2)
        steps.forget()

        try store.commit(image, as: 3)

        #expect(
            steps.seen == [
                .openSpare, .writeHeader, .writePiece(0), .writePiece(1), .writeFooter, .truncate,
                .synchronizeFile, .exchange, .synchronizeDirectory,
            ]
        )
    }

    @Test func `keeps the archive that a launch has found until the next one has saved`() throws {
        try scratch.save("one")
        #expect(scratch.names(in: "state") == ["archive", "lock"])

        try scratch.save("two")
        #expect(scratch.names(in: "state") == ["archive", "archive.found", "lock"])
        for text in ["three", "four", "five"] { try scratch.save(text, text) }
        _ = try scratch.relaunch()

        let found = "\(scratch.path)/state/archive.found"
        #expect(
            try OpenedArchive.open(path: found, keys: FixedKey()).readAll() == Array("four".utf8)
        )
    }

    @Test func `synchronises the archive that a launch has found once, before it writes anything`()
        throws
    {
        try scratch.save("one", "two")
        let steps = Steps()
        let store = scratch.store(conditions: steps.conditions)
        _ = try store.open()
        steps.forget()
        steps.fail(.synchronizeFound, with: EIO)

        let path = "\(scratch.path)/state/archive"
        #expect(throws: StorageError.system(.synchronize, path: path, errorNumber: EIO)) {
            try store.commit([3], as: store.nextGeneration())
        }
        #expect(steps.seen == [.synchronizeFound])

        steps.fail(.synchronizeFound, with: nil)
        for _ in 1...3 { try store.commit([3], as: store.nextGeneration()) }
        #expect(steps.seen.filter { $0 == .synchronizeFound }.count == 2)
    }

    @Test func `does not retain a set-aside archive as archive.found`() throws {
        try scratch.save("one")
        let store = scratch.store()
        _ = try store.open()
        try store.setAsideEverything(because: .refused)

        for text in ["two", "three"] {
            try store.commit(Array(text.utf8), as: store.nextGeneration())
        }

        #expect(
            scratch.names(in: "state") == ["archive", "archive.previous", "lock", "set-aside"]
        )
    }

    private func allow(_ permissions: Int) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: permissions],
            ofItemAtPath: "\(scratch.path)/state"
        )
    }

    @Test(.enabled(if: geteuid() != 0, "Root may change names in any directory."))
    func `does not write over the spare in a directory that it may not change`() throws {
        try scratch.save("one", "two")
        let spare = scratch["state/archive.previous"]
        let store = try scratch.openStore()
        try allow(0o555)
        defer { try? allow(0o700) }

        #expect(throws: StorageError.self) {
            try store.commit([UInt8](repeating: 1, count: 20), as: 3)
        }

        #expect(scratch["state/archive.previous"] == spare)
    }

    @Test func `frees the excess of a longer spare file`() throws {
        try scratch.save(String(repeating: "long ", count: 100), "one", "two")

        #expect(scratch["state/archive"]?.count == SealedHeader.sizeInBytes + 3 + 56 + 16)
        #expect(try scratch.relaunch().text == "two")
    }

    @Test func `does not overwrite a spare file that is being read`() throws {
        try scratch.save("one", "two")
        let path = "\(scratch.path)/state/archive.previous"
        let reader = try OpenedArchive.open(path: path, keys: FixedKey())

        try scratch.save("three", "four")

        #expect(try reader.readAll() == Array("one".utf8))
        #expect(try scratch.relaunch().text == "four")
    }

    @Test func `does not write over a spare that is the current file under another name`() throws {
        try scratch.save("one")
        let state = try FileHandle(open: "\(scratch.path)/state", O_RDONLY)
        try state.link("archive", to: "archive.previous")
        let store = try scratch.openStore()

        try store.commit(Array("two".utf8), as: store.nextGeneration())
        store.close()

        #expect(try scratch.relaunch().text == "two")
        scratch["state/archive"] = nil
        #expect(try scratch.relaunch().text == "one")
    }

    @Test(arguments: ["archive.previous", "archive.found", "archive.new", "archive.link"])
    func `sets aside a directory in the place of a file`(name: String) throws {
        try scratch.save("one")
        scratch.makeDirectory("state/\(name)")
        scratch["state/\(name)/notes.txt"] = [1]

        try scratch.save("two", "three")

        #expect(try scratch.relaunch().text == "three")
        let moved = "20261003T140509.123456Z-foreign-\(name)"
        #expect(scratch.names(in: "state/set-aside/\(moved)") == ["notes.txt"])
        #expect(try scratch.store().files().map(\.setAsideReason) == [nil, nil, nil, .foreign])
    }

    @Test func `never replaces a newer generation by an older one`() throws {
        let store = try scratch.openStore()
        let older = store.nextGeneration()
        let newer = store.nextGeneration()
        try store.commit(Array("newer".utf8), as: newer)

        let error = StorageError.superseded(path: store.directory, generation: 1, newest: 2)
        #expect(throws: error) { try store.commit(Array("older".utf8), as: older) }
        #expect(throws: StorageError.superseded(path: store.directory, generation: 2, newest: 2)) {
            try store.commit(Array("same".utf8), as: newer)
        }

        store.close()
        #expect(try scratch.relaunch().text == "newer")
    }

    @Test func `creates a removed directory again`() throws {
        let store = try scratch.openStore()
        try store.commit(Array("one".utf8), as: store.nextGeneration())
        for name in scratch.names(in: "state") { scratch["state/\(name)"] = nil }
        removeDirectory("\(scratch.path)/state")

        try store.commit(Array("two".utf8), as: store.nextGeneration())

        #expect(throws: StorageError.self) { try scratch.store().lock() }
        store.close()
        #expect(try scratch.relaunch().text == "two")
    }

    @Test func `stops when another process has created the removed directory again`() throws {
        let store = try scratch.openStore()
        for name in scratch.names(in: "state") { scratch["state/\(name)"] = nil }
        let other = scratch.store()
        try other.lock()

        let path = "\(scratch.path)/state/lock"
        #expect(throws: StorageError.inUse(path: path, process: Int(getpid()))) {
            try store.commit([1], as: store.nextGeneration())
        }
    }
}
