import CRestorationPlugin
import RestorationCore

/// The functions that a host lends for a ``TestCoder``.
///
/// They and what they lend are never freed, so that a call that comes too late is counted and does
/// not crash the tests.
@safe final class LentCoder {
    let coder: TestCoder
    let table: UnsafeMutablePointer<restoration_coder>

    /// - Parameter structSize: how much of the functions the host has; `nil` for all.
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

/// Runs the coder's part of a call. Invariant: the context was retained for good.
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

private func put(
    _ table: Table,
    _ key: restoration_string,
    _ value: RestorationValue
) -> restoration_status {
    unsafe answer(table) { lent throws(TestCoder.Answer) in
        try lent.coder.put(value, key: unsafe key.text)
    }
}

/// Reads a value, if `convert` can make something of it.
private func get<Value>(
    _ table: Table,
    _ key: restoration_string,
    _ result: UnsafeMutablePointer<Value>?,
    _ convert: (RestorationValue, LentCoder) -> Value?
) -> restoration_status {
    unsafe answer(table) { lent throws(TestCoder.Answer) in
        let stored = try lent.coder.value(key: unsafe key.text)
        guard let value = convert(stored, lent) else { throw .mismatch }
        unsafe result!.pointee = value
        lent.coder.advance()
    }
}

extension LentCoder {
    private static var functions: restoration_coder {
        var table = unsafe restoration_coder()
        unsafe addWriting(to: &table)
        unsafe addReading(to: &table)
        unsafe addContainers(to: &table)
        unsafe addReferences(to: &table)
        return unsafe table
    }

    private static func addWriting(to table: inout restoration_coder) {
        unsafe table.put_null = { unsafe put($0, $1, .null) }
        unsafe table.put_bool = { unsafe put($0, $1, .bool($2 != 0)) }
        unsafe table.put_int64 = { unsafe put($0, $1, .integer($2)) }
        unsafe table.put_uint64 = { unsafe put($0, $1, .unsigned($2)) }
        unsafe table.put_float = { unsafe put($0, $1, .float($2)) }
        unsafe table.put_double = { unsafe put($0, $1, .double($2)) }
        unsafe table.put_string = { unsafe put($0, $1, .string($2.text)) }
        unsafe table.put_bytes = {
            unsafe put(
                $0,
                $1,
                .bytes(Array(UnsafeBufferPointer(start: $2.bytes, count: Int($2.count))))
            )
        }
        unsafe table.put_date = {
            unsafe put(
                $0,
                $1,
                .date(Timestamp(seconds: $2.seconds, nanoseconds: $2.nanoseconds)!)
            )
        }
        unsafe table.put_uuid = { table, key, value in
            let halves = unsafe withUnsafeBytes(of: value.bytes) {
                unsafe (
                    $0.loadUnaligned(as: UInt64.self),
                    $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
                )
            }
            return unsafe put(
                table,
                key,
                .uuid(
                    UniqueIdentifier(
                        high: UInt64(bigEndian: halves.0),
                        low: UInt64(bigEndian: halves.1)
                    )
                )
            )
        }
    }

    private static func addReading(to table: inout restoration_coder) {
        unsafe table.get_kind = { table, key, kind in
            unsafe answer(table) { lent throws(TestCoder.Answer) in
                unsafe kind!.pointee = try lent.coder.value(key: key.text).kind.rawValue
            }
        }
        unsafe table.get_bool = {
            unsafe get($0, $1, $2) { value, _ in
                if case .bool(let value) = value { value ? 1 : 0 } else { nil }
            }
        }
        unsafe table.get_int64 = {
            unsafe get($0, $1, $2) { value, _ in
                if case .integer(let value) = value { value } else { nil }
            }
        }
        unsafe table.get_uint64 = {
            unsafe get($0, $1, $2) { value, _ in
                switch value {
                case .unsigned(let value): value
                case .integer(let value): UInt64(exactly: value)
                default: nil
                }
            }
        }
        unsafe table.get_float = {
            unsafe get($0, $1, $2) { value, _ in
                if case .float(let value) = value { value } else { nil }
            }
        }
        unsafe table.get_double = {
            unsafe get($0, $1, $2) { value, _ in
                if case .double(let value) = value { value } else { nil }
            }
        }
        unsafe addLending(to: &table)
    }

    private static func addLending(to table: inout restoration_coder) {
        unsafe table.get_string = {
            unsafe get($0, $1, $2) { value, lent in
                guard case .string(let text) = value else { return nil }
                return unsafe lent.lend(text: text)
            }
        }
        unsafe table.get_bytes = {
            unsafe get($0, $1, $2) { value, lent in
                guard case .bytes(let bytes) = value else { return nil }
                return unsafe restoration_bytes(
                    bytes: lent.lend(bytes).assumingMemoryBound(to: UInt8.self),
                    count: UInt64(bytes.count)
                )
            }
        }
        unsafe table.get_date = {
            unsafe get($0, $1, $2) { value, _ in
                guard case .date(let date) = value else { return nil }
                return restoration_date(
                    seconds: date.seconds,
                    nanoseconds: date.nanoseconds,
                    reserved: 0
                )
            }
        }
        unsafe table.get_uuid = {
            unsafe get($0, $1, $2) { value, _ in
                guard case .uuid(let uuid) = value else { return nil }
                var result = restoration_uuid()
                unsafe withUnsafeMutableBytes(of: &result) {
                    unsafe $0.storeBytes(of: uuid.high.bigEndian, as: UInt64.self)
                    unsafe $0.storeBytes(
                        of: uuid.low.bigEndian,
                        toByteOffset: 8,
                        as: UInt64.self
                    )
                }
                return result
            }
        }
    }

    private static func addContainers(to table: inout restoration_coder) {
        unsafe table.begin_array = { table, key in
            unsafe answer(table) { lent throws(TestCoder.Answer) in
                try lent.coder.begin(.array([], next: 0), key: unsafe key.text)
            }
        }
        unsafe table.begin_dictionary = { table, key in
            unsafe answer(table) { lent throws(TestCoder.Answer) in
                try lent.coder.begin(.dictionary([]), key: unsafe key.text)
            }
        }
        unsafe table.end = { table in
            unsafe answer(table) { lent throws(TestCoder.Answer) in try lent.coder.end() }
        }
        unsafe table.enter = { table, key, count in
            unsafe answer(table) { lent throws(TestCoder.Answer) in
                unsafe count!.pointee = UInt64(try lent.coder.enter(key: key.text))
            }
        }
        unsafe table.leave = { table in
            unsafe answer(table) { lent throws(TestCoder.Answer) in try lent.coder.leave() }
        }
        unsafe table.key_at = { table, index, key in
            unsafe answer(table) { lent throws(TestCoder.Answer) in
                unsafe key!.pointee = lent.lend(text: try lent.coder.key(at: Int(index)))
            }
        }
        unsafe table.skip = { table in
            unsafe answer(table) { lent throws(TestCoder.Answer) in try lent.coder.skip() }
        }
    }

    /// Handles stand in the fields as numbers of references.
    private static func addReferences(to table: inout restoration_coder) {
        unsafe table.put_reference = { table, key, handle in
            if handle == TestCoder.staleHandle { return restoration_status(RESTORATION_INVALID) }
            return unsafe put(table, key, handle == 0 ? .null : .reference(UInt32(handle)))
        }
        unsafe table.get_reference = {
            unsafe get($0, $1, $2) { value, lent in
                switch value {
                case .null: 0
                case .reference(let number) where !lent.coder.isEarly: UInt64(number ?? 0)
                default: nil
                }
            }
        }
        unsafe table.put_copy = { table, key, source, sourceKey in
            unsafe answer(table) { lent throws(TestCoder.Answer) in
                var value = RestorationValue.null
                let status = unsafe answer(source) { source throws(TestCoder.Answer) in
                    value = try source.coder.value(key: unsafe sourceKey.text)
                }
                if let failure = TestCoder.Answer(rawValue: status) { throw failure }
                try lent.coder.put(value, key: unsafe key.text)
            }
        }
        unsafe table.mark_sensitive = { table, key in
            unsafe answer(table) { lent throws(TestCoder.Answer) in
                try lent.coder.mark(unsafe key.text)
            }
        }
    }

    private func lend(text: String) -> restoration_string {
        unsafe restoration_string(
            bytes: lend(text.utf8).assumingMemoryBound(to: CChar.self),
            count: UInt64(text.utf8.count)
        )
    }
}

extension restoration_string {
    /// A copy of the text. Invariant: lent for the call that is running.
    var text: String {
        unsafe String(
            decoding: UnsafeRawBufferPointer(start: bytes, count: Int(count)),
            as: UTF8.self
        )
    }
}

extension TestCoder {
    /// What the host called an object that has ended.
    static let staleHandle: UInt64 = 99
}
