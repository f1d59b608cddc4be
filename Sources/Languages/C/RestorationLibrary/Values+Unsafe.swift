internal import CRestorationPlugin
internal import RestorationCore
internal import RestorationEngine

/// The text or bytes of the last result.
@safe final class LentValue {
    private let memory: UnsafeMutableRawBufferPointer

    init(_ bytes: [UInt8]) {
        unsafe memory = .allocate(byteCount: max(bytes.count, 1), alignment: 1)
        unsafe memory.copyBytes(from: bytes)
    }

    deinit { unsafe memory.deallocate() }

    var address: UnsafeMutableRawPointer? { unsafe memory.baseAddress }
}

extension HostSession {
    /// The argument of a method.
    ///
    /// - Throws: ``Refusal`` for an invalid pointer or length, or a stale handle.
    func methodValue(_ value: restoration_value) throws -> MethodValue {
        guard unsafe Int(value.kind) == RESTORATION_KIND_REFERENCE else {
            return .value(unsafe try storedValue(value))
        }
        return unsafe try optionalObject(value.data.reference).map { .object($0) } ?? nil
    }

    func storedValue(_ value: restoration_value) throws -> RestorationValue {
        let data = unsafe value.data
        switch unsafe Int(value.kind) {
        case RESTORATION_KIND_NULL: return .null
        case RESTORATION_KIND_BOOL: return .bool(unsafe data.boolean != 0)
        case RESTORATION_KIND_INTEGER: return .integer(unsafe data.int64)
        case RESTORATION_KIND_UNSIGNED:
            let number = unsafe data.uint64
            return Int64(exactly: number).map { .integer($0) } ?? .unsigned(number)
        case RESTORATION_KIND_FLOAT: return .float(unsafe data.float32)
        case RESTORATION_KIND_DOUBLE: return .double(unsafe data.float64)
        case RESTORATION_KIND_STRING:
            let bytes = unsafe try copy(data.string.bytes, data.string.count)
            guard let text = String(validating: bytes, as: UTF8.self) else { break }
            return .string(text)
        case RESTORATION_KIND_BYTES:
            return .bytes(unsafe try copy(data.bytes.bytes, data.bytes.count))
        case RESTORATION_KIND_DATE:
            let date = unsafe data.date
            guard let time = Timestamp(seconds: date.seconds, nanoseconds: date.nanoseconds) else {
                break
            }
            return .date(time)
        case RESTORATION_KIND_UUID:
            return unsafe withUnsafeBytes(of: data.uuid) {
                unsafe .uuid(UniqueIdentifier($0))
            }
        default: break
        }
        throw Refusal(
            Status.mismatch,
            "A value has an unknown kind, or text that is not UTF-8, or an impossible date",
            remedy: "Set kind to one of RESTORATION_KIND_, and the member of that kind."
        )
    }

    private func copy(_ start: UnsafeRawPointer?, _ count: UInt64) throws -> [UInt8] {
        guard let count = Int(exactly: count), unsafe start != nil || count == 0 else {
            throw Refusal(
                Status.invalid,
                "The pointer of a text or bytes is null, but the length is not 0",
                remedy: "Pass as many bytes as count says."
            )
        }
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Stores a result. Its text and bytes are lent until the next result.
    ///
    /// - Throws: ``Refusal`` for an array or dictionary.
    func store(_ result: MethodValue, in value: UnsafeMutablePointer<restoration_value>?) throws {
        var stored = unsafe restoration_value()
        switch result {
        case .object(let object):
            unsafe stored.kind = UInt32(RESTORATION_KIND_REFERENCE)
            unsafe stored.data.reference = handle(of: object)
        case .several(let results):
            guard let first = results.first else { break }
            return unsafe try store(first, in: value)
        case .value(.array(let results)) where !results.isEmpty:
            return unsafe try store(.value(results[0]), in: value)
        case .value(let result): unsafe try fill(&stored, with: result)
        }
        unsafe value?.pointee = stored
    }

    private func fill(_ stored: inout restoration_value, with result: RestorationValue) throws {
        let kind: Int
        switch result {
        case .null: kind = RESTORATION_KIND_NULL
        case .bool(let value):
            kind = RESTORATION_KIND_BOOL
            unsafe stored.data.boolean = value ? 1 : 0
        case .integer(let value):
            kind = RESTORATION_KIND_INTEGER
            unsafe stored.data.int64 = value
        case .unsigned(let value):
            kind = RESTORATION_KIND_UNSIGNED
            unsafe stored.data.uint64 = value
        case .float(let value):
            kind = RESTORATION_KIND_FLOAT
            unsafe stored.data.float32 = value
        case .double(let value):
            kind = RESTORATION_KIND_DOUBLE
            unsafe stored.data.float64 = value
        case .string(let value):
            kind = RESTORATION_KIND_STRING
            let lent = LentValue(Array(value.utf8))
            lentResult = lent
            unsafe stored.data.string = restoration_string(
                bytes: lent.address?.assumingMemoryBound(to: CChar.self),
                count: UInt64(value.utf8.count)
            )
        case .bytes(let value):
            kind = RESTORATION_KIND_BYTES
            let lent = LentValue(value)
            lentResult = lent
            unsafe stored.data.bytes = restoration_bytes(
                bytes: lent.address?.assumingMemoryBound(to: UInt8.self),
                count: UInt64(value.count)
            )
        case .date(let value):
            kind = RESTORATION_KIND_DATE
            unsafe stored.data.date = restoration_date(
                seconds: value.seconds,
                nanoseconds: value.nanoseconds,
                reserved: 0
            )
        case .uuid(let value):
            kind = RESTORATION_KIND_UUID
            unsafe withUnsafeMutableBytes(of: &stored.data.uuid) { unsafe value.store(in: $0) }
        case .array, .dictionary, .reference:
            throw Refusal(
                Status.mismatch,
                "The result is of kind \(result.kind), which no restoration_value can hold",
                remedy: "Use an interface of the object, or a method with single values."
            )
        }
        unsafe stored.kind = UInt32(kind)
    }
}
