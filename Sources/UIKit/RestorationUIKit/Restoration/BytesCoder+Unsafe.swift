import Foundation

/// Implements `NSCoder`'s methods that take addresses.
class BytesCoder: NSCoder {
    func put(_ bytes: [UInt8], forKey key: String) {}
    func bytes(forKey key: String) -> [UInt8]? { nil }
    func recordMissingKey() {}

    override func encodeBytes(_ bytes: UnsafePointer<UInt8>?, length: Int, forKey key: String) {
        // Invariant: the caller guarantees `length` readable bytes, as for any `NSCoder`.
        put(unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: length)), forKey: key)
    }

    override func withDecodedUnsafeBytes<Result>(
        forKey key: String,
        body: (UnsafeRawBufferPointer?) throws -> Result
    ) rethrows -> Result {
        guard let bytes = bytes(forKey: key) else { return try body(nil) }
        return try unsafe bytes.withUnsafeBytes { unsafe try body($0) }
    }

    // Foundation's versions of these end the process.

    override func withDecodedUnsafeBufferPointer<Result>(
        forKey key: String,
        body: (UnsafeBufferPointer<UInt8>?) throws -> Result
    ) rethrows -> Result {
        guard let bytes = bytes(forKey: key) else { return try body(nil) }
        return try unsafe bytes.withUnsafeBufferPointer { unsafe try body($0) }
    }

    override func encodeValue(ofObjCType type: UnsafePointer<Int8>, at address: UnsafeRawPointer) {
        recordMissingKey()
    }
    override func decodeValue(
        ofObjCType type: UnsafePointer<Int8>,
        at address: UnsafeMutableRawPointer
    ) {
        recordMissingKey()
    }
    override func encode(_ data: Data) { recordMissingKey() }
    override func decodeData() -> Data? {
        recordMissingKey()
        return nil
    }
    override func encodePropertyList(_ value: Any) { recordMissingKey() }
    override func decodePropertyList() -> Any? {
        recordMissingKey()
        return nil
    }
}

extension NSNumber {
    var letter: Character {
        // Invariant: `objCType` is a string that lives as long as the number.
        unsafe String(cString: objCType).first ?? "q"
    }
}
