/// A value of JSON, before anything is asked of it.
///
/// Manifests are not decoded into types of their own: a decoder says what it wanted and where, but
/// only in prose what it found, and authors are told all three.
indirect enum JSONValue: Decodable {
    case null
    case boolean(Bool)
    /// A number without a fraction, however it is written, that fits.
    case integer(Int64)
    /// Any other number.
    case number
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// The deepest nesting of lists and objects: decoding recurses, and the stack is finite.
    static let maximumDepth = 32

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let text = try value.decodeIfOfKind(String.self) {
            self = .string(text)
        } else if let flag = try value.decodeIfOfKind(Bool.self) {
            self = .boolean(flag)
        } else if let integer = try? value.decode(Int64.self) {
            // Any error means only that it is something else: a malformed number fails below.
            self = .integer(integer)
        } else if try value.decodeIfOfKind(Double.self) != nil {
            self = .number
        } else if decoder.codingPath.count >= Self.maximumDepth {
            throw ManifestError(location: "", fault: .tooDeep)
        } else if (try? decoder.unkeyedContainer()) != nil {
            self = .array(try value.decode([JSONValue].self))
        } else {
            self = .object(try value.decode([String: JSONValue].self))
        }
    }

    /// The kind of value, in the words of an error: "text", "a list".
    var kind: String {
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

extension SingleValueDecodingContainer {
    /// The value, or `nil` if it is of another kind. What is of the kind but malformed throws.
    fileprivate func decodeIfOfKind<Value: Decodable>(_: Value.Type) throws -> Value? {
        do {
            return try decode(Value.self)
        } catch DecodingError.typeMismatch {
            return nil
        }
    }
}
