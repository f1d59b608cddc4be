import Glibc
import RestorationCore
import Testing

@testable import RestorationStorage

@Suite struct `A key file` {
    let scratch = Scratch()

    @Test func `is made once and found again`() throws {
        let first = try provider.key(for: .example, creation: .allowed)
        let second = try provider.key(for: .example, creation: .allowed)
        let third = try provider.key(for: .example, creation: .refused)

        #expect(first.bytes == second.bytes)
        #expect(first.bytes == third.bytes)
        #expect(scratch["a/keys/org.example.petfinder.key"] == first.bytes + first.identifier)
    }

    @Test func `of the former format, with the bare key, is read and not rewritten`() throws {
        scratch.makeDirectory("a/keys")
        scratch["a/keys/org.example.petfinder.key"] = FixedKey.usual.bytes

        let key = try provider.key(for: .example, creation: .refused)

        #expect(key.bytes == FixedKey.usual.bytes)
        #expect(try provider.ensureStored(key, for: .example) == nil)
        #expect(scratch["a/keys/org.example.petfinder.key"] == FixedKey.usual.bytes)
    }

    @Test func `is of one application alone`() throws {
        let one = try provider.key(for: .example, creation: .allowed)
        let other = try provider.key(for: .helper, creation: .allowed)

        #expect(one.bytes != other.bytes)
    }

    @Test func `that is missing is an error if it may not be made`() throws {
        #expect(throws: StorageError.keyMissing(path: path)) {
            try provider.key(for: .example, creation: .refused)
        }
        #expect(scratch.names(in: "") == [])
    }

    @Test func `is the same for all processes that make it at once`() throws {
        let helpers = (0..<8).map { _ in ChildProcess("key", scratch.path) }
        for helper in helpers { helper.endInput() }

        let keys = Set(helpers.map { $0.line() })

        #expect(helpers.map { $0.end() } == Array(repeating: .exited(0), count: 8))
        #expect(keys.count == 1)
        #expect(scratch.names(in: "keys") == ["org.example.helper.key"])
        let stored = scratch["keys/org.example.helper.key"].map { Array($0.prefix(32)) }
        #expect(stored.map(String.init(describing:)) == keys.first)
    }

    @Test(arguments: [mode_t(0o644), 0o604, 0o666, 0o601])
    func `that others may use is refused`(permissions: mode_t) throws {
        _ = try provider.key(for: .example, creation: .allowed)
        setPermissions(permissions, of: path)

        try expectRefusal(.openToOthers(permissions: permissions))
    }

    @Test(arguments: [mode_t(0o640), 0o660, 0o000])
    func `with modes for its group, or without its owner, is corrected and reported`(
        permissions: mode_t
    ) throws {
        _ = try provider.key(for: .example, creation: .allowed)
        setPermissions(permissions, of: path)

        let key = try provider.key(for: .example, creation: .refused)

        #expect(try scratch.permissions(of: "a/keys/org.example.petfinder.key") == 0o600)
        let names = ["\(path) (\(permissions.digits(4, radix: 8)))"]
        let note: StoreNote =
            permissions == 0
            ? .keyModes(names, .set, path: path) : .keyModes(names, .closedToGroup, path: path)
        #expect(key.notes == [note.diagnosis])
        #expect(try provider.key(for: .example, creation: .refused).notes.isEmpty)
    }

    @Test func `stays as it is when tools read it`() throws {
        _ = try provider.key(for: .example, creation: .allowed)
        setPermissions(0o640, of: path)
        let reading = FileKeyProvider(
            directory: provider.directory,
            user: geteuid(),
            setsModes: false
        )

        let key = try reading.key(for: .example, creation: .refused)

        #expect(key.notes.isEmpty)
        #expect(try scratch.permissions(of: "a/keys/org.example.petfinder.key") == 0o640)
    }

    @Test func `of another user is refused`() throws {
        _ = try provider.key(for: .example, creation: .allowed)
        let stranger = FileKeyProvider(directory: provider.directory, user: geteuid() + 1)

        let fault = KeyFileFault.ownedByOtherUser(user: geteuid())
        #expect(throws: StorageError.keyFileRefused(path: path, because: fault)) {
            try stranger.key(for: .example, creation: .refused)
        }
    }

    @Test(arguments: [0, 31, 33, 47, 49, 4096])
    func `of the wrong size is refused, and not replaced`(size: Int) throws {
        scratch.makeDirectory("a/keys")
        let bytes = [UInt8](repeating: 7, count: size)
        scratch["a/keys/org.example.petfinder.key"] = bytes

        try expectRefusal(.wrongSize(bytes: size))
        #expect(scratch["a/keys/org.example.petfinder.key"] == bytes)
    }

    @Test func `that is a directory is refused`() throws {
        scratch.makeDirectory("a/keys/org.example.petfinder.key")

        try expectRefusal(.notAFile)
    }

    @Test func `that is a link to nothing is refused`() throws {
        scratch.makeDirectory("a/keys")
        makeLink(path, to: "\(scratch.path)/nowhere")

        try expectRefusal(.danglingLink)
        #expect(scratch.names(in: "") == ["a"])
    }

    @Test func `may be elsewhere, behind a link`() throws {
        let key = try provider.key(for: .helper, creation: .allowed)
        makeLink(path, to: "org.example.helper.key")

        #expect(try provider.key(for: .example, creation: .refused).bytes == key.bytes)
    }

    @Test func `in a directory if others may replace it is refused`() throws {
        _ = try provider.key(for: .example, creation: .allowed)
        setPermissions(0o775, of: provider.directory)

        let fault = KeyFileFault.directoryOpenToOthers(permissions: 0o775)
        #expect(throws: StorageError.keyFileRefused(path: provider.directory, because: fault)) {
            try provider.key(for: .example, creation: .allowed)
        }
    }

    @Test func `in a directory that its group may change is used when that is closed`() throws {
        _ = try provider.key(for: .example, creation: .allowed)
        setPermissions(0o2770, of: provider.directory)

        let key = try provider.key(for: .example, creation: .refused)

        #expect(try scratch.permissions(of: "a/keys") == 0o700)
        let note = StoreNote.keyModes(["\(provider.directory) (2770)"], .closedToGroup, path: path)
        #expect(key.notes == [note.diagnosis])
    }

    @Test func `is distinguished from other keys without being shown`() throws {
        let one = try #require(ArchiveKey(bytes: Array(1...32)))
        let same = try #require(ArchiveKey(bytes: Array(1...32)))
        let other = try #require(ArchiveKey(bytes: Array(2...33)))

        #expect(one.identifier == same.identifier)
        #expect(one.identifier != other.identifier)
        #expect(ArchiveKey(bytes: Array(1...31)) == nil)
    }
}

extension `A key file` {
    private var provider: FileKeyProvider { FileKeyProvider(directory: "\(scratch.path)/a/keys") }
    private var path: String { provider.path(for: .example) }

    private func expectRefusal(_ fault: KeyFileFault) throws {
        for creation in [KeyCreation.allowed, .refused] {
            #expect(throws: StorageError.keyFileRefused(path: path, because: fault)) {
                try provider.key(for: .example, creation: creation)
            }
        }
    }
}
