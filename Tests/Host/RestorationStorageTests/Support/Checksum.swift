import Crypto

extension Scratch {
    /// What a header of any version ends with.
    static func checksum(of bytes: [UInt8]) -> [UInt8] {
        Array(SHA256.hash(data: bytes).prefix(16))
    }
}
