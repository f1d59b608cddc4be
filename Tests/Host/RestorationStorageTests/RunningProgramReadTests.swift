import Glibc
import RestorationCore
import Synchronization
import Testing

@testable import RestorationStorage

@Suite struct `Looking at state that belongs to a running program` {
    let scratch = Scratch()

    @Test func `opens both generations beside the lock, and changes nothing`() throws {
        try scratch.save("one", "two")
        let program = scratch.store()
        try program.lock()
        let names = scratch.names(in: "state")

        let store = scratch.store()

        #expect(try store.openForReading(.current)?.readAll() == Array("two".utf8))
        #expect(try store.openForReading(.previous)?.readAll() == Array("one".utf8))
        #expect(scratch.names(in: "state") == names)
        program.close()
    }

    @Test func `opens archive.found, which is the older one after the first save`()
        throws
    {
        try scratch.save("one")
        try scratch.save("two")
        let store = scratch.store()
        #expect(try store.openForReading(.previous) == nil)
        #expect(try store.openOlderForReading()?.readAll() == Array("one".utf8))

        try scratch.save("three", "four")
        #expect(try store.openForReading(.found)?.readAll() == Array("two".utf8))
        #expect(try store.openOlderForReading()?.readAll() == Array("three".utf8))
    }

    @Test func `finds nothing if nothing is saved`() throws {
        #expect(try scratch.store().openForReading(.current) == nil)
        #expect(scratch.names(in: "state") == [])
    }

    @Test func `distinguishes a damaged file from a missing one`() throws {
        try scratch.save("one", "two")
        scratch.damage("state/archive.previous", at: 0)
        let path = "\(scratch.path)/state/archive.previous"

        #expect(throws: StorageError.damaged(path: path, part: .header)) {
            try scratch.store().openForReading(.previous)
        }
    }

    @Test func `looks again when a save has begun to write over the file`() throws {
        try scratch.save("one")
        let path = "\(scratch.path)/state/archive"
        let writer = Mutex<FileHandle?>(try FileHandle(open: path, O_RDWR))
        #expect(try writer.withLock { try $0?.lock(.exclusive) } == true)
        let looks = Atomic(0)
        var conditions = StorageConditions.small
        conditions.before = { step in
            guard case .openFile = step else { return }
            // At the second look, the path refers to a complete file.
            if looks.add(1, ordering: .relaxed).newValue == 2 { writer.withLock { $0 = nil } }
        }

        let archive = try scratch.store(conditions: conditions).openForReading(.current)

        #expect(try archive?.readAll() == Array("one".utf8))
        #expect(looks.load(ordering: .relaxed) == 2)
    }

    @Test func `reports a file that stays locked by its writer`() throws {
        try scratch.save("one")
        let path = "\(scratch.path)/state/archive"
        let writer = try FileHandle(open: path, O_RDWR)
        #expect(try writer.lock(.exclusive))

        #expect(throws: StorageError.beingWritten(path: path)) {
            try scratch.store().openForReading(.current)
        }
        withExtendedLifetime(writer) {}
    }

    @Test func `lists the applications that have state`() throws {
        for name in ["org.example.b", "org.example.a"] {
            scratch.makeDirectory("home/\(name)/restoration")
            scratch["home/\(name)/restoration/archive"] = [1]
        }
        scratch.makeDirectory("home/org.example.empty/restoration")
        scratch.makeDirectory("home/not an id/restoration/set-aside")
        scratch["home/org.example.file"] = [1]

        let applications = try ArchiveStore.applications(in: "\(scratch.path)/home")

        #expect(applications.map(\.rawValue) == ["org.example.a", "org.example.b"])
        #expect(try ArchiveStore.applications(in: "\(scratch.path)/none") == [])
    }
}

@Suite struct `A key file named by the user` {
    let scratch = Scratch()

    @Test(arguments: [FixedKey.usual.bytes, FixedKey.usual.fileBytes])
    func `opens files sealed with it, whatever its modes`(bytes: [UInt8]) throws {
        try scratch.save("one")
        scratch["a key"] = bytes
        setPermissions(0o644, of: "\(scratch.path)/a key")

        let keys = SingleKeyFile(path: "\(scratch.path)/a key")

        #expect(try scratch.store(keys: keys).openForReading(.current) != nil)
    }

    @Test func `is refused if it is damaged`() throws {
        scratch["a key"] = FixedKey.usual.bytes + FixedKey.other.identifier
        let path = "\(scratch.path)/a key"

        #expect(throws: StorageError.keyFileRefused(path: path, because: .damaged)) {
            try SingleKeyFile(path: path).key(for: .example, creation: .refused)
        }
    }

    @Test(arguments: [0, 31, 33, 49]) func `is refused unless it is a key`(size: Int) throws {
        scratch["a key"] = Array(repeating: 7, count: size)
        let path = "\(scratch.path)/a key"

        #expect(
            throws: StorageError.keyFileRefused(path: path, because: .wrongSize(bytes: size))
        ) {
            try SingleKeyFile(path: path).key(for: .example, creation: .refused)
        }
    }
}
