import Crypto
import CryptoExtras
import FoundationEssentials
import RestorationCore
import RestorationStorage

/// A key in a file that a passphrase opens, for another machine.
///
/// ```
/// offset  bytes
///      0      8  89 52 53 4B 0D 0A 1A 0A   "RSK" among bytes that text transfers change
///      8      2  format version            1
///     10      2  length of the application id
///     12      4  scrypt: N                 131,072
///     16      4  scrypt: r                 8
///     20      4  scrypt: p                 1
///     24     32  salt                      random
///     56      n  the application id
///   56+n     48  the key, sealed with AES-256-GCM, and the tag
/// ```
///
/// All numbers are little-endian. scrypt (RFC 7914) derives the sealing key from the passphrase and
/// the salt, for this file alone, so the nonce is zero. The seal covers everything before it.
struct SealedKey {
    let application: ApplicationIdentifier
    private let cost: Cost
    private let salt: [UInt8]
    private let sealed: [UInt8]

    struct Cost {
        var rounds: UInt32 = 1 << 17
        var blockSize: UInt32 = 8
        var parallelism: UInt32 = 1

        /// Whether the costs are acceptable: at most 1 GiB of memory and eight times the work.
        var isAcceptable: Bool {
            rounds.nonzeroBitCount == 1 && (1 << 14...1 << 20).contains(rounds)
                && (8...16).contains(blockSize) && (1...4).contains(parallelism)
                && Int(rounds) * Int(blockSize) * Int(parallelism) <= 1 << 23
        }
    }

    static let largestSize = fixedSize + ApplicationIdentifier.maximumLength + sealedSize
    private static let magic: [UInt8] = [0x89, 0x52, 0x53, 0x4B, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let version: UInt16 = 1
    private static let fixedSize = 56
    private static let sealedSize = ArchiveKey.sizeInBytes + 16

    /// Seals a key.
    init(
        _ key: ArchiveKey,
        of application: ApplicationIdentifier,
        with passphrase: [UInt8],
        cost: Cost = Cost()
    ) throws {
        self.application = application
        self.cost = cost
        salt = (0..<32).map { _ in .random(in: 0...255) }
        let header = Self.header(application, cost, salt)
        let box = try AES.GCM.seal(
            key.bytes,
            using: Self.sealingKey(passphrase, salt, cost),
            nonce: AES.GCM.Nonce(data: [UInt8](repeating: 0, count: 12)),
            authenticating: header
        )
        sealed = Array(box.ciphertext) + Array(box.tag)
    }

    /// Reads a file, or returns `nil` unless it is a sealed key of this version.
    init?(_ bytes: [UInt8]) {
        let start = Self.fixedSize
        guard bytes.count >= start, bytes.starts(with: Self.magic),
            Self.number(bytes, 8, 2) == UInt32(Self.version)
        else { return nil }
        let end = start + Int(Self.number(bytes, 10, 2))
        guard bytes.count == end + Self.sealedSize,
            let id = String(validating: bytes[start..<end], as: UTF8.self),
            let application = ApplicationIdentifier(id)
        else { return nil }
        let cost = Cost(
            rounds: Self.number(bytes, 12, 4),
            blockSize: Self.number(bytes, 16, 4),
            parallelism: Self.number(bytes, 20, 4)
        )
        guard cost.isAcceptable else { return nil }
        self.application = application
        self.cost = cost
        salt = Array(bytes[24..<start])
        sealed = Array(bytes[end...])
    }

    var bytes: [UInt8] { Self.header(application, cost, salt) + sealed }

    /// Opens the key, or returns `nil` if the passphrase is wrong or the file is damaged.
    func open(with passphrase: [UInt8]) throws -> ArchiveKey? {
        let key = try Self.sealingKey(passphrase, salt, cost)
        let nonce = [UInt8](repeating: 0, count: 12)
        let header = Self.header(application, cost, salt)
        do {
            let box = try AES.GCM.SealedBox(
                nonce: AES.GCM.Nonce(data: nonce),
                ciphertext: sealed.dropLast(16),
                tag: sealed.suffix(16)
            )
            return try ArchiveKey(
                bytes: Array(AES.GCM.open(box, using: key, authenticating: header))
            )
        } catch {
            return nil
        }
    }

    private static func sealingKey(
        _ passphrase: [UInt8],
        _ salt: [UInt8],
        _ cost: Cost
    ) throws -> SymmetricKey {
        try KDF.Scrypt.deriveKey(
            from: passphrase,
            salt: salt,
            outputByteCount: 32,
            rounds: Int(cost.rounds),
            blockSize: Int(cost.blockSize),
            parallelism: Int(cost.parallelism)
        )
    }

    private static func header(
        _ application: ApplicationIdentifier,
        _ cost: Cost,
        _ salt: [UInt8]
    ) -> [UInt8] {
        let id = Array(application.rawValue.utf8)
        var bytes = magic
        for (number, size) in [
            (UInt32(version), 2), (UInt32(id.count), 2), (cost.rounds, 4), (cost.blockSize, 4),
            (cost.parallelism, 4),
        ] {
            bytes += (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        return bytes + salt + id
    }

    private static func number(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> UInt32 {
        bytes[offset..<(offset + size)].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
