import RestorationCore

/// The sealed end of a file: its plaintext size, its time of writing and the tags of its pieces.
///
/// ```
/// offset  bytes
///      0      8  size of the plaintext
///      8      8  time of writing: seconds since 1970-01-01 00:00 UTC, signed
///     16      4  and nanoseconds, 0 to 999,999,999
///     20      4  0
///     24   16·n  the tags of the n pieces, in order
/// ```
///
/// The sealed footer is followed by its tag (16 bytes) and the fixed trailer:
///
/// ```
///      0      8  size of the sealed footer, its tag included
///      8      8  0A 65 6E 64 52 53 54 0A   "endRST" between line feeds
/// ```
struct SealedFooter: Hashable, Sendable {
    var plaintextSize: Int
    var savedAt: Timestamp
    /// Concatenated tags of ``tagSize`` bytes.
    var tags: [UInt8]

    static let tagSize = 16
    static let trailerSize = 16
    /// The footer is read as a whole. This limit allows 128 GiB of plaintext.
    static let largestSealedSize = 16 << 20
    private static let fixedSize = 24
    private static let magic: [UInt8] = [0x0A, 0x65, 0x6E, 0x64, 0x52, 0x53, 0x54, 0x0A]

    var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.fixedSize + tags.count)
        bytes.append(littleEndian: UInt64(plaintextSize))
        bytes.append(littleEndian: savedAt.seconds)
        bytes.append(littleEndian: savedAt.nanoseconds)
        bytes.append(littleEndian: UInt32(0))
        return bytes + tags
    }

    init(plaintextSize: Int, savedAt: Timestamp, tags: [UInt8]) {
        self.plaintextSize = plaintextSize
        self.savedAt = savedAt
        self.tags = tags
    }

    /// Reads a decrypted footer, or returns `nil` unless it matches the layout.
    init?(_ bytes: [UInt8], of layout: SealedLayout) {
        guard bytes.count == Self.fixedSize + layout.pieceCount * Self.tagSize else { return nil }
        guard bytes.littleEndian(UInt64.self, at: 0) == layout.plaintextSize else { return nil }
        let seconds = bytes.littleEndian(Int64.self, at: 8)
        let nanoseconds = bytes.littleEndian(UInt32.self, at: 16)
        guard let time = Timestamp(seconds: seconds, nanoseconds: nanoseconds) else { return nil }
        plaintextSize = layout.plaintextSize
        savedAt = time
        tags = Array(bytes[Self.fixedSize...])
    }

    func tag(ofPiece index: Int) -> ArraySlice<UInt8> {
        tags[(index * Self.tagSize)..<((index + 1) * Self.tagSize)]
    }

    static func sealedSize(pieceCount: Int) -> Int {
        fixedSize + pieceCount * tagSize + tagSize
    }

    static func trailer(sealedSize: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: UInt64(sealedSize))
        return bytes + magic
    }

    /// The sealed footer's size from a file's last bytes, or `nil` if they are not a trailer.
    static func sealedSize(trailer bytes: [UInt8]) -> Int? {
        guard bytes.count == trailerSize, bytes.dropFirst(8).elementsEqual(magic) else {
            return nil
        }
        return Int(exactly: bytes.littleEndian(UInt64.self, at: 0))
    }
}
