import Crypto
import FoundationEssentials
import RestorationCore

/// The plaintext beginning of a sealed file.
///
/// ```
/// offset  bytes
///      0      8  89 52 53 54 0D 0A 1A 0A   "RST" among bytes that text transfers change
///      8      2  format version            1
///     10      2  size of this header       4096
///     12      1  kind                      1 archive, 2 report
///     13      1  length of the application id
///     14      2  0
///     16      8  generation
///     24      4  piece size in bytes
///     28      4  0
///     32     32  salt                      random; this file's key is derived from it
///     64     16  key identifier            distinguishes another key from damage
///     80   4000  application id, padded with zeros
///   4080     16  the first half of the SHA-256 of all bytes above
/// ```
///
/// The header fills a page, so pieces begin at page boundaries. A save overwrites the spare, which
/// is the previous generation's file. Because it replaces whole pages, the kernel need not first
/// read a page from the disk.
///
/// Every format version keeps the first twelve bytes and the checksum at the header's end. The
/// checksum only distinguishes damage from a future version or another key. Sealing every piece and
/// the footer together with the header prevents forgery.
struct SealedHeader: Hashable, Sendable {
    var kind: SealedKind
    var application: ApplicationIdentifier
    var generation: UInt64
    var pieceSize: Int
    var salt: [UInt8]
    var keyIdentifier: [UInt8]

    static let formatVersion = 1
    /// The size of the header in this version, and the largest in any version.
    static let sizeInBytes = 4096
    static let pieceSizes = 1...(1 << 20)
    /// The valid generation numbers. A program that saves a thousand times a second reaches the
    /// limit after 4,000 years.
    ///
    /// A forged file may claim any number. The limit ensures that the counter can still rise after
    /// it.
    static let generations = 1...(UInt64(1) << 47)

    private static let magic: [UInt8] = [0x89, 0x52, 0x53, 0x54, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let checksumSize = 16

    var encoded: [UInt8] {
        var bytes = Self.magic
        bytes.reserveCapacity(Self.sizeInBytes)
        bytes.append(littleEndian: UInt16(Self.formatVersion))
        bytes.append(littleEndian: UInt16(Self.sizeInBytes))
        bytes.append(kind.rawValue)
        bytes.append(UInt8(application.rawValue.utf8.count))
        bytes.append(littleEndian: UInt16(0))
        bytes.append(littleEndian: generation)
        bytes.append(littleEndian: UInt32(pieceSize))
        bytes.append(littleEndian: UInt32(0))
        bytes += salt
        bytes += keyIdentifier
        bytes += application.rawValue.utf8
        bytes += repeatElement(0, count: Self.sizeInBytes - Self.checksumSize - bytes.count)
        return bytes + Self.checksum(of: bytes)
    }

    enum Reading {
        case header(SealedHeader)
        case otherVersion(Int)
        case damaged
    }

    /// Whether the first bytes, up to 8, are those of a sealed file, which may then be truncated.
    static func isBegunBy(_ bytes: [UInt8]) -> Bool {
        magic.starts(with: bytes.prefix(magic.count))
    }

    /// Whether most of the magic bytes match. Otherwise the file is of another kind, or completely
    /// damaged.
    static func resembles(_ bytes: [UInt8]) -> Bool {
        zip(magic, bytes).count { $0 == $1 } > magic.count / 2
    }

    static func read(_ bytes: [UInt8]) -> Reading {
        guard bytes.count >= 12, bytes.starts(with: magic) else { return .damaged }
        let version = Int(bytes.littleEndian(UInt16.self, at: 8))
        let size = Int(bytes.littleEndian(UInt16.self, at: 10))
        guard size >= 12 + checksumSize, size <= bytes.count else { return .damaged }
        let checked = size - checksumSize
        guard bytes[checked..<size].elementsEqual(checksum(of: bytes.prefix(checked))) else {
            return .damaged
        }
        guard version == formatVersion else { return .otherVersion(version) }
        guard size == sizeInBytes, let header = SealedHeader(checked: bytes) else {
            return .damaged
        }
        return .header(header)
    }

    /// Reads the fields of a header with a correct checksum, which may still be forged.
    private init?(checked bytes: [UInt8]) {
        let idLength = Int(bytes[13])
        guard idLength <= ApplicationIdentifier.maximumLength else { return nil }
        let id = String(decoding: bytes[80..<(80 + idLength)], as: UTF8.self)
        let pieceSize = Int(bytes.littleEndian(UInt32.self, at: 24))
        let generation = bytes.littleEndian(UInt64.self, at: 16)
        guard let kind = SealedKind(rawValue: bytes[12]),
            let application = ApplicationIdentifier(id),
            Self.pieceSizes.contains(pieceSize),
            Self.generations.contains(generation)
        else { return nil }
        self.kind = kind
        self.application = application
        self.generation = generation
        self.pieceSize = pieceSize
        salt = Array(bytes[32..<64])
        keyIdentifier = Array(bytes[64..<80])
    }

    init(
        kind: SealedKind,
        application: ApplicationIdentifier,
        generation: UInt64,
        pieceSize: Int,
        salt: [UInt8],
        keyIdentifier: [UInt8]
    ) {
        self.kind = kind
        self.application = application
        self.generation = generation
        self.pieceSize = pieceSize
        self.salt = salt
        self.keyIdentifier = keyIdentifier
    }

    private static func checksum(of bytes: some DataProtocol) -> [UInt8] {
        Array(SHA256.hash(data: bytes).prefix(checksumSize))
    }
}
