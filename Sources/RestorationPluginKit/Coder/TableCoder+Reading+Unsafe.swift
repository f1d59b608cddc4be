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
        switch kind {
        case .null: return try takeNull()
        case .bool:
            var value: UInt8 = 0
            try read(kind) { unsafe restoration_get_bool($0, $1, &value) }
            return .bool(value != 0)
        case .integer: return try takeInteger()
        case .float:
            var value: Float = 0
            try read(kind) { unsafe restoration_get_float($0, $1, &value) }
            return .float(value)
        case .double:
            var value = 0.0
            try read(kind) { unsafe restoration_get_double($0, $1, &value) }
            return .double(value)
        case .string: return .string(try takeString())
        case .bytes: return .bytes(try takeBytes())
        case .date: return .date(try takeDate())
        case .uuid: return .uuid(try takeUUID())
        case .array, .dictionary, .reference: throw .unsupported("\(kind) as a single value")
        }
    }

    func takeReference() throws(CoderError) -> (any Restorable)? {
        guard let plugin = LoadedPlugin.current, try peek() == .reference else {
            _ = try takeNull()
            return nil
        }
        var handle: restoration_handle = 0
        let status = try answer { unsafe restoration_get_reference($0, $1, &handle) }
        // Before objects exist, in `create` and `migrate`, there is nothing to be named.
        if status == .mismatch {
            try pass()
            return nil
        }
        guard status == .ok else { throw error(status) }
        return handle == 0 ? nil : plugin.object(handle)
    }

    func notePassedOver(_ object: any Restorable, key: String) {
        passedOver.append((key, object))
    }

    func enter(isDictionary: Bool) throws(CoderError) -> Int {
        // The host's function steps into either kind.
        let wanted: ValueKind = isDictionary ? .dictionary : .array
        guard try peek() == wanted else { throw try mismatch(wanted) }
        var count: UInt64 = 0
        try read(wanted) { unsafe restoration_enter($0, $1, &count) }
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
        // Keys now mean those of another dictionary: nothing that follows can be trusted.
        if status != .ok { fail(error(status)) }
        place = outerPlaces.popLast() ?? .nowhere
    }

    // MARK: One value

    /// The kind of the value at hand; `nil` if there is none.
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

    private func takeNull() throws(CoderError) -> RestorationValue {
        guard try peek() == .null else { throw try mismatch(.null) }
        try pass()
        return .null
    }

    /// Leaves the value at hand behind.
    ///
    /// Only elements are in the way of what follows.
    private func pass() throws(CoderError) {
        guard case .element = place else { return }
        let status = call { unsafe restoration_skip($0) }
        guard status == .ok else { throw error(status) }
    }

    private func takeInteger() throws(CoderError) -> RestorationValue {
        var value: Int64 = 0
        let status = try answer { unsafe restoration_get_int64($0, $1, &value) }
        if status == .ok { return .integer(value) }
        var large: UInt64 = 0
        try read(.integer) { unsafe restoration_get_uint64($0, $1, &large) }
        return .unsigned(large)
    }

    private func takeString() throws(CoderError) -> String {
        var lent = unsafe restoration_string()
        try read(.string) { unsafe restoration_get_string($0, $1, &lent) }
        guard let text = unsafe String(copying: lent) else { throw .invalidText(key: currentPlace) }
        return text
    }

    private func takeBytes() throws(CoderError) -> [UInt8] {
        var lent = unsafe restoration_bytes()
        try read(.bytes) { unsafe restoration_get_bytes($0, $1, &lent) }
        guard let count = unsafe Int(exactly: lent.count), unsafe lent.bytes != nil || count == 0
        else { throw error(.invalid) }
        // Invariant (restoration/coder.h): readable for `count` bytes until the call returns.
        return unsafe Array(UnsafeBufferPointer(start: lent.bytes, count: count))
    }

    private func takeDate() throws(CoderError) -> Timestamp {
        var lent = restoration_date()
        try read(.date) { unsafe restoration_get_date($0, $1, &lent) }
        guard let date = Timestamp(seconds: lent.seconds, nanoseconds: lent.nanoseconds) else {
            throw error(.invalid)
        }
        return date
    }

    private func takeUUID() throws(CoderError) -> UniqueIdentifier {
        var lent = restoration_uuid()
        try read(.uuid) { unsafe restoration_get_uuid($0, $1, &lent) }
        // Invariant: a restoration_uuid is 16 bytes (CRestorationPlugin/layout.c).
        return unsafe withUnsafeBytes(of: &lent) { bytes in
            unsafe UniqueIdentifier(
                high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
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

    /// Asks for the value at hand.
    @safe private func answer(
        _ function: (Table, restoration_string) -> restoration_status
    ) throws(CoderError) -> Status {
        if let fault { throw fault }
        guard direction == .reading else {
            throw .misuse("A coder that encodes was asked to decode")
        }
        return call(at: place, function)
    }

    /// Reads the value at hand, which should be of `kind`.
    @safe private func read(
        _ kind: ValueKind,
        _ function: (Table, restoration_string) -> restoration_status
    ) throws(CoderError) {
        switch try answer(function) {
        case .ok: return
        case .mismatch: throw try mismatch(kind)
        case let status: throw error(status)
        }
    }

    /// Why a value is not of the kind asked for.
    private func mismatch(_ wanted: ValueKind) throws(CoderError) -> CoderError {
        let stored = try peek()
        if stored == wanted { return .outOfRange(key: currentPlace, requested: "64 bits") }
        return .mismatch(key: currentPlace, stored: stored, requested: wanted.description)
    }
}
