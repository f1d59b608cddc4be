import RestorationCore
import Testing

@testable import RestorationStorage

@Suite struct `A sealed file` {
    let scratch = Scratch()

    @Test(arguments: [0, 1, 15, 16, 17, 32, 40, 1000])
    func `returns the sealed bytes, whatever their number`(size: Int) throws {
        let image = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }

        let archive = try seal(image)

        #expect(archive.sizeInBytes == size)
        #expect(archive.pieceCount == (size + 15) / 16)
        #expect(try archive.readAll() == image)
        try archive.verify()
    }

    @Test func `reads any range, over the borders of pieces too`() throws {
        let image: [UInt8] = Array(0..<40)

        let archive = try seal(image)

        for lower in 0...40 {
            for upper in lower...40 {
                #expect(try archive.read(lower..<upper) == Array(image[lower..<upper]))
            }
        }
    }

    @Test(arguments: [0..<41, 40..<41, -1..<3, 0..<Int.max, Int.min..<0])
    func `refuses to read beyond its bounds`(range: Range<Int>) throws {
        let archive = try seal(Array(0..<40))

        #expect(throws: StorageError.outOfBounds(path: file, range: range, sizeInBytes: 40)) {
            try archive.read(range)
        }
    }

    @Test func `is the same for any division into chunks`() throws {
        let image: [UInt8] = Array(0..<100)
        for size in 1...40 {
            let starts = stride(from: 0, to: 100, by: size)
            let chunks = starts.map { Array(image[$0..<min($0 + size, 100)]) }

            let archive = try seal(chunks: [[]] + chunks + [[]])

            #expect(try archive.readAll() == image)
        }
    }

    @Test func `opens only the pieces that are read, and those once`() throws {
        let steps = Steps()
        _ = try seal(Array(0..<64))
        let archive = try open(conditions: steps.conditions)

        _ = try archive.read(20..<40)
        _ = try archive.read(33..<34)

        #expect(steps.seen == [.readPiece(1), .readPiece(2)])
    }

    @Test func `is reported as unreadable, not damaged, when a disk fails`() throws {
        let steps = Steps()
        _ = try seal(Array(0..<64))
        let archive = try open(conditions: steps.conditions)
        steps.fail(.readPiece(2), with: 5)

        let error = StorageError.system(.read, path: file, errorNumber: 5)
        #expect(throws: error) { try archive.read(40..<41) }
        #expect(throws: error) { try archive.verify() }
        #expect(try archive.read(0..<32) == Array(0..<32))
    }

    @Test func `never repeats, even for the same contents`() throws {
        _ = try seal(Array(0..<40))
        let first = try #require(scratch["sealed"])

        _ = try seal(Array(0..<40))

        let second = try #require(scratch["sealed"])
        #expect(first[4096..<4136] != second[4096..<4136])
    }

    @Test func `distinguishes another key from damage`() throws {
        _ = try seal(Array(0..<40))

        #expect(throws: StorageError.wrongKey(path: file)) { try open(key: FixedKey.other) }
    }

    @Test func `belongs to one application and has one kind of contents`() throws {
        _ = try seal(Array(0..<40))

        let owner = ApplicationIdentifier.example.rawValue
        #expect(throws: StorageError.otherApplication(path: file, owner: owner)) {
            try open(application: .helper)
        }
        #expect(throws: StorageError.wrongKind(path: file, expected: .report)) {
            try open(kind: .report)
        }
    }

    @Test func `of a directory is an error`() {
        scratch.makeDirectory("sealed")

        #expect(throws: StorageError.damaged(path: file, part: .file)) { try open() }
    }
}

// MARK: - One file, sealed and opened without a store

extension `A sealed file` {
    var file: String { "\(scratch.path)/sealed" }

    func seal(_ image: [UInt8]) throws -> OpenedArchive { try seal(chunks: [image]) }

    func seal(chunks: [[UInt8]]) throws -> OpenedArchive {
        try scratch.seal(chunks, as: "sealed")
        return try open()
    }

    @discardableResult
    func open(
        kind: SealedKind = .archive,
        application: ApplicationIdentifier = .example,
        key: ArchiveKey = FixedKey.usual,
        conditions: StorageConditions = .small
    ) throws -> OpenedArchive {
        try SealedFile(try FileHandle(open: file, 0), path: file, conditions: conditions)
            .open(as: kind, of: application, with: key)
    }
}

extension Scratch {
    func seal(
        _ chunks: [[UInt8]],
        as name: String,
        kind: SealedKind = .archive,
        generation: UInt64 = 1,
        key: ArchiveKey = FixedKey.usual
    ) throws {
        self[name] = []
        let writer = SealedFileWriter(
            kind: kind,
            application: .example,
            generation: generation,
            key: key,
            conditions: .small
        )
        // 2 is O_RDWR.
        try writer.write(ImageChunks(chunks), to: FileHandle(open: "\(path)/\(name)", 2))
    }
}
