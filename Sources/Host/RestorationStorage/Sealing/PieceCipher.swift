import Crypto
import FoundationEssentials

/// Seals and opens the pieces of one file with AES-256-GCM.
///
/// The associated data binds each piece to its place and its file:
///
/// ```
///  SHA-256 (32) of this  │ role (1)           │ number (8)
///  file's header         │ 1 piece, 2 footer  │ of the piece; of the footer, the count of pieces
/// ```
///
/// The nonce is role (4) and number (8), big-endian. Counting is safe: the key belongs to this file
/// alone, derived from the random salt in its header, and seals each number once.
struct PieceCipher: Sendable {
    private let key: SymmetricKey
    private let headerHash: [UInt8]

    enum Role: UInt8 {
        case piece = 1
        case footer = 2
    }

    init(key: ArchiveKey, salt: [UInt8], header: [UInt8]) {
        self.key = key.fileKey(salt: salt)
        headerHash = Array(SHA256.hash(data: header))
    }

    func seal(
        _ plaintext: some DataProtocol,
        as role: Role,
        _ number: Int
    ) -> (ciphertext: Data, tag: Data) {
        do {
            let box = try AES.GCM.seal(
                plaintext,
                using: key,
                nonce: nonce(role, number),
                authenticating: associatedData(role, number)
            )
            return (box.ciphertext, box.tag)
        } catch {
            // AES-GCM always accepts a 32-byte key, a 12-byte nonce and a few MiB of message.
            preconditionFailure("AES-GCM refused to seal: \(error)")
        }
    }

    /// Returns the plaintext, or `nil` if authentication fails.
    func open(
        _ ciphertext: some DataProtocol,
        tag: some DataProtocol,
        as role: Role,
        _ number: Int
    ) -> Data? {
        do {
            let box = try AES.GCM.SealedBox(
                nonce: nonce(role, number),
                ciphertext: ciphertext,
                tag: tag
            )
            return try AES.GCM.open(
                box,
                using: key,
                authenticating: associatedData(role, number)
            )
        } catch {
            return nil
        }
    }

    private func nonce(_ role: Role, _ number: Int) throws -> AES.GCM.Nonce {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: UInt32(role.rawValue).byteSwapped)
        bytes.append(littleEndian: UInt64(number).byteSwapped)
        return try AES.GCM.Nonce(data: bytes)
    }

    private func associatedData(_ role: Role, _ number: Int) -> [UInt8] {
        var bytes = headerHash
        bytes.append(role.rawValue)
        bytes.append(littleEndian: UInt64(number))
        return bytes
    }
}
