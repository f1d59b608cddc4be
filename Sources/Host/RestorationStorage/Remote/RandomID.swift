/// Identifies one sealed image among all that devices write.
public struct WriteID: Hashable, Sendable {
    let value: UInt128

    /// Creates a random ID.
    public init() { value = .random(in: 0 ... .max) }

    /// Creates an ID from 16 bytes, or returns `nil` for any other count.
    public init?(bytes: [UInt8]) {
        guard let value = UInt128(bigEndianBytes: bytes) else { return nil }
        self.value = value
    }

    /// The 16 bytes.
    public var bytes: [UInt8] { value.bigEndianBytes }
}

extension WriteID: CustomStringConvertible {
    /// 32 hexadecimal digits.
    public var description: String { value.digits }
}

/// Identifies a device for good, by a random number in its state directory.
public struct DeviceID: Hashable, Sendable {
    let value: UInt128

    /// Creates a random ID.
    public init() { value = .random(in: 0 ... .max) }

    /// Creates an ID from 16 bytes, or returns `nil` for any other count.
    public init?(bytes: [UInt8]) {
        guard let value = UInt128(bigEndianBytes: bytes) else { return nil }
        self.value = value
    }

    /// Creates an ID from 32 hexadecimal digits, or returns `nil` for other text.
    public init?(_ text: String) {
        guard text.utf8.count == 32, text.allSatisfy(\.isHexDigit),
            let value = UInt128(text, radix: 16)
        else { return nil }
        self.value = value
    }

    /// The 16 bytes.
    public var bytes: [UInt8] { value.bigEndianBytes }
}

extension DeviceID: CustomStringConvertible {
    /// 32 hexadecimal digits.
    public var description: String { value.digits }
}

extension UInt128 {
    fileprivate init?(bigEndianBytes bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self = bytes.reduce(0) { $0 << 8 | UInt128($1) }
    }

    fileprivate var bigEndianBytes: [UInt8] {
        (0..<16).map { UInt8(truncatingIfNeeded: self >> (8 * (15 - $0))) }
    }

    fileprivate var digits: String {
        let text = String(self, radix: 16)
        return String(repeating: "0", count: 32 - text.utf8.count) + text
    }
}
