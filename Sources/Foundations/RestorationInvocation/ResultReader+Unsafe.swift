internal import Glibc

/// Reads values returned by C, and copies their pointees.
///
/// Invariant of all functions: the signature is correct. A word is null or a readable address
/// according to its type, and no other code frees an owned value.
@safe struct ResultReader {
    /// The functions that free owned values, by name; `nil` if only `free` is used.
    var releases: [String: NativeFunction.Address]?

    func read(
        _ type: InvocationType,
        at memory: UnsafeRawPointer
    ) throws(InvocationError) -> InvocationValue {
        if let word = WordType(type) {
            return unsafe try value(word, memory.word(size: word.byteCount))
        }
        switch type {
        case .optional(let type):
            guard unsafe memory.word(size: 8) != 0 else { return type.nullValue }
            return unsafe try read(type, at: memory)
        case .owned(let type, let name):
            defer { unsafe free(memory.word(size: 8), with: name) }
            return unsafe try read(type, at: memory)
        case .pointee(let pointee):
            guard let target = unsafe memory.address else { throw .nullResult(type) }
            return unsafe try read(pointee, at: target)
        case .structure(let fields): return unsafe try structure(fields, at: memory)
        case .enumeration(let enumeration):
            return unsafe try enumeration.named(read(enumeration.underlying, at: memory))
        case .callback: return .pointer(UInt(unsafe memory.word(size: 8)))
        default: return .null
        }
    }

    private func structure(
        _ fields: [InvocationType.Field],
        at memory: UnsafeRawPointer
    ) throws(InvocationError) -> InvocationValue {
        var values: [String: InvocationValue] = [:]
        var offset = 0
        for field in fields {
            let layout = field.type.layout
            offset = offset.aligned(to: layout.alignment)
            values[field.name] = unsafe try read(field.type, at: memory + offset)
            offset += layout.size
        }
        return .structure(values)
    }

    func value(_ type: WordType, _ word: UInt64) throws(InvocationError) -> InvocationValue {
        switch type {
        case .string, .optionalString:
            guard let start = unsafe UnsafePointer<CChar>(bitPattern: UInt(word)) else {
                guard type == .optionalString else { throw .nullResult(.string) }
                return .string(nil)
            }
            guard let text = unsafe String(validatingCString: start) else { throw .invalidText }
            return .string(text)
        case .object where word == 0: throw .nullResult(.object)
        case .pointer where word == 0: throw .nullResult(.pointer)
        default: return type.value(in: word)!
        }
    }

    /// Copies bytes from a pointer's target, and frees them if they are owned.
    ///
    /// - Parameter length: in its integer type.
    func bytes(
        _ type: InvocationType,
        at memory: UnsafeRawPointer,
        length: InvocationValue
    ) throws(InvocationError) -> InvocationValue {
        defer { unsafe discard(type, at: memory) }
        let count: Int? =
            if case .integer(let length) = length { Int(exactly: length) } else { nil }
        guard let count, count >= 0 else { throw .invalidLength }
        guard let start = unsafe memory.address else {
            guard count == 0 else { throw .invalidLength }
            guard type.allowsNull else { throw .nullResult(type) }
            return .bytes(nil)
        }
        return .bytes(unsafe Array(UnsafeRawBufferPointer(start: start, count: count)))
    }

    /// Frees an owned value without reading it.
    func discard(_ type: InvocationType, at memory: UnsafeRawPointer) {
        guard let name = type.release else { return }
        unsafe free(memory.word(size: 8), with: name)
    }

    private func free(_ word: UInt64, with name: String) {
        guard let memory = unsafe UnsafeMutableRawPointer(bitPattern: UInt(word)) else { return }
        guard let release = releases?[name] else { return unsafe Glibc.free(memory) }
        // Invariant: the signature names a function that takes the pointer and whose result, if
        // any, can be ignored.
        typealias Release = @convention(c) (UnsafeMutableRawPointer) -> Void
        unsafe unsafeBitCast(release, to: Release.self)(memory)
    }
}

extension InvocationType.Enumeration {
    /// The enumerator of a number, or the number if it has no name.
    func named(_ number: InvocationValue) -> InvocationValue {
        guard let known = enumerators.first(where: { .integer($0.value) == number }) else {
            return number
        }
        return .enumerator(known.name)
    }
}

extension InvocationType {
    fileprivate var nullValue: InvocationValue {
        switch bare {
        case .string: .string(nil)
        case .bytes: .bytes(nil)
        case .object: .object(0)
        case .pointer: .pointer(0)
        default: .null
        }
    }
}

extension UnsafeRawPointer {
    /// A value's bytes as the low bytes of a word.
    func word(size: Int) -> UInt64 {
        switch size {
        case 1: UInt64(unsafe loadUnaligned(as: UInt8.self))
        case 2: UInt64(unsafe loadUnaligned(as: UInt16.self))
        case 4: UInt64(unsafe loadUnaligned(as: UInt32.self))
        default: unsafe loadUnaligned(as: UInt64.self)
        }
    }

    var address: UnsafeMutableRawPointer? { unsafe load(as: UnsafeMutableRawPointer?.self) }
}
