/// A type of the signature language: what one argument or the result of a C function is.
@nonexhaustive
public enum InvocationType: Hashable, Sendable {
    /// No result.
    case void
    /// C's `bool` (`_Bool`).
    case bool
    case int8, int16, int32, int64
    case uint8, uint16, uint32, uint64
    /// C's `size_t`.
    case size
    /// C's `float`.
    case float32
    /// C's `double`.
    case float64
    /// A `const char *`: UTF-8 with a NUL behind it, or null for "no text". It belongs to whoever
    /// passes it: the caller's arguments last for the call, a function's result is copied at once.
    case string
    /// The same as a result that the caller frees with `free`.
    case ownedString
    /// A `void *` to something that the functions of one library know.
    case object
}

extension InvocationType: CustomStringConvertible {
    /// The type as a signature writes it.
    public var description: String {
        switch self {
        case .void: "void"
        case .bool: "bool"
        case .int8: "int8"
        case .int16: "int16"
        case .int32: "int32"
        case .int64: "int64"
        case .uint8: "uint8"
        case .uint16: "uint16"
        case .uint32: "uint32"
        case .uint64: "uint64"
        case .size: "size"
        case .float32: "float32"
        case .float64: "float64"
        case .string: "string"
        case .ownedString: "owned string"
        case .object: "object"
        }
    }

    /// The types that a parameter or a result may have and that are one word.
    static let plain: [InvocationType] = [
        .bool, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .size, .float32,
        .float64, .string, .object,
    ]

    static let byWord = Dictionary(uniqueKeysWithValues: plain.map { ($0.description, $0) })
}
