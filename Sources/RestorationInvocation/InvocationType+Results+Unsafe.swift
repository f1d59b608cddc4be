internal import Glibc

extension InvocationType {
    /// The result that a function left, copied; `nil` for ``void``.
    ///
    /// libffi has widened integers to a whole word: what is above the type's own bytes is its sign,
    /// and dropped. Fractions stand in the word's lowest bytes.
    @unsafe func value(in word: UInt64) throws(InvocationError) -> InvocationValue? {
        switch self {
        case .void: nil
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
        case .object: .object(UInt(word))
        case .string, .ownedString: .string(unsafe try text(at: word))
        }
    }

    /// Frees what a function handed over, unread.
    @unsafe func discard(_ word: UInt64) {
        guard self == .ownedString else { return }
        // Invariant: as in `text(at:)`.
        unsafe free(UnsafeMutableRawPointer(bitPattern: UInt(word)))
    }

    @unsafe private func text(at word: UInt64) throws(InvocationError) -> String? {
        // Invariant: the signature is true, so the word is null or the address of a C string that
        // is readable now; an owned one was made by `malloc`, and nobody else frees it.
        guard let start = unsafe UnsafePointer<CChar>(bitPattern: UInt(word)) else { return nil }
        defer { unsafe discard(word) }
        guard let text = unsafe String(validatingCString: start) else { throw .invalidText }
        return text
    }
}
