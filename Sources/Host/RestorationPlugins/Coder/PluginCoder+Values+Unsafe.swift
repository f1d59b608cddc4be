internal import CRestorationPlugin
internal import RestorationCore

/// Single values, by the kinds of `restoration_value`.
///
/// Invariant of every `pointee` below: the pointer is not null, the header promises a
/// `restoration_value` there, and the accessed member of the union matches the kind.
extension PluginCoder {
    static func put(
        _ table: UnsafeMutablePointer<restoration_coder>?,
        _ key: restoration_string,
        _ value: UnsafePointer<restoration_value>?
    ) -> restoration_status {
        guard let value = unsafe value else {
            return unsafe refuse(table, key) {
                .misuse("The pointer to a value is null\(under($0))")
            }
        }
        switch unsafe Int(value.pointee.kind) {
        case RESTORATION_KIND_NULL: return unsafe write(table, key) { $0.putNull() }
        case RESTORATION_KIND_BOOL:
            let value = unsafe value.pointee.data.boolean != 0
            return unsafe write(table, key) { $0.put(value) }
        case RESTORATION_KIND_INTEGER:
            let value = unsafe value.pointee.data.int64
            return unsafe write(table, key) { $0.put(value) }
        case RESTORATION_KIND_UNSIGNED:
            let value = unsafe value.pointee.data.uint64
            return unsafe write(table, key) { $0.put(value) }
        case RESTORATION_KIND_FLOAT:
            let value = unsafe value.pointee.data.float32
            return unsafe write(table, key) { $0.put(value) }
        case RESTORATION_KIND_DOUBLE:
            let value = unsafe value.pointee.data.float64
            return unsafe write(table, key) { $0.put(value) }
        case RESTORATION_KIND_STRING:
            let text = unsafe value.pointee.data.string.borrowedBytes
            return unsafe write(table, key, borrowed: text, isText: true)
        case RESTORATION_KIND_BYTES:
            let bytes = unsafe value.pointee.data.bytes.borrowedBytes
            return unsafe write(table, key, borrowed: bytes, isText: false)
        case RESTORATION_KIND_DATE:
            return unsafe put(date: value.pointee.data.date, table, key)
        case RESTORATION_KIND_UUID:
            // Invariant: a restoration_uuid is 16 bytes (CRestorationPlugin/layout.c).
            let identifier = unsafe withUnsafeBytes(of: value.pointee.data.uuid) {
                unsafe UniqueIdentifier($0)
            }
            return unsafe write(table, key) { $0.put(identifier) }
        case RESTORATION_KIND_REFERENCE:
            return unsafe putReference(table, key, value.pointee.data.reference)
        case let kind:
            return unsafe refuse(table, key, kind: UInt32(kind)) {
                "A value of kind \(kind)\(under($0)) cannot be stored by put"
            }
        }
    }

    private static func put(
        date: restoration_date,
        _ table: UnsafeMutablePointer<restoration_coder>?,
        _ key: restoration_string
    ) -> restoration_status {
        guard let date = Timestamp(seconds: date.seconds, nanoseconds: date.nanoseconds) else {
            return unsafe refuse(table, key) {
                .misuse("The date\(under($0)) has a second or more of nanoseconds")
            }
        }
        return unsafe write(table, key) { $0.put(date) }
    }

    static func get(
        _ table: UnsafeMutablePointer<restoration_coder>?,
        _ key: restoration_string,
        _ value: UnsafeMutablePointer<restoration_value>?
    ) -> restoration_status {
        guard let value = unsafe value else { return Status.invalid }
        let kind = unsafe Int(value.pointee.kind)
        guard kind != RESTORATION_KIND_ANY else { return unsafe getKind(table, key, value) }
        return unsafe read(table, key) { wrapper, coder throws(CoderError) in
            switch kind {
            case RESTORATION_KIND_NULL:
                let stored = try coder.kindOfValue()
                guard stored == .null else {
                    throw .mismatch(key: unsafe key.text, stored: stored, requested: "null")
                }
                try coder.skipValue()
            case RESTORATION_KIND_BOOL:
                unsafe value.pointee.data.boolean = try coder.takeBool() ? 1 : 0
            case RESTORATION_KIND_INTEGER: unsafe value.pointee.data.int64 = try coder.takeInteger()
            case RESTORATION_KIND_UNSIGNED:
                unsafe value.pointee.data.uint64 = try coder.takeUnsigned()
            case RESTORATION_KIND_FLOAT: unsafe value.pointee.data.float32 = try coder.takeFloat()
            case RESTORATION_KIND_DOUBLE: unsafe value.pointee.data.float64 = try coder.takeDouble()
            case RESTORATION_KIND_STRING:
                let start = coder.position
                let text = unsafe try coder.takeBorrowedText()
                guard unsafe text.isUTF8 else { throw .damaged(offset: start) }
                unsafe value.pointee.data.string = restoration_string(borrowing: text)
            case RESTORATION_KIND_BYTES:
                let bytes = unsafe try coder.takeBorrowedBytes()
                unsafe value.pointee.data.bytes = restoration_bytes(borrowing: bytes)
            case RESTORATION_KIND_DATE:
                unsafe value.pointee.data.date = restoration_date(try coder.takeTimestamp())
            case RESTORATION_KIND_UUID:
                unsafe value.pointee.data.uuid = restoration_uuid(try coder.takeUniqueIdentifier())
            case RESTORATION_KIND_REFERENCE:
                unsafe value.pointee.data.reference = try wrapper.takeReference(key, coder)
            case RESTORATION_KIND_ARRAY, RESTORATION_KIND_DICTIONARY:
                throw .misuse("get cannot read a value of kind \(kind)")
            default:
                let stored = try coder.kindOfValue()
                throw .mismatch(
                    key: unsafe key.text,
                    stored: stored,
                    requested: "a value of kind \(kind)"
                )
            }
        }
    }

    /// Reads the kind alone, so that a pass over all fields stays linear.
    private static func getKind(
        _ table: UnsafeMutablePointer<restoration_coder>?,
        _ key: restoration_string,
        _ value: UnsafeMutablePointer<restoration_value>
    ) -> restoration_status {
        unsafe read(table, key, isPeek: true) { _, coder throws(CoderError) in
            unsafe value.pointee.kind = try coder.kindOfValue().rawValue
        }
    }
}

extension restoration_bytes {
    fileprivate init(borrowing bytes: UnsafeRawBufferPointer) {
        unsafe self.init(
            bytes: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
            count: UInt64(bytes.count)
        )
    }
}

extension restoration_date {
    fileprivate init(_ date: Timestamp) {
        self.init(seconds: date.seconds, nanoseconds: date.nanoseconds, reserved: 0)
    }
}

extension restoration_uuid {
    fileprivate init(_ identifier: UniqueIdentifier) {
        self.init()
        // Invariant: the tuple has 16 bytes.
        unsafe withUnsafeMutableBytes(of: &bytes) { unsafe identifier.store(in: $0) }
    }
}
