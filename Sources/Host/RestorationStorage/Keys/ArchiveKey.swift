import Crypto
import FoundationEssentials
import RestorationCore

/// The secret that seals an application's files.
///
/// Each file is sealed with a key of its own, derived from this one
/// (`Docs/Decisions/0001-one-key-per-file.md`).
public struct ArchiveKey: Sendable {
    /// The size of a key in bytes.
    public static let sizeInBytes = 32
    static let identifierSizeInBytes = 16

    let secret: SymmetricKey
    /// A public fingerprint of the key, which reveals nothing of it. Every header contains it, and
    /// so does the key file.
    let identifier: [UInt8]
    /// Warnings for the user about the key's location.
    var notes: [Diagnosis] = []

    /// Makes a new random key.
    public init() {
        self.init(secret: SymmetricKey(size: .bits256))
    }

    /// Creates a key from ``sizeInBytes`` bytes, or returns `nil` for any other count.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.sizeInBytes else { return nil }
        self.init(secret: SymmetricKey(data: bytes))
    }

    private init(secret: SymmetricKey) {
        self.secret = secret
        let size = Self.identifierSizeInBytes
        let derived = Self.derive(from: secret, salt: [], "restoration key identifier", size)
        identifier = derived.copiedBytes
    }

    /// The key's bytes, for a provider that stores a new key.
    public var bytes: [UInt8] { secret.copiedBytes }

    func fileKey(salt: [UInt8]) -> SymmetricKey {
        Self.derive(from: secret, salt: salt, "restoration sealed file", 32)
    }

    // The labels separate the two uses of the secret: neither derived value reveals the other.
    private static func derive(
        from secret: SymmetricKey,
        salt: [UInt8],
        _ label: StaticString,
        _ sizeInBytes: Int
    ) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: secret,
            salt: salt,
            info: Array(label.description.utf8),
            outputByteCount: sizeInBytes
        )
    }
}
