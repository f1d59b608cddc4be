internal import CRestorationPlugin
internal import RestorationCore

extension PluginCoder {
    /// The functions of `restoration/coder.h`. Out-parameters are written only with success, and
    /// null ones are refused before anything is read.
    ///
    /// Invariant of every `pointee` below: the pointer is not null, and the header promises that
    /// the plugin's variable has the type.
    static var functions: restoration_coder {
        unsafe restoration_coder(
            struct_size: UInt32(MemoryLayout<restoration_coder>.size),
            reserved: 0,
            context: nil,
            put_null: { unsafe PluginCoder.write($0, $1) { $0.putNull() } },
            put_bool: { table, key, value in
                unsafe PluginCoder.write(table, key) { $0.put(value != 0) }
            },
            put_int64: { table, key, value in unsafe PluginCoder.write(table, key) { $0.put(value) }
            },
            put_uint64: { table, key, value in
                unsafe PluginCoder.write(table, key) { $0.put(value) }
            },
            put_float: { table, key, value in unsafe PluginCoder.write(table, key) { $0.put(value) }
            },
            put_double: { table, key, value in
                unsafe PluginCoder.write(table, key) { $0.put(value) }
            },
            put_string: { table, key, value in
                unsafe PluginCoder.write(table, key, borrowed: value.borrowedBytes, isText: true)
            },
            put_bytes: { table, key, value in
                unsafe PluginCoder.write(table, key, borrowed: value.borrowedBytes, isText: false)
            },
            put_date: { table, key, value in
                guard
                    let date = Timestamp(seconds: value.seconds, nanoseconds: value.nanoseconds)
                else {
                    return unsafe PluginCoder.refuse(table, key) { key in
                        let place = PluginCoder.under(key)
                        return .misuse("The date\(place) has a second or more of nanoseconds")
                    }
                }
                return unsafe PluginCoder.write(table, key) { $0.put(date) }
            },
            put_uuid: { table, key, value in
                unsafe PluginCoder.write(table, key) { $0.put(UniqueIdentifier(value)) }
            },
            begin_array: { unsafe PluginCoder.begin($0, $1, isDictionary: false) },
            begin_dictionary: { unsafe PluginCoder.begin($0, $1, isDictionary: true) },
            end: { unsafe PluginCoder.end($0) },
            get_kind: { table, key, value in
                guard let value = unsafe value else { return Status.invalid }
                return unsafe PluginCoder.read(table, key, isPeek: true) {
                    coder throws(CoderError) in
                    unsafe value.pointee = try coder.kindOfValue().rawValue
                }
            },
            get_bool: { table, key, value in
                guard let value = unsafe value else { return Status.invalid }
                return unsafe PluginCoder.read(table, key) { coder throws(CoderError) in
                    unsafe value.pointee = try coder.takeBool() ? 1 : 0
                }
            },
            get_int64: { table, key, value in
                guard let value = unsafe value else { return Status.invalid }
                return unsafe PluginCoder.read(table, key) { coder throws(CoderError) in
                    unsafe value.pointee = try coder.takeInteger()
                }
            },
            get_uint64: { table, key, value in
                guard let value = unsafe value else { return Status.invalid }
                return unsafe PluginCoder.read(table, key) { coder throws(CoderError) in
                    unsafe value.pointee = try coder.takeUnsigned()
                }
            },
            get_float: { table, key, value in
                guard let value = unsafe value else { return Status.invalid }
                return unsafe PluginCoder.read(table, key) { coder throws(CoderError) in
                    unsafe value.pointee = try coder.takeFloat()
                }
            },
            get_double: { table, key, value in
                guard let value = unsafe value else { return Status.invalid }
                return unsafe PluginCoder.read(table, key) { coder throws(CoderError) in
                    unsafe value.pointee = try coder.takeDouble()
                }
            },
            get_string: { table, key, value in
                guard let value = unsafe value else { return Status.invalid }
                return unsafe PluginCoder.read(table, key) { coder throws(CoderError) in
                    let start = coder.position
                    let bytes = unsafe try coder.takeBorrowedText()
                    guard unsafe bytes.isUTF8 else { throw .damaged(offset: start) }
                    unsafe value.pointee = restoration_string(borrowing: bytes)
                }
            },
            get_bytes: { table, key, value in
                guard let value = unsafe value else { return Status.invalid }
                return unsafe PluginCoder.read(table, key) { coder throws(CoderError) in
                    let bytes = unsafe try coder.takeBorrowedBytes()
                    unsafe value.pointee = restoration_bytes(
                        bytes: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
                        count: UInt64(bytes.count)
                    )
                }
            },
            get_date: { table, key, value in
                guard let value = unsafe value else { return Status.invalid }
                return unsafe PluginCoder.read(table, key) { coder throws(CoderError) in
                    let date = try coder.takeTimestamp()
                    unsafe value.pointee = restoration_date(
                        seconds: date.seconds,
                        nanoseconds: date.nanoseconds,
                        reserved: 0
                    )
                }
            },
            get_uuid: { table, key, value in
                guard let value = unsafe value else { return Status.invalid }
                return unsafe PluginCoder.read(table, key) { coder throws(CoderError) in
                    unsafe value.pointee = restoration_uuid(try coder.takeUniqueIdentifier())
                }
            },
            enter: { unsafe PluginCoder.enter($0, $1, $2) },
            leave: { unsafe PluginCoder.leave($0) },
            key_at: { unsafe PluginCoder.key($0, at: $1, $2) },
            skip: { unsafe PluginCoder.skip($0) },
            put_reference: { unsafe PluginCoder.putReference($0, $1, $2) },
            get_reference: { unsafe PluginCoder.getReference($0, $1, $2) },
            put_copy: { unsafe PluginCoder.putCopy($0, $1, from: $2, $3) },
            mark_sensitive: { unsafe PluginCoder.markSensitive($0, $1) },
            schema_version: 0,
            reserved_too: 0
        )
    }
}

extension UniqueIdentifier {
    init(_ uuid: restoration_uuid) {
        let (high, low) = unsafe withUnsafeBytes(of: uuid.bytes) { bytes in
            // Invariant: the tuple has 16 bytes.
            (
                unsafe bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self),
                unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            )
        }
        self.init(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
    }
}

extension restoration_uuid {
    init(_ identifier: UniqueIdentifier) {
        self.init()
        unsafe withUnsafeMutableBytes(of: &bytes) { bytes in
            // Invariant: the tuple has 16 bytes.
            unsafe bytes.storeBytes(of: identifier.high.bigEndian, toByteOffset: 0, as: UInt64.self)
            unsafe bytes.storeBytes(of: identifier.low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
    }
}
