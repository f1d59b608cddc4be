extension InvocationValue {
    /// How many bytes the value takes as a C string; 0 for any other kind.
    var sizeAsText: Int {
        guard case .string(let text?) = self else { return 0 }
        return text.utf8.count + 1
    }

    /// The value as an argument, in the lowest bytes of a word.
    ///
    /// - Parameters:
    ///   - type: the parameter's.
    ///   - argument: its number for errors, from 1.
    ///   - text: memory with room for ``sizeAsText`` bytes; moved past what is written there.
    func word(
        for type: InvocationType,
        argument: Int,
        text: inout UnsafeMutableRawPointer
    ) throws(InvocationError) -> UInt64 {
        // One look at the value, and one at the type: this runs for every argument.
        switch self {
        case .bool(let value) where type == .bool: return value ? 1 : 0
        case .integer(let value) where type.isInteger:
            if let word = type.word(exactly: value) { return word }
            throw .outOfRange(argument: argument, type)
        case .unsigned(let value) where type.isInteger:
            if let word = type.word(exactly: value) { return word }
            throw .outOfRange(argument: argument, type)
        case .float(let value) where type == .float32: return UInt64(value.bitPattern)
        case .double(let value) where type == .float64: return value.bitPattern
        case .object(let address) where type == .object: return UInt64(address)
        case .string(let value) where type == .string:
            guard let value else { return 0 }
            return unsafe try Self.write(value, to: &text, argument: argument)
        default: throw .mismatch(argument: argument, given: kind, needed: type)
        }
    }

    /// Writes a C string and returns its address.
    private static func write(
        _ value: String,
        to memory: inout UnsafeMutableRawPointer,
        argument: Int
    ) throws(InvocationError) -> UInt64 {
        let start = unsafe memory
        var value = value
        let isWhole = value.withUTF8 { bytes in
            guard unsafe !bytes.contains(0) else { return false }
            // Invariant: `memory` has room for the bytes and one more.
            unsafe UnsafeMutableRawBufferPointer(start: start, count: bytes.count)
                .copyMemory(from: UnsafeRawBufferPointer(bytes))
            unsafe start.storeBytes(of: 0, toByteOffset: bytes.count, as: UInt8.self)
            unsafe memory = start + bytes.count + 1
            return true
        }
        guard isWhole else { throw .textWithNUL(argument: argument) }
        return UInt64(UInt(bitPattern: start))
    }
}

extension InvocationType {
    var isInteger: Bool {
        switch self {
        case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .size: true
        default: false
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
}
