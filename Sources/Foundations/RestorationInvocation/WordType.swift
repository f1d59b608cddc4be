/// A type that fits a machine word, as one byte. Calls check it for every argument; a whole
/// ``InvocationType`` would need reference counting and comparison.
enum WordType: UInt8 {
    case bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, size
    case float32, float64
    case string, object, pointer
    case optionalString, optionalObject, optionalPointer
    /// A `float` among variable arguments, which C passes as a `double`.
    case promotedFloat32

    /// The word type of a type, or `nil` if its values need conversion.
    init?(_ type: InvocationType) {
        switch type {
        case .bool: self = .bool
        case .int8: self = .int8
        case .int16: self = .int16
        case .int32: self = .int32
        case .int64: self = .int64
        case .uint8: self = .uint8
        case .uint16: self = .uint16
        case .uint32: self = .uint32
        case .uint64: self = .uint64
        case .size: self = .size
        case .float32: self = .float32
        case .float64: self = .float64
        case .string: self = .string
        case .object: self = .object
        case .pointer: self = .pointer
        case .optional(.string): self = .optionalString
        case .optional(.object): self = .optionalObject
        case .optional(.pointer): self = .optionalPointer
        default: return nil
        }
    }

    /// The size and alignment of a value in memory. Addresses have 64 bits on all supported systems
    /// (Tests/Support/install-packages.sh).
    var byteCount: Int {
        switch self {
        case .bool, .int8, .uint8: 1
        case .int16, .uint16: 2
        case .int32, .uint32, .float32: 4
        default: 8
        }
    }

    /// Fast path: encodes a number or an address in the low bytes of a word. `nil` for other cases:
    /// text, null and errors. It runs for every argument and inspects value and type once each.
    @inline(__always)
    func bits(of value: InvocationValue) -> UInt64? {
        switch value {
        case .double(let value): self == .float64 ? value.bitPattern : nil
        case .object(let address):
            isObject && (address != 0 || allowsNull) ? UInt64(address) : nil
        case .pointer(let address):
            isAddress && (address != 0 || allowsNull) ? UInt64(address) : nil
        case .integer(let value): word(exactly: value)
        case .unsigned(let value): word(exactly: value)
        case .bool(let value): self == .bool ? (value ? 1 : 0) : nil
        case .float(let value):
            switch self {
            case .float32: UInt64(value.bitPattern)
            case .promotedFloat32: Double(value).bitPattern
            default: nil
            }
        default: nil
        }
    }

    /// An integer as a word, or `nil` if it does not fit.
    @inline(__always)
    func word(exactly value: Int64) -> UInt64? {
        // In the order of frequency.
        switch self {
        case .int32: Int32(exactly: value).map { UInt64(truncatingIfNeeded: $0) }
        case .int64: UInt64(bitPattern: value)
        case .uint64, .size: UInt64(exactly: value)
        case .uint32: UInt32(exactly: value).map { UInt64($0) }
        case .int8: Int8(exactly: value).map { UInt64(truncatingIfNeeded: $0) }
        case .int16: Int16(exactly: value).map { UInt64(truncatingIfNeeded: $0) }
        case .uint8: UInt8(exactly: value).map { UInt64($0) }
        case .uint16: UInt16(exactly: value).map { UInt64($0) }
        default: nil
        }
    }

    func word(exactly value: UInt64) -> UInt64? {
        if let value = Int64(exactly: value) { return word(exactly: value) }
        return self == .uint64 || self == .size ? value : nil
    }

    var isInteger: Bool {
        rawValue >= WordType.int8.rawValue && rawValue <= WordType.size.rawValue
    }

    @inline(__always)
    var isFloat: Bool { self == .float64 || self == .float32 }
    @inline(__always)
    var isText: Bool { self == .string || self == .optionalString }
    @inline(__always)
    var isObject: Bool { self == .object || self == .optionalObject }
    @inline(__always)
    var isAddress: Bool { self == .pointer || self == .optionalPointer }
    @inline(__always)
    var allowsNull: Bool {
        self == .optionalObject || self == .optionalPointer || self == .optionalString
    }

    /// Fast path: decodes a number or an address; `nil` for text and for a null that is not
    /// allowed.
    @inline(__always)
    func present(in word: UInt64) -> InvocationValue? {
        switch self {
        case .float64: .double(Double(bitPattern: word))
        case .int32: .integer(Int64(Int32(truncatingIfNeeded: word)))
        case .object where word != 0: .object(UInt(word))
        case .string, .optionalString, .object: nil
        case .pointer where word == 0: nil
        default: value(in: word)
        }
    }

    /// Decodes the low bytes of a word and ignores the others; `nil` for text, which is elsewhere.
    func value(in word: UInt64) -> InvocationValue? {
        switch self {
        case .bool: .bool(UInt8(truncatingIfNeeded: word) != 0)
        case .int8: .integer(Int64(Int8(truncatingIfNeeded: word)))
        case .int16: .integer(Int64(Int16(truncatingIfNeeded: word)))
        case .int32: .integer(Int64(Int32(truncatingIfNeeded: word)))
        case .int64: .integer(Int64(bitPattern: word))
        case .uint8: .integer(Int64(UInt8(truncatingIfNeeded: word)))
        case .uint16: .integer(Int64(UInt16(truncatingIfNeeded: word)))
        case .uint32: .integer(Int64(UInt32(truncatingIfNeeded: word)))
        case .uint64, .size: Int64(exactly: word).map { .integer($0) } ?? .unsigned(word)
        case .float32: .float(Float(bitPattern: UInt32(truncatingIfNeeded: word)))
        case .float64: .double(Double(bitPattern: word))
        case .promotedFloat32: .float(Float(Double(bitPattern: word)))
        case .object, .optionalObject: .object(UInt(word))
        case .pointer, .optionalPointer: .pointer(UInt(word))
        case .string, .optionalString: nil
        }
    }
}

extension InvocationType {
    /// The size and alignment of a value in C. Bytes count as the pointer alone.
    package var layout: (size: Int, alignment: Int) {
        if let word = WordType(self) { return (word.byteCount, word.byteCount) }
        switch bare {
        case .void: return (0, 1)
        case .enumeration(let enumeration): return enumeration.underlying.layout
        case .structure(let fields):
            var size = 0
            var alignment = 1
            for field in fields {
                let layout = field.type.layout
                size = size.aligned(to: layout.alignment) + layout.size
                alignment = max(alignment, layout.alignment)
            }
            return (size.aligned(to: alignment), alignment)
        default: return (8, 8)
        }
    }
}

extension Int {
    func aligned(to alignment: Int) -> Int { (self + alignment - 1) / alignment * alignment }
}
