/// Writes values in C's representation.
///
/// Invariant of all functions: `memory` has room for the type and is aligned for it.
@safe struct ArgumentWriter {
    var arena: Arena

    /// Writes a value.
    ///
    /// - Parameter argument: its number for errors, from 1.
    mutating func write(
        _ value: InvocationValue,
        as type: InvocationType,
        to memory: UnsafeMutableRawPointer,
        argument: Int
    ) throws(InvocationError) {
        if let word = WordType(type) {
            let bits = try self.word(value, word, argument: argument)
            return unsafe memory.store(bits, size: word.byteCount)
        }
        switch type {
        case .optional(let type):
            guard !value.isNull else { return unsafe memory.store(0, size: 8) }
            unsafe try write(value, as: type, to: memory, argument: argument)
        case .owned(let type, _): unsafe try write(value, as: type, to: memory, argument: argument)
        case .pointee(let pointee):
            guard !value.isNull else { throw .null(argument: argument, type) }
            let layout = pointee.layout
            let target = unsafe arena.allocate(layout.size, alignment: layout.alignment)
            unsafe try write(value, as: pointee, to: target, argument: argument)
            unsafe memory.store(UInt64(UInt(bitPattern: target)), size: 8)
        case .structure(let fields):
            unsafe try write(value, fields, type, to: memory, argument: argument)
        case .enumeration(let enumeration):
            let bits = try word(value, enumeration, argument: argument)
            unsafe memory.store(bits, size: enumeration.underlying.layout.size)
        case .callback(let callback):
            let address = try callback.address(of: value, type, argument: argument)
            unsafe memory.store(address, size: 8)
        default: throw .mismatch(argument: argument, given: value.kind, needed: type)
        }
    }

    private mutating func write(
        _ value: InvocationValue,
        _ fields: [InvocationType.Field],
        _ type: InvocationType,
        to memory: UnsafeMutableRawPointer,
        argument: Int
    ) throws(InvocationError) {
        guard case .structure(let values) = value else {
            throw .mismatch(argument: argument, given: value.kind, needed: type)
        }
        // Zeroes the padding, because libraries compare structures by bytes.
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: type.layout.size)
        var offset = 0
        for field in fields {
            guard let value = values[field.name] else {
                throw .missingField(argument: argument, name: field.name)
            }
            let layout = field.type.layout
            offset = offset.aligned(to: layout.alignment)
            unsafe try write(value, as: field.type, to: memory + offset, argument: argument)
            offset += layout.size
        }
        guard values.count > fields.count else { return }
        let names = Set(fields.map(\.name))
        let extra = values.keys.sorted().first { !names.contains($0) }
        throw .unknownField(argument: argument, name: extra ?? "")
    }

    /// Copies bytes to new memory and returns their address; null for `nil`.
    mutating func copy(
        _ value: InvocationValue,
        _ type: InvocationType,
        argument: Int
    ) throws(InvocationError) -> (address: UInt64, count: Int) {
        if value.isNull {
            guard type.allowsNull else { throw .null(argument: argument, type) }
            return (0, 0)
        }
        guard case .bytes(let bytes?) = value else {
            throw .mismatch(argument: argument, given: value.kind, needed: type)
        }
        let start = unsafe arena.allocate(bytes.count, alignment: 16)
        unsafe bytes.withUnsafeBytes { source in
            unsafe UnsafeMutableRawBufferPointer(start: start, count: source.count)
                .copyMemory(from: source)
        }
        return (UInt64(UInt(bitPattern: start)), bytes.count)
    }

    // MARK: Words

    /// Encodes an argument in the low bytes of a word.
    mutating func word(
        _ value: InvocationValue,
        _ type: WordType,
        argument: Int
    ) throws(InvocationError) -> UInt64 {
        if let bits = type.bits(of: value) { return bits }
        switch value {
        case .integer where type.isInteger, .unsigned where type.isInteger:
            throw .outOfRange(argument: argument, type.type)
        case .string(let value?) where type.isText:
            return try self.text(value, argument: argument)
        default:
            guard value.isNull, type.accepts(value.kind) else {
                throw .mismatch(argument: argument, given: value.kind, needed: type.type)
            }
            guard type.allowsNull else { throw .null(argument: argument, type.type) }
            return 0
        }
    }

    /// Encodes an enumerator as a sign-extended word.
    mutating func word(
        _ value: InvocationValue,
        _ enumeration: InvocationType.Enumeration,
        argument: Int
    ) throws(InvocationError) -> UInt64 {
        let number = try enumeration.number(of: value, argument: argument)
        // Invariant: the parser accepts only integer types.
        return try word(number, WordType(enumeration.underlying)!, argument: argument)
    }

    private mutating func text(
        _ value: String,
        argument: Int
    ) throws(InvocationError) -> UInt64 {
        var value = value
        let count = value.utf8.count
        let start = unsafe arena.allocate(count + 1, alignment: 1)
        let isWhole = value.withUTF8 { bytes in
            guard unsafe !bytes.contains(0) else { return false }
            // Invariant: the memory has room for the bytes and one more.
            unsafe UnsafeMutableRawBufferPointer(start: start, count: count)
                .copyMemory(from: UnsafeRawBufferPointer(bytes))
            unsafe start.storeBytes(of: 0, toByteOffset: count, as: UInt8.self)
            return true
        }
        guard isWhole else { throw .textWithNUL(argument: argument) }
        return UInt64(UInt(bitPattern: start))
    }
}

extension WordType {
    fileprivate var type: InvocationType {
        switch self {
        case .bool: .bool
        case .int8: .int8
        case .int16: .int16
        case .int32: .int32
        case .int64: .int64
        case .uint8: .uint8
        case .uint16: .uint16
        case .uint32: .uint32
        case .uint64: .uint64
        case .size: .size
        case .float32, .promotedFloat32: .float32
        case .float64: .float64
        case .string: .string
        case .object: .object
        case .pointer: .pointer
        case .optionalString: .optional(.string)
        case .optionalObject: .optional(.object)
        case .optionalPointer: .optional(.pointer)
        }
    }

    fileprivate func accepts(_ kind: InvocationValue.Kind) -> Bool {
        switch kind {
        case .null: isText || isObject || isAddress
        case .string: isText
        case .object: isObject
        case .pointer: isAddress
        default: false
        }
    }
}

extension InvocationType.Enumeration {
    fileprivate func number(
        of value: InvocationValue,
        argument: Int
    ) throws(InvocationError) -> InvocationValue {
        switch value {
        case .integer, .unsigned: return value
        case .enumerator(let name):
            guard let known = enumerators.first(where: { $0.name == name }) else {
                throw .unknownEnumerator(argument: argument, name: name)
            }
            return .integer(known.value)
        default: throw .mismatch(argument: argument, given: value.kind, needed: .enumeration(self))
        }
    }
}

extension InvocationType.Callback {
    fileprivate func address(
        of value: InvocationValue,
        _ type: InvocationType,
        argument: Int
    ) throws(InvocationError) -> UInt64 {
        guard !value.isNull else { throw .null(argument: argument, type) }
        guard case .callback(let closure) = value else {
            throw .mismatch(argument: argument, given: value.kind, needed: type)
        }
        guard closure.signature.hasTypes(of: signature) else {
            throw .otherCallback(argument: argument, given: closure.signature, needed: signature)
        }
        return closure.word
    }
}

extension UnsafeMutableRawPointer {
    /// Stores a word's low bytes. Little-endian systems only.
    func store(_ word: UInt64, size: Int) {
        switch size {
        case 1: unsafe storeBytes(of: UInt8(truncatingIfNeeded: word), as: UInt8.self)
        case 2: unsafe storeBytes(of: UInt16(truncatingIfNeeded: word), as: UInt16.self)
        case 4: unsafe storeBytes(of: UInt32(truncatingIfNeeded: word), as: UInt32.self)
        default: unsafe storeBytes(of: word, as: UInt64.self)
        }
    }
}
