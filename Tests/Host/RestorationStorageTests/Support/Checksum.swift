import Crypto

extension Scratch {
    /// The checksum at the end of a header, in any format version.
    static func checksum(of bytes: [UInt8]) -> [UInt8] {
        Array(SHA256.hash(data: bytes).prefix(16))
    }
}
