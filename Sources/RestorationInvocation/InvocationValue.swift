/// What goes into a C function and comes out of it.
///
/// Two values are equal if C cannot tell them apart: text byte by byte, numbers bit by bit. So a
/// NaN equals itself, and -0.0 is not 0.0.
public enum InvocationValue: Sendable {
    case bool(Bool)
    /// An integer for any integer type that has room for it.
    case integer(Int64)
    /// The same, for those above `Int64.max`; smaller ones equal their ``integer(_:)``.
    case unsigned(UInt64)
    case float(Float)
    case double(Double)
    /// Text, or `nil` for C's null.
    case string(String?)
    /// The address of a library's object; 0 for C's null.
    case object(UInt)

    /// What an error calls the value, without showing it.
    public var kind: Kind {
        switch self {
        case .bool: .bool
        case .integer, .unsigned: .integer
        case .float: .float
        case .double: .double
        case .string: .string
        case .object: .object
        }
    }

    /// The kinds of value.
    @nonexhaustive
    public enum Kind: String, Hashable, Sendable {
        case bool, integer, float, double, string, object
    }
}

extension InvocationValue: Hashable {
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.string(let left?), .string(let right?)): left.utf8.elementsEqual(right.utf8)
        case (.string(nil), .string(nil)): true
        case (.string, _), (_, .string): false
        default:
            left.kind == right.kind && left.isNegative == right.isNegative
                && left.bits == right.bits
        }
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        guard case .string(let text) = self else { return hasher.combine(bits) }
        text?.utf8.forEach { hasher.combine($0) }
    }

    /// Whether the value is an integer below 0, which shares its bits with one above `Int64.max`.
    private var isNegative: Bool {
        if case .integer(let value) = self { value < 0 } else { false }
    }

    /// What tells the value from others of its kind and sign; 0 for text.
    private var bits: UInt64 {
        switch self {
        case .bool(let value): value ? 1 : 0
        case .integer(let value): UInt64(bitPattern: value)
        case .unsigned(let value): value
        case .float(let value): UInt64(value.bitPattern)
        case .double(let value): value.bitPattern
        case .object(let address): UInt64(address)
        case .string: 0
        }
    }
}
