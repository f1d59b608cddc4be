/// A value that a coder can store.
///
/// Numbers, `Bool`, `String`, ``Timestamp``, ``UniqueIdentifier`` and ``RestorationValue`` conform,
/// as do arrays, dictionaries with text keys and optionals of them. An enum whose raw value has one
/// of these types only needs to declare the conformance. Build other types from the `put` and
/// `take` functions of ``RestorationCoder``:
///
/// ```swift
/// struct Point: RestorationCodable {
///     var x, y: Double
///     func encode(into coder: RestorationCoder) { [x, y].encode(into: coder) }
///     static func decode(from coder: RestorationCoder) throws(CoderError) -> Point {
///         let numbers = try [Double].decode(from: coder)
///         guard numbers.count == 2 else { throw .misuse("A point has two coordinates") }
///         return Point(x: numbers[0], y: numbers[1])
///     }
/// }
/// ```
public protocol RestorationCodable {
    /// Writes exactly one value: one call of a `put` function or of another value's
    /// ``encode(into:)``.
    ///
    /// Otherwise the object's preservation fails with ``CoderError/missingValue(key:)`` or
    /// ``CoderError/extraValue(key:)``.
    func encode(into coder: RestorationCoder)
    /// Reads the current value.
    static func decode(from coder: RestorationCoder) throws(CoderError) -> Self
    /// Writes an array as one value. `UInt8` writes bytes.
    static func encodeArray(_ array: [Self], into coder: RestorationCoder)
    /// Reads an array that ``encodeArray(_:into:)`` wrote.
    static func decodeArray(from coder: RestorationCoder) throws(CoderError) -> [Self]
}

extension RestorationCodable {
    @inlinable
    public static func encodeArray(_ array: [Self], into coder: RestorationCoder) {
        coder.putArray {
            for element in array {
                coder.beginElement()
                element.encode(into: coder)
            }
        }
    }

    @inlinable
    public static func decodeArray(from coder: RestorationCoder) throws(CoderError) -> [Self] {
        var array: [Self] = []
        try coder.takeArray(reserving: { array.reserveCapacity($0) }) { () throws(CoderError) in
            array.append(try Self.decode(from: coder))
        }
        return array
    }
}

extension Bool: RestorationCodable {
    @inlinable public func encode(into coder: RestorationCoder) { coder.put(self) }
    @inlinable
    public static func decode(from coder: RestorationCoder) throws(CoderError) -> Bool {
        try coder.takeBool()
    }
}

extension RestorationCodable where Self: FixedWidthInteger & SignedInteger {
    @inlinable
    public func encode(into coder: RestorationCoder) {
        if let value = Int64(exactly: self) { coder.put(value) } else { encodeWide(into: coder) }
    }
    /// Reads an integer, or throws ``CoderError/outOfRange(key:requested:)`` if it does not fit.
    @inlinable
    public static func decode(from coder: RestorationCoder) throws(CoderError) -> Self {
        if bitWidth > Int64.bitWidth { return try decodeWide(from: coder) }
        guard let value = Self(exactly: try coder.takeInteger()) else {
            throw coder.outOfRange(Self.self)
        }
        return value
    }
}

extension RestorationCodable where Self: FixedWidthInteger & UnsignedInteger {
    @inlinable
    public func encode(into coder: RestorationCoder) {
        if let value = UInt64(exactly: self) { coder.put(value) } else { encodeWide(into: coder) }
    }
    /// Reads an integer, or throws ``CoderError/outOfRange(key:requested:)`` if it does not fit.
    @inlinable
    public static func decode(from coder: RestorationCoder) throws(CoderError) -> Self {
        if bitWidth > UInt64.bitWidth { return try decodeWide(from: coder) }
        guard let value = Self(exactly: try coder.takeUnsigned()) else {
            throw coder.outOfRange(Self.self)
        }
        return value
    }
}

// Archives hold 64-bit integers. Wider values are stored as decimal digits.
extension RestorationCodable where Self: FixedWidthInteger {
    @usableFromInline
    func encodeWide(into coder: RestorationCoder) {
        if let value = UInt64(exactly: self) { coder.put(value) } else { coder.put("\(self)") }
    }

    @usableFromInline
    static func decodeWide(from coder: RestorationCoder) throws(CoderError) -> Self {
        let value: Self? =
            switch try RestorationValue.decode(from: coder) {
            case .integer(let value): Self(exactly: value)
            case .unsigned(let value): Self(exactly: value)
            case .string(let digits): Self(digits)
            case let other:
                throw .mismatch(
                    key: coder.currentKey,
                    stored: other.kind,
                    requested: "\(ValueKind.integer)"
                )
            }
        guard let value else { throw coder.outOfRange(Self.self) }
        return value
    }
}

extension Int: RestorationCodable {}
extension Int8: RestorationCodable {}
extension Int16: RestorationCodable {}
extension Int32: RestorationCodable {}
extension Int64: RestorationCodable {}
extension Int128: RestorationCodable {}
extension UInt: RestorationCodable {}
extension UInt16: RestorationCodable {}
extension UInt32: RestorationCodable {}
extension UInt64: RestorationCodable {}
extension UInt128: RestorationCodable {}

extension UInt8: RestorationCodable {
    /// Writes bytes instead of an array of numbers.
    @inlinable
    public static func encodeArray(_ array: [UInt8], into coder: RestorationCoder) {
        coder.put(array)
    }
    @inlinable
    public static func decodeArray(from coder: RestorationCoder) throws(CoderError) -> [UInt8] {
        try coder.takeBytes()
    }
}

extension RestorationCoder {
    @usableFromInline
    func outOfRange(_ type: Any.Type) -> CoderError {
        .outOfRange(key: currentKey, requested: "\(type)")
    }
}

extension Float: RestorationCodable {
    @inlinable public func encode(into coder: RestorationCoder) { coder.put(self) }
    @inlinable
    public static func decode(from coder: RestorationCoder) throws(CoderError) -> Float {
        try coder.takeFloat()
    }
}

extension Double: RestorationCodable {
    @inlinable public func encode(into coder: RestorationCoder) { coder.put(self) }
    @inlinable
    public static func decode(from coder: RestorationCoder) throws(CoderError) -> Double {
        try coder.takeDouble()
    }
}

extension String: RestorationCodable {
    @inlinable public func encode(into coder: RestorationCoder) { coder.put(self) }
    @inlinable
    public static func decode(from coder: RestorationCoder) throws(CoderError) -> String {
        try coder.takeString()
    }

    // Specialised for text, the most common element: one coder call handles the whole array.
    public static func encodeArray(_ array: [String], into coder: RestorationCoder) {
        coder.put(array)
    }
    public static func decodeArray(from coder: RestorationCoder) throws(CoderError) -> [String] {
        try coder.takeStrings()
    }
}

extension Timestamp: RestorationCodable {
    public func encode(into coder: RestorationCoder) { coder.put(self) }
    public static func decode(from coder: RestorationCoder) throws(CoderError) -> Timestamp {
        try coder.takeTimestamp()
    }
}

extension UniqueIdentifier: RestorationCodable {
    public func encode(into coder: RestorationCoder) { coder.put(self) }
    public static func decode(
        from coder: RestorationCoder
    ) throws(CoderError) -> UniqueIdentifier {
        try coder.takeUniqueIdentifier()
    }
}

extension Array: RestorationCodable where Element: RestorationCodable {
    @inlinable public func encode(into coder: RestorationCoder) {
        Element.encodeArray(self, into: coder)
    }
    @inlinable
    public static func decode(from coder: RestorationCoder) throws(CoderError) -> [Element] {
        try Element.decodeArray(from: coder)
    }
}

extension Dictionary: RestorationCodable where Key == String, Value: RestorationCodable {
    /// Writes the entries in the byte order of their keys, so that equal state gives equal bytes.
    public func encode(into coder: RestorationCoder) {
        coder.putDictionary {
            for (key, value) in sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
                coder.beginEntry(key)
                value.encode(into: coder)
            }
        }
    }

    public static func decode(
        from coder: RestorationCoder
    ) throws(CoderError) -> [String: Value] {
        var dictionary: [String: Value] = [:]
        try coder.takeDictionary { key throws(CoderError) in
            dictionary[key] = try Value.decode(from: coder)
        }
        return dictionary
    }
}

extension Optional: RestorationCodable where Wrapped: RestorationCodable {
    @inlinable public func encode(into coder: RestorationCoder) {
        guard let value = self else { return coder.putNull() }
        value.encode(into: coder)
    }

    public static func decode(from coder: RestorationCoder) throws(CoderError) -> Wrapped? {
        guard try coder.kindOfValue() != .null else {
            try coder.takeNull()
            return nil
        }
        return try Wrapped.decode(from: coder)
    }
}

extension RestorationCodable where Self: RawRepresentable, RawValue: RestorationCodable {
    @inlinable public func encode(into coder: RestorationCoder) { rawValue.encode(into: coder) }
    /// Reads a raw value, or throws ``CoderError/outOfRange(key:requested:)`` for one that the type
    /// lacks, such as a case of a newer version.
    @inlinable
    public static func decode(from coder: RestorationCoder) throws(CoderError) -> Self {
        guard let value = Self(rawValue: try RawValue.decode(from: coder)) else {
            throw coder.outOfRange(Self.self)
        }
        return value
    }
}

extension RestorationValue: RestorationCodable {
    /// Writes a ``RestorationValue/reference(_:)`` as null, because record numbers are valid only
    /// within one archive. Encode the object itself instead.
    public func encode(into coder: RestorationCoder) {
        switch self {
        case .null, .reference: coder.putNull()
        case .bool(let value): coder.put(value)
        case .integer(let value): coder.put(value)
        case .unsigned(let value): coder.put(value)
        case .float(let value): coder.put(value)
        case .double(let value): coder.put(value)
        case .string(let value): coder.put(value)
        case .bytes(let value): coder.put(value)
        case .date(let value): coder.put(value)
        case .uuid(let value): coder.put(value)
        case .array(let values): values.encode(into: coder)
        case .dictionary(let values): values.encode(into: coder)
        }
    }

    public static func decode(
        from coder: RestorationCoder
    ) throws(CoderError) -> RestorationValue {
        switch try coder.kindOfValue() {
        case .null:
            try coder.takeNull()
            return .null
        case .bool: return .bool(try coder.takeBool())
        case .integer: return try coder.takeAnyInteger()
        case .float: return .float(try coder.takeFloat())
        case .double: return .double(try coder.takeDouble())
        case .string: return .string(try coder.takeString())
        case .bytes: return .bytes(try coder.takeBytes())
        case .date: return .date(try coder.takeTimestamp())
        case .uuid: return .uuid(try coder.takeUniqueIdentifier())
        case .array: return .array(try [RestorationValue].decode(from: coder))
        case .dictionary: return .dictionary(try [String: RestorationValue].decode(from: coder))
        case .reference: return .reference(try coder.takeReferenceNumber())
        }
    }
}

extension RestorationValue {
    /// Converts the value to a Swift type by the rules of a coder.
    func converted<Value: RestorationCodable>(
        to type: Value.Type,
        key: String
    ) throws(CoderError) -> Value {
        guard let coder = try? RestorationCoder.reading([key: self]),
            let value = try coder.decode(type, forKey: key)
        else { throw .mismatch(key: key, stored: kind, requested: "\(type)") }
        return value
    }
}
