import FoundationEssentials
import TerminalDialogue

/// A result as JSON for programs, with `null` for missing values.
struct JSONDocument {
    let text: String

    init(_ result: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        let json = String(decoding: try encoder.encode(result), as: UTF8.self)
        text = json.escapedInJSON + "\n"
    }
}

/// The name of a member. Types encode their members explicitly, since synthesised code omits `nil`,
/// and scripts would have to guess.
struct MemberName: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringLiteral name: String) { stringValue = name }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension String {
    /// Escapes every character that could act on a terminal, since the encoder escapes only those
    /// that JSON forbids. Outside strings, line feeds are the only such characters.
    fileprivate var escapedInJSON: String {
        guard unicodeScalars.contains(where: \.isEscapedInJSON) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            guard scalar.isEscapedInJSON else {
                text.unicodeScalars.append(scalar)
                return
            }
            // Characters beyond the first plane are two UTF-16 units in JSON (RFC 8259, section 7).
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isEscapedInJSON: Bool { isUnfitForTerminals && self != "\n" }
}
