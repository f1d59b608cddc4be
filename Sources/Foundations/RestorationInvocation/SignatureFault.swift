/// A syntax error in a signature: its position, the expected text and a remedy.
public struct SignatureFault: Error, Hashable, Sendable {
    /// The column, in Unicode scalars from 1; one past the last at the end of the text.
    public let column: Int
    /// The text allowed at this position, such as `a type` or `"," or ")"`.
    public let expected: String
    /// The text found, in quotes, or `the end`.
    public let found: String
    /// Instructions, as a sentence with its full stop.
    public let remedy: String
    /// The surrounding text, above a line with a caret at the column:
    ///
    ///     (object, doubel)
    ///              ^
    public let excerpt: String
}

extension SignatureFault: CustomStringConvertible {
    /// The problem, as a sentence without its full stop.
    public var description: String { "Found \(found) at column \(column), expected \(expected)" }
}

extension SignatureFault {
    init(column: Int, expected: String, found: String, remedy: String, in text: String) {
        self.column = column
        self.expected = expected
        self.found = found
        self.remedy = remedy
        excerpt = Self.excerpt(of: text, column: column)
    }

    /// A terminal-safe excerpt of a line of text, with a caret.
    ///
    /// - Parameter column: the caret's position, in Unicode scalars from 1.
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

    /// The remedy for words that are not a type. The first word is at the position of a type.
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

    private static func remedy(forLongType words: [String]) -> String? {
        let word = words[0]
        let isPointer = words.dropFirst().first == "*"
        let words = words.prefix { $0.first?.isLetter == true || $0.first == "_" }
        if words.contains("_Complex") { return "Complex numbers are not supported." }
        if words.starts(with: ["long", "double"]) { return "long double has no type here." }
        if word == "union" { return "Unions are not supported." }
        if word == "struct" { return "Write its fields: {int32 x, float64 y}." }
        if word == "char", isPointer {
            return "Write string for text, or int8 * for one number."
        }
        guard ["unsigned", "signed", "long", "short"].contains(word) else { return nil }
        let size = words.first { ["char", "short", "long"].contains($0) }
        let bits = ["char": 8, "short": 16, "long": 64][size ?? ""] ?? 32
        return "Write \(word == "unsigned" ? "u" : "")int\(bits)."
    }

    /// The type that a C keyword or a misspelling of one suggests.
    static func meant(by word: String) -> InvocationType? {
        let stem = word.hasSuffix("_t") ? String(word.dropLast(2)) : word.lowercased()
        return suggestions[word] ?? InvocationType.byWord[stem]
            ?? InvocationType.plain.first { $0.description.sorted() == word.sorted() }
    }

    /// The types for C keywords. All supported systems agree on `long`.
    private static let suggestions: [String: InvocationType] = [
        "_Bool": .bool, "boolean": .bool, "char": .int8, "short": .int16, "int": .int32,
        "long": .int64,
        "uchar": .uint8, "ushort": .uint16, "unsigned": .uint32, "uint": .uint32, "ulong": .uint64,
        "float": .float32, "double": .float64, "const": .string, "text": .string,
    ]
}
