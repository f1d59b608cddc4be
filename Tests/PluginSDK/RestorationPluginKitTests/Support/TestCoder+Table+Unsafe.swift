import CRestorationPlugin
import RestorationCore

/// The functions that a host lends for a ``TestCoder``.
///
/// The functions and the memory that they lend are never freed. A call that comes too late is
/// therefore counted, and does not crash the tests.
@safe final class LentCoder {
    let coder: TestCoder
    let table: UnsafeMutablePointer<restoration_coder>

    /// - Parameter structSize: the size of the host's `restoration_coder`; `nil` for all fields.
    init(_ coder: TestCoder, structSize: UInt32? = nil) {
        self.coder = coder
        unsafe table = .allocate(capacity: 1)
        unsafe table.initialize(to: Self.functions)
        let size = unsafe UInt32(MemoryLayout<restoration_coder>.size)
        unsafe table.pointee.struct_size = structSize ?? size
        unsafe table.pointee.schema_version = coder.schemaVersion
        unsafe table.pointee.context = Unmanaged.passRetained(self).toOpaque()
    }

    fileprivate func lend(_ bytes: some Collection<UInt8>) -> UnsafeRawPointer {
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(bytes.count, 1),
            alignment: 1
        )
        unsafe memory.copyBytes(from: bytes)
        return UnsafeRawPointer(memory.baseAddress!)
    }
}

private typealias Table = UnsafeMutablePointer<restoration_coder>?

/// Runs the coder's part of a call. Invariant: the context was retained permanently.
private func answer(
    _ table: Table,
    _ body: (LentCoder) throws(TestCoder.Answer) -> Void
) -> restoration_status {
    let coder = unsafe Unmanaged<LentCoder>.fromOpaque(table!.pointee.context)
        .takeUnretainedValue()
    do throws(TestCoder.Answer) {
        try body(coder)
        return 0
    } catch {
        return error.rawValue
    }
}

extension LentCoder {
    private static var functions: restoration_coder {
        unsafe restoration_coder(
            struct_size: 0,
            schema_version: 0,
            context: nil,
            put: { table, key, value in
                let kind = unsafe value!.pointee.kind
                return unsafe answer(table) { lent throws(TestCoder.Answer) in
                    guard let value = unsafe RestorationValue(value!.pointee) else {
                        throw kind <= RESTORATION_KIND_DICTIONARY ? .invalid : .unsupported
                    }
                    try lent.coder.put(value, key: unsafe key.text)
                }
            },
            begin: { table, key, kind in
                unsafe answer(table) { lent throws(TestCoder.Answer) in
                    let container: TestCoder.Container
                    switch Int(kind) {
                    case RESTORATION_KIND_ARRAY: container = .array([], next: 0)
                    case RESTORATION_KIND_DICTIONARY: container = .dictionary([])
                    default: throw kind < RESTORATION_KIND_ARRAY ? .invalid : .unsupported
                    }
                    try lent.coder.begin(container, key: unsafe key.text)
                }
            },
            end: { table in
                unsafe answer(table) { lent throws(TestCoder.Answer) in try lent.coder.end() }
            },
            get: { table, key, value in
                unsafe answer(table) { lent throws(TestCoder.Answer) in
                    let stored = try lent.coder.value(key: unsafe key.text)
                    guard unsafe value!.pointee.kind != RESTORATION_KIND_ANY else {
                        return unsafe value!.pointee.kind = stored.kind.rawValue
                    }
                    guard unsafe lent.fill(&value!.pointee, with: stored) else { throw .mismatch }
                    lent.coder.advance()
                }
            },
            enter: { table, key, kind, count in
                unsafe answer(table) { lent throws(TestCoder.Answer) in
                    let stored = try lent.coder.value(key: unsafe key.text)
                    if kind != RESTORATION_KIND_ANY, stored.kind.rawValue != kind {
                        throw .mismatch
                    }
                    unsafe count!.pointee = UInt64(try lent.coder.enter(key: key.text))
                }
            },
            leave: { table in
                unsafe answer(table) { lent throws(TestCoder.Answer) in try lent.coder.leave() }
            },
            key_at: { table, index, key in
                unsafe answer(table) { lent throws(TestCoder.Answer) in
                    unsafe key!.pointee = lent.lend(text: try lent.coder.key(at: Int(index)))
                }
            },
            skip: { table in
                unsafe answer(table) { lent throws(TestCoder.Answer) in try lent.coder.skip() }
            },
            copy: { table, key, source, sourceKey in
                unsafe answer(table) { lent throws(TestCoder.Answer) in
                    var value = RestorationValue.null
                    let status = unsafe answer(source) { source throws(TestCoder.Answer) in
                        value = try source.coder.value(key: unsafe sourceKey.text)
                    }
                    if let failure = TestCoder.Answer(rawValue: status) { throw failure }
                    try lent.coder.put(value, key: unsafe key.text)
                }
            },
            mark: { table, key, mark in
                unsafe answer(table) { lent throws(TestCoder.Answer) in
                    guard mark == RESTORATION_MARK_SENSITIVE else { throw .unsupported }
                    try lent.coder.mark(unsafe key.text)
                }
            }
        )
    }

    /// Fills in a value of the requested kind; false if the stored value has another kind.
    ///
    /// References are filled in with their numbers in place of handles.
    private func fill(_ value: inout restoration_value, with stored: RestorationValue) -> Bool {
        switch unsafe (Int(value.kind), stored) {
        case (RESTORATION_KIND_NULL, .null): break
        case (RESTORATION_KIND_BOOL, .bool(let flag)): unsafe value.data.boolean = flag ? 1 : 0
        case (RESTORATION_KIND_INTEGER, .integer(let number)): unsafe value.data.int64 = number
        case (RESTORATION_KIND_UNSIGNED, .unsigned(let number)): unsafe value.data.uint64 = number
        case (RESTORATION_KIND_UNSIGNED, .integer(let number)) where number >= 0:
            unsafe value.data.uint64 = UInt64(number)
        case (RESTORATION_KIND_FLOAT, .float(let number)): unsafe value.data.float32 = number
        case (RESTORATION_KIND_DOUBLE, .double(let number)): unsafe value.data.float64 = number
        case (RESTORATION_KIND_STRING, .string(let text)):
            unsafe value.data.string = lend(text: text)
        case (RESTORATION_KIND_BYTES, .bytes(let bytes)):
            unsafe value.data.bytes = restoration_bytes(
                bytes: lend(bytes).assumingMemoryBound(to: UInt8.self),
                count: UInt64(bytes.count)
            )
        case (RESTORATION_KIND_DATE, .date(let date)):
            unsafe value.data.date = restoration_date(
                seconds: date.seconds,
                nanoseconds: date.nanoseconds,
                reserved: 0
            )
        case (RESTORATION_KIND_UUID, .uuid(let uuid)):
            unsafe withUnsafeMutableBytes(of: &value.data.uuid) { unsafe uuid.store(in: $0) }
        case (RESTORATION_KIND_REFERENCE, .null): unsafe value.data.reference = 0
        case (RESTORATION_KIND_REFERENCE, .reference(let number)) where !coder.isEarly:
            unsafe value.data.reference = UInt64(number ?? 0)
        default: return false
        }
        return true
    }

    private func lend(text: String) -> restoration_string {
        unsafe restoration_string(
            bytes: lend(text.utf8).assumingMemoryBound(to: CChar.self),
            count: UInt64(text.utf8.count)
        )
    }
}

extension RestorationValue {
    /// Copies a value lent by a plugin; `nil` if the kind is not a single value.
    fileprivate init?(_ value: restoration_value) {
        switch unsafe Int(value.kind) {
        case RESTORATION_KIND_NULL: self = .null
        case RESTORATION_KIND_BOOL: self = unsafe .bool(value.data.boolean != 0)
        case RESTORATION_KIND_INTEGER: self = unsafe .integer(value.data.int64)
        case RESTORATION_KIND_UNSIGNED: self = unsafe .unsigned(value.data.uint64)
        case RESTORATION_KIND_FLOAT: self = unsafe .float(value.data.float32)
        case RESTORATION_KIND_DOUBLE: self = unsafe .double(value.data.float64)
        case RESTORATION_KIND_STRING: self = unsafe .string(value.data.string.text)
        case RESTORATION_KIND_BYTES:
            let lent = unsafe value.data.bytes
            self = unsafe .bytes(
                Array(UnsafeBufferPointer(start: lent.bytes, count: Int(lent.count)))
            )
        case RESTORATION_KIND_DATE:
            let lent = unsafe value.data.date
            self = .date(Timestamp(seconds: lent.seconds, nanoseconds: lent.nanoseconds)!)
        case RESTORATION_KIND_UUID:
            self = unsafe withUnsafeBytes(of: value.data.uuid) {
                unsafe .uuid(UniqueIdentifier($0))
            }
        case RESTORATION_KIND_REFERENCE:
            let handle = unsafe value.data.reference
            self = handle == 0 ? .null : .reference(UInt32(handle))
        default: return nil
        }
    }
}

extension restoration_string {
    /// A copy of the text. Invariant: the plugin lends the text for the current call.
    var text: String {
        unsafe String(
            decoding: UnsafeRawBufferPointer(start: bytes, count: Int(count)),
            as: UTF8.self
        )
    }
}
