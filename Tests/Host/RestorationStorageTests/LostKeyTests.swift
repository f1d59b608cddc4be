import Glibc
import RestorationCore
import Testing

@testable import RestorationStorage

@Suite struct `A key file that is removed while the program runs` {
    private let scratch = Scratch()
    private let name = "keys/org.example.petfinder.key"
    private var path: String { "\(scratch.path)/\(name)" }
    private var keys: FileKeyProvider { FileKeyProvider(directory: "\(scratch.path)/keys") }

    /// A store that has saved "one", and its key file.
    private func saved() throws -> (store: ArchiveStore, key: [UInt8]) {
        let store = try scratch.openStore(keys: keys)
        try store.save("one")
        return (store, try #require(scratch[name]))
    }

    @Test func `is written back by the next save, which reports that once`() throws {
        let (store, key) = try saved()
        #expect(store.takeNotes() == [])
        removeFile(path)

        try store.save("two")
        store.close()

        #expect(scratch[name] == key)
        #expect(try scratch.permissions(of: name) == 0o600)
        #expect(store.takeNotes() == [StoreNote.keyRewritten(path: path).diagnosis])
        #expect(store.takeNotes() == [])
        #expect(try scratch.store(keys: keys).open().text == "two")
    }

    @Test func `is written back with its directory`() throws {
        let (store, key) = try saved()
        removeFile(path)
        removeDirectory(keys.directory)

        try store.save("two")

        #expect(scratch[name] == key)
        #expect(try scratch.permissions(of: "keys") == 0o700)
    }

    @Test func `fails the save if it cannot be written back`() throws {
        let (store, key) = try saved()
        removeFile(path)
        removeDirectory(keys.directory)
        // Even root cannot create a file there.
        makeLink(keys.directory, to: "/proc/self/fdinfo")

        let error = #expect(throws: StorageError.self) { try store.save("two") }

        guard case .keyLost(path, because: _) = error else {
            Issue.record("The error is \(String(describing: error)).")
            return
        }
        removeFile(keys.directory)
        scratch.makeDirectory("keys")
        scratch[name] = key
        store.close()
        #expect(try scratch.store(keys: keys).open().text == "one")
    }

    @Test(arguments: [FixedKey.other.fileBytes, FixedKey.other.bytes, [], [7]])
    func `fails the save if another file is in its place`(other: [UInt8]) throws {
        let (store, key) = try saved()
        scratch[name] = other

        #expect(throws: StorageError.keyReplaced(path: path)) { try store.save("two") }

        #expect(scratch[name] == other)
        scratch[name] = key
        #expect(try store.openCurrent()?.readAll() == Array("one".utf8))
        try store.save("three")
        #expect(store.takeNotes() == [])
    }

    @Test func `fails the save if a link to nothing is in its place`() throws {
        let (store, _) = try saved()
        removeFile(path)
        makeLink(path, to: "nowhere")

        #expect(throws: StorageError.keyFileRefused(path: path, because: .danglingLink)) {
            try store.save("two")
        }
    }

    @Test func `does not concern a provider that does not check it`() throws {
        let store = try scratch.openStore(keys: FixedKey())

        try store.save("one")

        #expect(store.takeNotes() == [])
    }
}

extension ArchiveStore {
    fileprivate func save(_ text: String) throws {
        try commit(Array(text.utf8), as: nextGeneration())
    }
}
