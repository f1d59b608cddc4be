import CRestorationPlugin
import RestorationCore

extension TableCoder {
    func seek(key: String) throws(CoderError) -> Bool {
        place = .key(key)
        guard let kind = try kindIfAny() else { return false }
        return kind != .null
    }

    func contains(_ key: String) throws(CoderError) -> Bool {
        let former = place
        defer { place = former }
        place = .key(key)
        return try kindIfAny() != nil
    }

    var keys: [String] {
        var keys: [String] = []
        while let key = try? key(at: keys.count) { keys.append(key) }
        return keys
    }

    func peek() throws(CoderError) -> ValueKind {
        guard let kind = try kindIfAny() else { throw error(.absent) }
        return kind
    }

    func take(_ kind: ValueKind) throws(CoderError) -> RestorationValue {
        guard kind == .integer else { return try fetch(kind, as: kind.rawValue) }
        // An integer that does not fit `int64` is larger, so it is read as unsigned.
        let (signed, status) = unsafe try ask(UInt32(RESTORATION_KIND_INTEGER))
        if status == .ok { return unsafe try copy(signed) }
        return try fetch(kind, as: UInt32(RESTORATION_KIND_UNSIGNED))
    }

    func takeReference() throws(CoderError) -> (any Restorable)? {
        guard let plugin = LoadedPlugin.current, try peek() == .reference else {
            _ = try take(.null)
            return nil
        }
        let (value, status) = unsafe try ask(UInt32(RESTORATION_KIND_REFERENCE))
        // Before objects exist, in `create` and `migrate`, a reference names nothing.
        if status == .mismatch {
            try pass()
            return nil
        }
        guard status == .ok else { throw error(status) }
        let handle = unsafe value.data.reference
        return handle == 0 ? nil : plugin.object(handle)
    }

    func recordPassedOver(_ object: any Restorable, key: String) {
        passedOver.append((key, object))
    }

    func enter(isDictionary: Bool) throws(CoderError) -> Int {
        var count: UInt64 = 0
        let status = try answer { table, key in
            unsafe isDictionary
                ? restoration_enter_dictionary(table, key, &count)
                : restoration_enter_array(table, key, &count)
        }
        guard status == .ok else { throw try fault(status, isDictionary ? .dictionary : .array) }
        outerPlaces.append(place)
        place = isDictionary ? .nowhere : .element
        return Int(clamping: count)
    }

    func entry(at index: Int) throws(CoderError) -> String {
        let key = try key(at: index)
        place = .key(key)
        return key
    }

    func leave() {
        let status = call { unsafe restoration_leave($0) }
        // Keys now belong to the wrong dictionary, so no later read can be trusted.
        if status != .ok { fail(error(status)) }
        place = outerPlaces.popLast() ?? .nowhere
    }

    // MARK: One value

    private func kindIfAny() throws(CoderError) -> ValueKind? {
        var number: UInt32 = 0
        let status = try answer { unsafe restoration_get_kind($0, $1, &number) }
        if status == .absent { return nil }
        guard status == .ok else { throw error(status) }
        guard let kind = ValueKind(rawValue: number) else {
            throw .unsupported("a kind of value that this version knows")
        }
        return kind
    }

    private func ask(_ kind: UInt32) throws(CoderError) -> (restoration_value, Status) {
        var value = unsafe restoration_value()
        unsafe value.kind = kind
        let status = try answer { unsafe restoration_get($0, $1, &value) }
        return unsafe (value, status)
    }

    private func fetch(
        _ kind: ValueKind,
        as number: UInt32
    ) throws(CoderError) -> RestorationValue {
        let (value, status) = unsafe try ask(number)
        guard status == .ok else { throw try fault(status, kind) }
        return unsafe try copy(value)
    }

    /// Only elements need this.
    private func pass() throws(CoderError) {
        guard case .element = place else { return }
        let status = call { unsafe restoration_skip($0) }
        guard status == .ok else { throw error(status) }
    }

    /// Copies a value that the host lends.
    ///
    /// Invariant (restoration/coder.h): the union member matches the kind, and lent bytes stay
    /// readable until the call returns.
    private func copy(_ value: restoration_value) throws(CoderError) -> RestorationValue {
        switch unsafe Int(value.kind) {
        case RESTORATION_KIND_NULL: return .null
        case RESTORATION_KIND_BOOL: return unsafe .bool(value.data.boolean != 0)
        case RESTORATION_KIND_INTEGER: return unsafe .integer(value.data.int64)
        case RESTORATION_KIND_UNSIGNED: return unsafe .unsigned(value.data.uint64)
        case RESTORATION_KIND_FLOAT: return unsafe .float(value.data.float32)
        case RESTORATION_KIND_DOUBLE: return unsafe .double(value.data.float64)
        case RESTORATION_KIND_STRING:
            guard let text = unsafe String(copying: value.data.string) else {
                throw .invalidText(key: currentPlace)
            }
            return .string(text)
        case RESTORATION_KIND_BYTES:
            let lent = unsafe value.data.bytes
            guard let count = unsafe Int(exactly: lent.count),
                unsafe lent.bytes != nil || count == 0
            else { throw error(.invalid) }
            return .bytes(unsafe Array(UnsafeBufferPointer(start: lent.bytes, count: count)))
        case RESTORATION_KIND_DATE:
            let lent = unsafe value.data.date
            guard let date = Timestamp(seconds: lent.seconds, nanoseconds: lent.nanoseconds) else {
                throw error(.invalid)
            }
            return .date(date)
        case RESTORATION_KIND_UUID:
            // Invariant: a restoration_uuid is 16 bytes (CRestorationPlugin/layout.c).
            return unsafe withUnsafeBytes(of: value.data.uuid) {
                unsafe .uuid(UniqueIdentifier($0))
            }
        default: throw .unsupported("a single value of kind \(unsafe value.kind)")
        }
    }

    private func key(at index: Int) throws(CoderError) -> String {
        var lent = unsafe restoration_string()
        let status = call { unsafe restoration_key_at($0, UInt64(index), &lent) }
        guard status == .ok else { throw error(status) }
        guard let key = unsafe String(copying: lent) else { throw error(.invalid) }
        return key
    }

    // MARK: Statuses

    @safe private func answer(
        _ function: (Table, restoration_string) -> restoration_status
    ) throws(CoderError) -> Status {
        if let fault { throw fault }
        guard direction == .reading else {
            throw .misuse("An encoding coder was asked to decode")
        }
        return call(at: place, function)
    }

    private func fault(_ status: Status, _ wanted: ValueKind) throws(CoderError) -> CoderError {
        status == .mismatch ? try mismatch(wanted) : error(status)
    }

    private func mismatch(_ wanted: ValueKind) throws(CoderError) -> CoderError {
        let stored = try peek()
        if stored == wanted { return .outOfRange(key: currentPlace, requested: "64 bits") }
        return .mismatch(key: currentPlace, stored: stored, requested: wanted.description)
    }
}
