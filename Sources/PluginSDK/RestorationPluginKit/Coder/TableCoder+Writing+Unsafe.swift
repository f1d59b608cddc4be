import CRestorationPlugin
import RestorationCore

extension TableCoder {
    func begin(key: String) -> Bool {
        guard direction == .writing else { return false }
        expectNoPlace()
        guard fault == nil else { return false }
        place = .key(key)
        return true
    }

    func rememberFields() { writtenKeys = [] }

    func holdsField(_ key: String) -> Bool { writtenKeys?.contains(key) == true }

    func beginElement() {
        guard direction == .writing else { return }
        expectNoPlace()
        place = .element
    }

    /// Fails if the last announced place has received no value.
    func expectNoPlace() {
        guard direction == .writing, place != .nowhere else { return }
        fail(.missingValue(key: currentKey))
    }

    func put(_ value: RestorationValue) {
        switch value {
        case .null:
            let isWatched = watchedKeys.contains(currentKey)
            let key = currentKey
            put(RESTORATION_KIND_NULL) { _ in }
            if isWatched { watchedKeys.insert(key) }
        case .bool(let value):
            put(RESTORATION_KIND_BOOL) { unsafe $0.data.boolean = value ? 1 : 0 }
        case .integer(let value): put(RESTORATION_KIND_INTEGER) { unsafe $0.data.int64 = value }
        case .unsigned(let value): put(RESTORATION_KIND_UNSIGNED) { unsafe $0.data.uint64 = value }
        case .float(let value): put(RESTORATION_KIND_FLOAT) { unsafe $0.data.float32 = value }
        case .double(let value): put(RESTORATION_KIND_DOUBLE) { unsafe $0.data.float64 = value }
        case .string(let value):
            unsafe value.lent { text in
                put(RESTORATION_KIND_STRING) { unsafe $0.data.string = text }
            }
        case .bytes(let value):
            // Invariant: the buffer lives until the closure returns; the host copies it.
            unsafe value.withUnsafeBufferPointer { buffer in
                let lent = unsafe restoration_bytes(
                    bytes: buffer.baseAddress,
                    count: UInt64(buffer.count)
                )
                put(RESTORATION_KIND_BYTES) { unsafe $0.data.bytes = lent }
            }
        case .date(let date):
            put(RESTORATION_KIND_DATE) {
                unsafe $0.data.date = restoration_date(
                    seconds: date.seconds,
                    nanoseconds: date.nanoseconds,
                    reserved: 0
                )
            }
        case .uuid(let uuid):
            put(RESTORATION_KIND_UUID) { value in
                // Invariant: a restoration_uuid is 16 bytes (CRestorationPlugin/layout.c).
                unsafe withUnsafeMutableBytes(of: &value.data.uuid) { unsafe uuid.store(in: $0) }
            }
        case .array, .dictionary, .reference: fail(.unsupported("\(value.kind) as a single value"))
        }
    }

    /// Writes a value of a `restoration_value` kind.
    ///
    /// - Parameter fill: Sets the union member of the kind.
    @safe private func put(_ kind: Int, _ fill: (inout restoration_value) -> Void) {
        var value = unsafe restoration_value()
        unsafe value.kind = UInt32(kind)
        unsafe fill(&value)
        write { unsafe restoration_put($0, $1, &value) }
    }

    func put(reference: (any Restorable)?) {
        guard let reference else { return put(.null) }
        guard let plugin = LoadedPlugin.current, direction == .writing else { return }
        let known = plugin.objects.handle(of: reference)
        guard let handle = known ?? plugin.objects.formerHandle(of: reference) else {
            plugin.host.log(Self.unknown(reference, enclosingKey), level: .warning)
            return put(.null)
        }
        write { table, key in
            let status = unsafe restoration_put_reference(table, key, handle)
            guard Status(status) == .invalid else { return status }
            // The referenced object is deallocated, which must not fail the record. If the key is
            // invalid, storing null fails, too.
            plugin.host.log(Self.ended(currentKey), level: .warning)
            return unsafe restoration_put_null(table, key)
        }
    }

    private static func ended(_ key: String) -> String {
        "The reference under \"\(key)\" is stored as null. Its object has been deallocated."
    }

    /// As in a host, an object without an identifier has no record (PRES-19).
    private static func unknown(_ object: any Restorable, _ key: String) -> String {
        let error = PluginHostError.unknownObject(type: "\(type(of: object))")
        return "The reference under \"\(key)\" is stored as null. \(error.sentence)"
    }

    func markSensitive(_ key: String) {
        guard direction == .writing, fault == nil else { return }
        let status = unsafe key.lent { key in
            call { unsafe restoration_mark_sensitive($0, key) }
        }
        // The tools of a host without marks cannot show the value.
        if status != .ok, status != .unsupported { fail(error(status)) }
    }

    func putCopy(
        key: String,
        from source: any ForeignCoder,
        sourceKey: String
    ) throws(CoderError) -> Bool {
        guard direction == .writing, let source = source as? TableCoder,
            source.direction == .reading
        else { throw .misuse("A value can be copied only from a coder that decodes") }
        expectNoPlace()
        place = .key(key)
        let status = unsafe sourceKey.lent { sourceKey in
            call(at: place) { table, key in
                source.call { unsafe restoration_put_copy(table, key, $0, sourceKey) }.rawValue
            }
        }
        place = .nowhere
        if status == .absent { return false }
        guard status == .ok else { throw error(status) }
        writtenKeys?.insert(key)
        return true
    }

    func beginContainer(isDictionary: Bool) -> Bool {
        let hasBegun = write {
            unsafe isDictionary
                ? restoration_begin_dictionary($0, $1) : restoration_begin_array($0, $1)
        }
        if hasBegun { outerPlaces.append(.nowhere) }
        return hasBegun
    }

    func endContainer() {
        guard outerPlaces.popLast() != nil else { return }
        expectNoPlace()
        guard fault == nil else { return }
        place = .nowhere
        let status = call { unsafe restoration_end($0) }
        if status != .ok { fail(error(status)) }
    }

    /// Writes one value at the announced place, which can be used once.
    @discardableResult
    @safe private func write(
        _ function: (Table, restoration_string) -> restoration_status
    ) -> Bool {
        guard direction == .writing, fault == nil else { return false }
        guard place != .nowhere else {
            fail(.extraValue(key: lastKey))
            return false
        }
        let status = call(at: place, function)
        if status != .ok { fail(error(status)) }
        if outerPlaces.isEmpty {
            writtenKeys?.insert(currentKey)
            if !watchedKeys.isEmpty { watchedKeys.remove(currentKey) }
        }
        lastKey = currentKey
        place = .nowhere
        return status == .ok
    }
}
