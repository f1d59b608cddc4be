/// A reason why bytes are not JSON (RFC 8259).
@nonexhaustive
public enum JSONFault: Hashable, Sendable {
    /// The bytes end before everything is closed.
    case endsEarly
    case notUTF8
    /// The bytes EF BB BF, which some editors write before UTF-8.
    case byteOrderMark
    /// Something other than a value.
    case noValue
    /// Something other than a key.
    case noKey
    case noColon
    /// Neither a comma nor the closing bracket after a value of an object or a list.
    case noComma(isObject: Bool)
    /// A comma before a closing bracket.
    case trailingComma
    case comment
    /// Text after the value.
    case beyondEnd
    /// A line break or another control character in text.
    case controlCharacter
    /// A backslash before an invalid character.
    case malformedEscape
    /// Half of a surrogate pair.
    case halfCharacter
    case malformedNumber

    var clause: String {
        switch self {
        case .endsEarly: "it ends inside a list, an object or text"
        case .notUTF8: "it is not UTF-8"
        case .byteOrderMark: "it begins with a byte order mark"
        case .noValue: "a value is missing"
        case .noKey: "a key is missing"
        case .noColon: "the colon after a key is missing"
        case .noComma(isObject: true): "a comma or the closing } is missing"
        case .noComma(isObject: false): "a comma or the closing ] is missing"
        case .trailingComma: "a comma has no value after it"
        case .comment: "it contains a comment"
        case .beyondEnd: "text follows its end"
        case .controlCharacter: "text contains a line break or control character"
        case .malformedEscape: "text contains an invalid escape"
        case .halfCharacter: "text contains half of a surrogate pair"
        case .malformedNumber: "a number is malformed"
        }
    }

    var remedy: String {
        switch self {
        case .endsEarly: "Close every bracket and quotation mark."
        case .notUTF8: "Save the file as UTF-8."
        case .byteOrderMark: "Save the file as UTF-8 without a byte order mark."
        case .noValue: "Write text in quotation marks, a number, true, false, a list or an object."
        case .noKey: "Write a key in quotation marks."
        case .noColon: "Write a colon between the key and its value."
        case .noComma: "Add the missing character."
        case .trailingComma: "Remove the comma, or add a value."
        case .comment: "Remove the comment; JSON has none."
        case .beyondEnd: "Remove the text after the end of the JSON."
        case .controlCharacter: "Write \\n for a line break."
        case .malformedEscape: "Write \\\\ for a backslash."
        case .halfCharacter: "Write the character itself."
        case .malformedNumber: "Write a number such as 12, -0.5 or 1e9."
        }
    }
}

/// A line and column in text.
public struct TextPosition: Hashable, Sendable {
    /// From 1 up.
    public let line: Int
    /// The character's position in its line, from 1 up.
    public let column: Int

    /// The position of a byte. Each byte of invalid UTF-8 counts as a character.
    init(ofByte offset: Int, in bytes: [UInt8]) {
        let before = bytes.prefix(offset)
        let start = Self.lineStart(of: before)
        line = before.count { $0 == UInt8(ascii: "\n") } + 1
        column = String(decoding: before[start...], as: UTF8.self).unicodeScalars.count + 1
    }

    static func line(aroundByte offset: Int, in bytes: [UInt8]) -> String {
        let start = lineStart(of: bytes.prefix(offset))
        return String(decoding: bytes[start...].prefix { $0 != 0x0A }, as: UTF8.self)
    }

    private static func lineStart(of before: ArraySlice<UInt8>) -> Int {
        before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    }
}

extension TextPosition: CustomStringConvertible {
    /// `line 3, column 14`.
    public var description: String { "line \(line), column \(column)" }
}
