/// What a key file holds.
///
/// ```
/// offset  bytes
///      0     32  the key
///     32     16  its identifier, as it stands in every header
/// ```
///
/// The identifier is the check value: it is derived from the key, and where the two do not fit, one
/// of them is damaged. Files of before hold the bare key, without it.
extension ArchiveKey {
    static let fileSizeInBytes = sizeInBytes + identifierSizeInBytes

    /// The bytes of a new key file.
    var fileBytes: [UInt8] { bytes + identifier }

    /// Takes the key from the bytes of its file, of which there may be one too many.
    ///
    /// - Parameters:
    ///   - path: Where they lie.
    ///   - fileSize: How many bytes the file has.
    init(
        fileBytes: [UInt8],
        path: String,
        fileSize: Int
    ) throws(StorageError) {
        let size = Self.sizeInBytes
        guard [size, Self.fileSizeInBytes].contains(fileBytes.count),
            let key = ArchiveKey(bytes: Array(fileBytes.prefix(size)))
        else { throw .keyFileRefused(path: path, because: .wrongSize(bytes: fileSize)) }
        guard fileBytes == key.bytes || fileBytes == key.fileBytes else {
            throw .keyFileRefused(path: path, because: .damaged)
        }
        self = key
    }

    /// Whether this is the key with that identifier but for one bit.
    ///
    /// For keys without a check value: another key differs in about half of all bits.
    func isOneBit(from identifier: [UInt8]) -> Bool {
        var bytes = bytes
        return (0..<(bytes.count * 8)).contains { bit in
            bytes[bit / 8] ^= 1 << (bit % 8)
            defer { bytes[bit / 8] ^= 1 << (bit % 8) }
            return ArchiveKey(bytes: bytes)?.identifier == identifier
        }
    }
}
