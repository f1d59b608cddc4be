/// The layout of a key file.
///
/// ```
/// offset  bytes
///      0     32  the key
///     32     16  its identifier, as in every header
/// ```
///
/// The identifier is derived from the key and serves as a check value: if they do not match, one of
/// them is damaged. Older files contain the bare key.
extension ArchiveKey {
    static let fileSizeInBytes = sizeInBytes + identifierSizeInBytes

    var fileBytes: [UInt8] { bytes + identifier }

    /// Takes the key from the bytes of its file. The caller reads one byte more than needed, to
    /// detect longer files.
    ///
    /// - Parameters:
    ///   - path: The file's path, for errors.
    ///   - fileSize: The size of the file in bytes.
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

    /// Whether this key is one bit flip away from the key with that identifier.
    ///
    /// Detects damage in files without a check value: an unrelated key differs in about half of all
    /// bits.
    func isOneBit(from identifier: [UInt8]) -> Bool {
        var bytes = bytes
        return (0..<(bytes.count * 8)).contains { bit in
            bytes[bit / 8] ^= 1 << (bit % 8)
            defer { bytes[bit / 8] ^= 1 << (bit % 8) }
            return ArchiveKey(bytes: bytes)?.identifier == identifier
        }
    }
}
