import Crypto
import FoundationEssentials
import RestorationCore

/// The secret that an application's files are sealed with.
///
/// One key serves all files of an application: each file is sealed with a key of its own that is
/// derived from this one (`Docs/Decisions/0001-one-key-per-file.md`).
public struct ArchiveKey: Sendable {
    /// The size of a key.
    public static let sizeInBytes = 32
    static let identifierSizeInBytes = 16

    let secret: SymmetricKey
    /// Tells keys apart without giving anything of them away; it stands in every file's header, and
    /// beside the key in its own file.
    let identifier: [UInt8]
    /// What the person should know about the place that the key comes from.
    var notes: [Diagnosis] = []

    /// Makes a new random key.
    public init() {
        self.init(secret: SymmetricKey(size: .bits256))
    }

    /// Takes a key from its bytes, or returns `nil` unless there are ``sizeInBytes``.
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

    /// The key's bytes, for a provider that has to store a new key.
    public var bytes: [UInt8] { secret.copiedBytes }

    /// The key that seals exactly one file.
    func fileKey(salt: [UInt8]) -> SymmetricKey {
        Self.derive(from: secret, salt: salt, "restoration sealed file", 32)
    }

    // The labels keep the two uses of the secret apart: knowing the one tells nothing of the other.
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
