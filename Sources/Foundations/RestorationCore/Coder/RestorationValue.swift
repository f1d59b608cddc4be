/// A value of an archive, for code that does not know the types in advance: tools that show
/// archives, parameters of a ``CreationRequest``, tests.
public indirect enum RestorationValue: Hashable, Sendable {
    /// A stored null, which differs from an absent key.
    case null
    case bool(Bool)
    /// An integer that fits 64 signed bits.
    case integer(Int64)
    /// An integer above `Int64.max`; smaller ones are ``integer(_:)``.
    case unsigned(UInt64)
    case float(Float)
    case double(Double)
    case string(String)
    case bytes([UInt8])
    case date(Timestamp)
    case uuid(UniqueIdentifier)
    case array([RestorationValue])
    case dictionary([String: RestorationValue])
    /// A record number of the same archive, or `nil` if that record is missing.
    case reference(UInt32?)

    /// The kind of the value.
    public var kind: ValueKind {
        switch self {
        case .null: .null
        case .bool: .bool
        case .integer, .unsigned: .integer
        case .float: .float
        case .double: .double
        case .string: .string
        case .bytes: .bytes
        case .date: .date
        case .uuid: .uuid
        case .array: .array
        case .dictionary: .dictionary
        case .reference: .reference
        }
    }
}

/// The kinds of values, numbered as in `restoration/coder.h`.
public enum ValueKind: UInt32, Hashable, Sendable, CaseIterable {
    case null = 1
    case bool, integer, float, double, string, bytes, date, uuid, array, dictionary, reference
}

extension ValueKind: CustomStringConvertible {
    /// The kind as a word, such as "string".
    public var description: String {
        switch self {
        case .null: "null"
        case .bool: "bool"
        case .integer: "integer"
        case .float: "float"
        case .double: "double"
        case .string: "string"
        case .bytes: "bytes"
        case .date: "date"
        case .uuid: "uuid"
        case .array: "array"
        case .dictionary: "dictionary"
        case .reference: "reference"
        }
    }
}

extension RestorationValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    /// Creates an integer; write one above `Int64.max` as ``unsigned(_:)``.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Creates a text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates a double-precision number.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// Creates an array of values, possibly of different kinds.
    public init(arrayLiteral elements: RestorationValue...) { self = .array(elements) }
    /// Creates null, which differs from an absent key.
    public init(nilLiteral: ()) { self = .null }
    /// Creates a dictionary. The last of several equal keys wins.
    public init(dictionaryLiteral elements: (String, RestorationValue)...) {
        self = .dictionary(Dictionary(elements) { $1 })
    }
}

/// A point in time with nanosecond precision, without a calendar.
public struct Timestamp: Hashable, Sendable, Comparable {
    /// Whole seconds since 1970-01-01 00:00:00 UTC, without leap seconds.
    public let seconds: Int64
    /// The nanoseconds after ``seconds``: 0 to 999,999,999.
    public let nanoseconds: UInt32

    /// Creates a timestamp, or returns `nil` if `nanoseconds` is a second or more.
    public init?(seconds: Int64, nanoseconds: UInt32 = 0) {
        guard nanoseconds < 1_000_000_000 else { return nil }
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    public static func < (left: Self, right: Self) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
}

/// A universally unique identifier: 16 bytes in the order of their printed form (RFC 9562).
public struct UniqueIdentifier: Hashable, Sendable {
    /// The first eight bytes, most significant first.
    public let high: UInt64
    /// The last eight bytes, most significant first.
    public let low: UInt64

    /// Creates an identifier from its two halves.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

extension UniqueIdentifier: CustomStringConvertible {
    /// The printed form of RFC 9562: groups of 8, 4, 4, 4 and 12 digits.
    public var description: String {
        let digits = high.digits(16, radix: 16) + low.digits(16, radix: 16)
        var rest = digits[...]
        let groups = [8, 4, 4, 4, 12].map { count in
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        return groups.joined(separator: "-")
    }
}
