/// A type whose values are one machine word or less, told apart by one byte: calls look at it for
/// every argument, and the whole ``InvocationType`` would have to be counted and compared.
enum WordType: UInt8 {
    case bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, size
    case float32, float64
    case string, object, pointer
    case optionalString, optionalObject, optionalPointer
    /// A `float` among the variable arguments of a function, which C passes as a `double`.
    case promotedFloat32

    /// The word of a type; `nil` for one that takes more than a look at the value.
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

    /// How many bytes a value has in memory, which is also its alignment. Addresses have 64 bits on
    /// all systems that this runs on (Tests/Support/install-packages.sh).
    var byteCount: Int {
        switch self {
        case .bool, .int8, .uint8: 1
        case .int16, .uint16: 2
        case .int32, .uint32, .float32: 4
        default: 8
        }
    }

    /// An integer in the lowest bytes of a word, or `nil` if the type has no room for it.
    func word(exactly value: some FixedWidthInteger) -> UInt64? {
        switch self {
        case .int8: Int8(exactly: value).map { UInt64(truncatingIfNeeded: $0) }
        case .int16: Int16(exactly: value).map { UInt64(truncatingIfNeeded: $0) }
        case .int32: Int32(exactly: value).map { UInt64(truncatingIfNeeded: $0) }
        case .int64: Int64(exactly: value).map { UInt64(truncatingIfNeeded: $0) }
        case .uint8: UInt8(exactly: value).map { UInt64($0) }
        case .uint16: UInt16(exactly: value).map { UInt64($0) }
        case .uint32: UInt32(exactly: value).map { UInt64($0) }
        case .uint64, .size: UInt64(exactly: value)
        default: nil
        }
    }

    var isInteger: Bool {
        rawValue >= WordType.int8.rawValue && rawValue <= WordType.size.rawValue
    }

    /// The value in a word's lowest bytes, whatever stands above them; `nil` for text, which lies
    /// elsewhere.
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
    /// The size and alignment of a value in memory, as C has them. Bytes are the pointer alone.
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
