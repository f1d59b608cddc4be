/// An argument or result of a C function.
///
/// Values are equal if C cannot distinguish them: text compares by bytes, numbers by bits. A NaN
/// therefore equals itself, and -0.0 differs from 0.0.
public enum InvocationValue: Sendable {
    case bool(Bool)
    /// An integer for any integer type with sufficient range.
    case integer(Int64)
    /// An integer above `Int64.max`; a smaller one equals its ``integer(_:)``.
    case unsigned(UInt64)
    case float(Float)
    case double(Double)
    /// Text, or `nil` for null.
    case string(String?)
    /// Bytes, or `nil` for null.
    case bytes([UInt8]?)
    /// The address of a library's object; 0 for null.
    case object(UInt)
    /// An opaque address; 0 for null.
    case pointer(UInt)
    /// A structure, with all its fields by name.
    case structure([String: InvocationValue])
    /// An enumeration's value by name. Use ``integer(_:)`` for one without a name.
    case enumerator(String)
    /// A function for C to call.
    case callback(NativeClosure)
    /// Null for any type that allows it, including a null pointer to a value.
    case null

    /// The value's kind, which errors show in place of the value.
    public var kind: Kind {
        switch self {
        case .bool: .bool
        case .integer, .unsigned: .integer
        case .float: .float
        case .double: .double
        case .string: .string
        case .bytes: .bytes
        case .object: .object
        case .pointer: .pointer
        case .structure: .structure
        case .enumerator: .enumerator
        case .callback: .callback
        case .null: .null
        }
    }

    /// The kinds of value.
    @nonexhaustive
    public enum Kind: String, Hashable, Sendable {
        case bool, integer, float, double, string, bytes, object, pointer, structure, enumerator
        case callback, null
    }

    var isNull: Bool {
        switch self {
        case .null, .string(nil), .bytes(nil), .object(0), .pointer(0): true
        default: false
        }
    }
}

extension InvocationValue: Hashable {
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.string(let left?), .string(let right?)),
            (.enumerator(let left), .enumerator(let right)):
            left.utf8.elementsEqual(right.utf8)
        case (.string(let left), .string(let right)): left == nil && right == nil
        case (.bytes(let left), .bytes(let right)): left == right
        case (.structure(let left), .structure(let right)): left == right
        case (.callback(let left), .callback(let right)): left === right
        default:
            left.kind == right.kind && left.isNegative == right.isNegative
                && left.bits == right.bits
        }
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        switch self {
        case .string(let text): text?.utf8.forEach { hasher.combine($0) }
        case .enumerator(let name): name.utf8.forEach { hasher.combine($0) }
        case .bytes(let bytes): hasher.combine(bytes)
        case .structure(let fields): hasher.combine(fields)
        case .callback(let closure): hasher.combine(ObjectIdentifier(closure))
        default: hasher.combine(bits)
        }
    }

    /// Whether the value is a negative integer, whose bits equal those of one above `Int64.max`.
    private var isNegative: Bool {
        if case .integer(let value) = self { value < 0 } else { false }
    }

    /// The bits of a number, which identify it among values of its kind and sign.
    private var bits: UInt64 {
        switch self {
        case .bool(let value): value ? 1 : 0
        case .integer(let value): UInt64(bitPattern: value)
        case .unsigned(let value): value
        case .float(let value): UInt64(value.bitPattern)
        case .double(let value): value.bitPattern
        case .object(let address), .pointer(let address): UInt64(address)
        case .string, .bytes, .structure, .enumerator, .callback, .null: 0
        }
    }
}
