/// A JSON value as it was written: numbers that are whole stay whole, members keep their order.
package indirect enum JSONValue: Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// One entry of an object.
    package struct Member: Sendable {
        package let key: String
        package let value: JSONValue

        package init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// The kind of value, in the words of an error: "text", "a list".
    package var kind: String {
        switch self {
        case .null: "null"
        case .boolean: "true or false"
        case .integer: "a whole number"
        case .number: "a number"
        case .string: "text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

/// Bytes that are not JSON, and where they go wrong.
public struct JSONSyntaxError: Error, Hashable, CustomStringConvertible {
    /// What is wrong at the offset.
    @nonexhaustive
    public enum Reason: Hashable, Sendable {
        /// A byte that cannot stand here.
        case unexpectedByte(UInt8)
        /// The text ends in the middle of a value.
        case unexpectedEnd
        /// More follows the value.
        case trailingText
        /// An escape that JSON does not have, or half of a surrogate pair.
        case malformedEscape
        /// A string with bytes that are not UTF-8.
        case malformedUTF8
        /// A number that no 64-bit number can hold.
        case numberTooLarge
        /// Lists and objects nested deeper than ``JSONParser`` allows.
        case tooDeep
        /// One key twice in the same object.
        case repeatedKey(String)
    }

    /// The offset in bytes from the start.
    public let offset: Int
    /// What is wrong there.
    public let reason: Reason

    /// The fault and its offset, as the end of a sentence: `unexpected ']' at byte 214`.
    public var description: String { "\(reason.words) at byte \(offset)" }
}

extension JSONSyntaxError.Reason {
    fileprivate var words: String {
        switch self {
        case .unexpectedByte(let byte) where (0x20..<0x7F).contains(byte):
            "unexpected '\(Unicode.Scalar(byte))'"
        case .unexpectedByte(let byte): "unexpected byte 0x\(String(byte, radix: 16))"
        case .unexpectedEnd: "unexpected end"
        case .trailingText: "unexpected text after the last brace"
        case .malformedEscape: "unknown escape"
        case .malformedUTF8: "text that is not UTF-8"
        case .numberTooLarge: "a number that is too large"
        case .tooDeep: "nesting of more than \(JSONParser.maximumDepth) levels"
        case .repeatedKey(let key): "a second \"\(key)\""
        }
    }
}
