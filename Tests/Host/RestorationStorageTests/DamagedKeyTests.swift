import Testing

@testable import RestorationStorage

@Suite struct `A key file with a flipped bit` {
    private let scratch = Scratch()
    private let name = "keys/org.example.petfinder.key"
    private var keys: FileKeyProvider { FileKeyProvider(directory: "\(scratch.path)/keys") }

    @Test func `is damaged: nothing is set aside, and the state is intact once the bit is back`()
        throws
    {
        try save()

        try expectDamage(
            .keyFileRefused(
                path: keys.path(for: .example),
                because: .damaged,
                state: "\(scratch.path)/state"
            )
        )
    }

    @Test func `is damaged, too, if the file holds the bare key`() throws {
        scratch.makeDirectory("keys")
        scratch[name] = FixedKey.usual.bytes
        try save()

        try expectDamage(.keyDamaged(path: "\(scratch.path)/state/archive"))
    }

    private func save() throws {
        let store = try scratch.openStore(keys: keys)
        for text in ["one", "two"] {
            try store.commit(Array(text.utf8), as: store.nextGeneration())
        }
    }

    /// Flips each bit in turn, opens the store and tries to save.
    private func expectDamage(_ error: StorageError) throws {
        let whole = try #require(scratch[name])
        let before = ["archive", "archive.previous"].map { scratch["state/\($0)"] }
        for bit in 0..<(whole.count * 8) {
            scratch[name] = whole.enumerated().map { index, byte in
                index == bit / 8 ? byte ^ 1 << (bit % 8) : byte
            }
            let store = scratch.store(keys: keys)

            try #require(throws: error, "bit \(bit)") { try store.open() }

            #expect(throws: StorageError.notOpened(path: store.directory)) {
                try store.commit([1], as: store.nextGeneration())
            }
        }
        #expect(["archive", "archive.previous"].map { scratch["state/\($0)"] } == before)
        #expect(scratch.names(in: "state") == ["archive", "archive.previous", "lock"])
        scratch[name] = whole
        #expect(try scratch.store(keys: keys).open().text == "two")
    }
}
