import RestorationCore

/// Values as ASCII text. Values that differ in any bit have different texts.
extension CarriedValue {
    /// A key and its value on one line.
    ///
    /// - Parameter name: Returns the name of a referenced object.
    func line(_ key: String, naming name: (any Restorable) -> String) -> String {
        "\(Self.quoted(key)): \(text(naming: name))"
    }

    private func text(naming name: (any Restorable) -> String) -> String {
        switch self {
        case .single(let value): Self.text(value)
        case .array(let elements):
            "[\(elements.map { $0.text(naming: name) }.joined(separator: ", "))]"
        case .dictionary(let entries):
            "{\(entries.map { $1.line($0, naming: name) }.joined(separator: ", "))}"
        case .reference(let object): "-> \(Self.quoted(name(object)))"
        }
    }

    private static func text(_ value: RestorationValue) -> String {
        switch value {
        case .float(let number): "float 0x\(String(number.bitPattern, radix: 16))"
        case .double(let number): "double 0x\(String(number.bitPattern, radix: 16))"
        case .string(let text): quoted(text)
        case .bytes(let bytes): "bytes \(shortened(bytes))"
        default: "\(value)"
        }
    }

    /// Text as its escaped scalars, since Swift compares canonically equivalent strings as equal.
    static func quoted(_ text: String) -> String {
        guard text.utf8.count <= 300 else { return "text \(shortened(Array(text.utf8)))" }
        return "\"\(text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined())\""
    }

    private static func shortened(_ bytes: [UInt8]) -> String {
        guard bytes.count > 32 else { return "\(bytes)" }
        // FNV-1a, so that the last byte counts as much as the first.
        let sum = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        return "\(bytes.prefix(8))... \(bytes.count) bytes, sum \(String(sum, radix: 16))"
    }
}
