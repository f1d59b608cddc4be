/// Why a text is no signature: where, what was expected there, and what to write.
public struct SignatureFault: Error, Hashable, Sendable {
    /// The place, counted in characters (Unicode scalars) from 1. One past the last for the end.
    public let column: Int
    /// What could have stood there, such as `a type` or `"," or ")"`.
    public let expected: String
    /// What stands there, in quotes, or `the end`.
    public let found: String
    /// What to do, as a sentence with its full stop.
    public let remedy: String
}

extension SignatureFault: CustomStringConvertible {
    /// What is wrong, as a sentence without its full stop.
    public var description: String { "At column \(column) stands \(found) in place of \(expected)" }
}

extension SignatureFault {
    /// What to write in place of a word that names no type.
    static func remedy(forType word: String) -> String {
        if let type = suggestions[word] { return "Write \(type)." }
        if word == "void" { return "Write () for a function without parameters." }
        if word == "owned" { return "Write string; only a result can be owned." }
        let stem = word.hasSuffix("_t") ? String(word.dropLast(2)) : word.lowercased()
        if let type = InvocationType.byWord[stem] { return "Write \(type)." }
        let types = InvocationType.plain.map(\.description).joined(separator: ", ")
        return "Write one of \(types)."
    }

    /// What C's own words are here. Its `long` differs between systems, but not between those that
    /// this runs on.
    private static let suggestions: [String: InvocationType] = [
        "_Bool": .bool, "char": .int8, "short": .int16, "int": .int32, "long": .int64,
        "uchar": .uint8, "ushort": .uint16, "unsigned": .uint32, "uint": .uint32, "ulong": .uint64,
        "float": .float32, "double": .float64, "const": .string, "text": .string,
        "pointer": .object,
    ]
}
