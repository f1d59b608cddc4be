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
    /// The text around the place, and below it a line with a caret that points there:
    ///
    ///     (object, doubel)
    ///              ^
    public let excerpt: String
}

extension SignatureFault: CustomStringConvertible {
    /// What is wrong, as a sentence without its full stop.
    public var description: String { "At column \(column) stands \(found) in place of \(expected)" }
}

extension SignatureFault {
    init(column: Int, expected: String, found: String, remedy: String, in text: String) {
        self.column = column
        self.expected = expected
        self.found = found
        self.remedy = remedy
        excerpt = Self.excerpt(of: text, column: column)
    }

    /// What is shown of a line of text: as much as fits a terminal, and nothing that it would obey.
    ///
    /// - Parameter column: the place to point to, in Unicode scalars from 1.
    package static func excerpt(of text: String, column: Int) -> String {
        let scalars = text.unicodeScalars
        let first = max(0, column - 1 - 40)
        let window = scalars.dropFirst(first).prefix(72)
        var line = first > 0 ? "…" : ""
        for scalar in window {
            line.unicodeScalars.append(scalar.isASCII && !scalar.isPrintable ? " " : shown(scalar))
        }
        if scalars.dropFirst(first + 72).first != nil { line += "…" }
        let blanks = column - 1 - first + (first > 0 ? 1 : 0)
        return "\(line)\n\(String(repeating: " ", count: blanks))^"
    }

    private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        scalar.isPrintable ? scalar : "·"
    }

    /// What to write in place of words that name no type, of which the first is where one should
    /// be.
    static func remedy(forType words: [String]) -> String {
        let word = words[0]
        if word == "const", words.count > 1 {
            if InvocationType.byWord[words[1]] != nil { return "Leave const out." }
            return remedy(forType: Array(words.dropFirst()))
        }
        if let remedy = remedy(forLongType: words) { return remedy }
        if let type = meant(by: word) { return "Write \(type)." }
        if word == "void" { return "Write () for a function without parameters." }
        if word == "owned" { return "Write string; only results and out-parameters can be owned." }
        let types = InvocationType.plain.map(\.description).joined(separator: ", ")
        return "Write one of \(types)."
    }

    /// What to write in place of a type that C writes in several words.
    private static func remedy(forLongType words: [String]) -> String? {
        let word = words[0]
        let isPointer = words.dropFirst().first == "*"
        let words = words.prefix { $0.first?.isLetter == true || $0.first == "_" }
        if words.contains("_Complex") { return "Complex numbers have no type here." }
        if words.starts(with: ["long", "double"]) { return "long double has no type here." }
        if word == "union" { return "Unions have no type here." }
        if word == "struct" { return "Write its fields: {int32 x, float64 y}." }
        if word == "char", isPointer {
            return "Write string for text, or int8 * for one number."
        }
        guard ["unsigned", "signed", "long", "short"].contains(word) else { return nil }
        let size = words.first { ["char", "short", "long"].contains($0) }
        let bits = ["char": 8, "short": 16, "long": 64][size ?? ""] ?? 32
        return "Write \(word == "unsigned" ? "u" : "")int\(bits)."
    }

    /// The type that a word of C, or one in other letters or with letters exchanged, stands for.
    static func meant(by word: String) -> InvocationType? {
        let stem = word.hasSuffix("_t") ? String(word.dropLast(2)) : word.lowercased()
        return suggestions[word] ?? InvocationType.byWord[stem]
            ?? InvocationType.plain.first { $0.description.sorted() == word.sorted() }
    }

    /// What C's own words are here. Its `long` differs between systems, but not between those that
    /// this runs on.
    private static let suggestions: [String: InvocationType] = [
        "_Bool": .bool, "boolean": .bool, "char": .int8, "short": .int16, "int": .int32,
        "long": .int64,
        "uchar": .uint8, "ushort": .uint16, "unsigned": .uint32, "uint": .uint32, "ulong": .uint64,
        "float": .float32, "double": .float64, "const": .string, "text": .string,
    ]
}
