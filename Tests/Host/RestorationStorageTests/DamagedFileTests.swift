import Testing

@testable import RestorationStorage

/// The layout of a file with 40 bytes in pieces of 16.
private let pieces = 4096..<4136
private let footer = 4136..<(4136 + 24 + 3 * 16 + 16)
private let trailer = footer.upperBound..<(footer.upperBound + 16)

@Suite struct `A damaged file` {
    let scratch = Scratch()
    let image: [UInt8] = Array(0..<40)

    @Test func `is recognised at every truncated length`() throws {
        let whole = try sealed()

        for length in 0..<whole.count {
            scratch["sealed"] = Array(whole.prefix(length))

            let part: SealedPart = length < pieces.lowerBound ? .length : .trailer
            #expect(throws: StorageError.damaged(path: file, part: part)) { try open() }
        }
    }

    @Test(arguments: [UInt8(0x01), 0x80, 0xFF])
    func `is recognised if any single byte differs`(bits: UInt8) throws {
        let whole = try sealed()

        for position in whole.indices where !pieces.contains(position) {
            var bytes = whole
            bytes[position] ^= bits
            scratch["sealed"] = bytes

            let part: SealedPart =
                position < pieces.lowerBound
                ? .header : footer.contains(position) ? .footer : .trailer
            #expect(throws: StorageError.damaged(path: file, part: part)) { try open() }
        }
    }

    @Test(arguments: [UInt8(0x01), 0x80, 0xFF])
    func `costs only the piece that differs`(bits: UInt8) throws {
        let whole = try sealed()

        for position in pieces {
            var bytes = whole
            bytes[position] ^= bits
            scratch["sealed"] = bytes
            let archive = try open()

            let damaged = (position - pieces.lowerBound) / 16
            #expect(try archive.damagedPieces() == [damaged])
            for index in 0..<3 {
                let range = (index * 16)..<min(index * 16 + 16, 40)
                if index == damaged {
                    let error = StorageError.damagedPiece(path: file, index: index)
                    #expect(throws: error) { try archive.read(range) }
                    #expect(throws: error) { try archive.verify() }
                } else {
                    #expect(try archive.read(range) == Array(image[range]))
                }
            }
        }
    }

    @Test func `is recognised when bytes were added`() throws {
        let whole = try sealed()

        for count in [1, 16, 4096] {
            scratch["sealed"] = whole + [UInt8](repeating: 0, count: count)

            #expect(throws: StorageError.damaged(path: file, part: .trailer)) { try open() }
        }
    }

    @Test func `is recognised when whole pieces are missing or repeated`() throws {
        let whole = try sealed()
        let piece = Array(whole[4096..<4112])

        scratch["sealed"] = Array(whole[..<4096] + whole[4112...])
        #expect(throws: StorageError.damaged(path: file, part: .trailer)) { try open() }
        scratch["sealed"] = whole[..<4096] + piece + whole[4096...]
        #expect(throws: StorageError.damaged(path: file, part: .trailer)) { try open() }
    }

    @Test func `is recognised when its pieces change places`() throws {
        let whole = try sealed()

        let exchanged = whole[4112..<4128] + whole[4096..<4112]
        scratch["sealed"] = Array(whole[..<4096] + exchanged + whole[4128...])

        #expect(try open().damagedPieces() == [0, 1])
    }

    @Test func `does not accept a piece of another file with the same contents`() throws {
        let whole = try sealed()
        let other = try sealed()

        for index in 0..<3 {
            let range = (4096 + index * 16)..<min(4096 + index * 16 + 16, 4136)
            var bytes = whole
            bytes.replaceSubrange(range, with: other[range])
            scratch["sealed"] = bytes

            #expect(try open().damagedPieces() == [index])
        }
    }

    @Test func `does not accept the header or the footer of another file`() throws {
        let whole = try sealed()
        let other = try sealed()

        scratch["sealed"] = Array(other[..<4096] + whole[4096...])
        #expect(throws: StorageError.damaged(path: file, part: .footer)) { try open() }
        scratch["sealed"] = Array(whole[..<4136] + other[4136...])
        #expect(throws: StorageError.damaged(path: file, part: .footer)) { try open() }
    }

    @Test func `with a changed header and a new checksum does not open`() throws {
        _ = try sealed()
        let header = try SealedFile(
            FileHandle(open: file, 0),
            path: file,
            conditions: .small
        ).header
        let whole = try #require(scratch["sealed"])
        var forged = header
        forged.generation += 1

        scratch["sealed"] = forged.encoded + whole[4096...]

        #expect(throws: StorageError.damaged(path: file, part: .footer)) { try open() }
    }

    @Test func `that claims enormous sizes allocates no memory`() throws {
        let whole = try sealed()
        let sizes: [UInt64] = [0, 1, 39, 1 << 20, 1 << 40, 1 << 62, .max]

        for size in sizes {
            var trailer: [UInt8] = []
            trailer.append(littleEndian: size)
            scratch["sealed"] = whole.dropLast(16) + trailer + whole.suffix(8)

            #expect(throws: StorageError.damaged(path: file, part: .trailer)) { try open() }
        }
    }

    @Test func `of a future version is distinguished from a damaged one`() throws {
        let whole = try sealed()
        // Another size and other contents. Only the frame of the header is the same in all
        // versions.
        var header = Array(whole[..<8]) + [7, 0, 0, 2]
        header += [UInt8](repeating: 0xAB, count: 512 - 12 - 16)
        header += Scratch.checksum(of: header)

        scratch["sealed"] = header + whole

        #expect(throws: StorageError.futureVersion(path: file, version: 7, supported: 1)) {
            try open()
        }
        for position in 0..<512 {
            var bytes = header + whole
            bytes[position] ^= 1
            scratch["sealed"] = bytes
            #expect(throws: StorageError.damaged(path: file, part: .header)) { try open() }
        }
    }

    @Test func `that is truncated while it is open costs only the missing pieces`() throws {
        let whole = try sealed()
        scratch["sealed"] = whole
        let archive = try open()

        try FileHandle(open: file, 2).truncate(to: 4100)

        #expect(try archive.damagedPieces() == [0, 1, 2])
    }
}

extension `A damaged file` {
    private var file: String { "\(scratch.path)/sealed" }

    private func sealed() throws -> [UInt8] {
        try scratch.seal([image], as: "sealed")
        let bytes = try #require(scratch["sealed"])
        try #require(bytes.count == trailer.upperBound)
        return bytes
    }

    @discardableResult
    private func open() throws -> OpenedArchive {
        try SealedFile(try FileHandle(open: file, 0), path: file, conditions: .small)
            .open(as: .archive, of: .example, with: FixedKey.usual)
    }
}
