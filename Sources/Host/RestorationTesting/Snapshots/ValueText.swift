import RestorationKit

/// A whole value on one line.
struct ValueText {
    let path: (UInt32) -> String

    func text(_ value: RestorationValue) -> String {
        switch value {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .unsigned(let value): "\(value)"
        // Decoding distinguishes floats from doubles.
        case .float(let value): "\(value) (float)"
        case .double(let value): "\(value)"
        case .string(let value): value.debugDescription
        case .date(let value): "\(value.seconds) s \(value.nanoseconds) ns"
        case .uuid(let value): "\(value)"
        case .bytes(let bytes):
            "<" + bytes.map { $0.digits(2, radix: 16) }.joined(separator: " ") + ">"
        case .array(let values): "[" + values.map(text).joined(separator: ", ") + "]"
        case .dictionary(let values): "{" + text(ofEntries: values) + "}"
        case .reference(let number): "→ " + (number.map { Self.name(path($0)) } ?? "nothing")
        }
    }

    private func text(ofEntries values: [String: RestorationValue]) -> String {
        values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            .map { "\($0.key.debugDescription): \(text($0.value))" }
            .joined(separator: ", ")
    }

    /// A key or path, quoted if it contains unusual characters.
    static func name(_ name: String) -> String {
        let isPlain = name.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                || " _-./#\\".unicodeScalars.contains(scalar)
        }
        return isPlain ? name : name.debugDescription
    }
}
