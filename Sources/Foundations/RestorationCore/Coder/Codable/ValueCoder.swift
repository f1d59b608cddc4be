/// A coder backend over one in-memory value, for a ``RestorationCodable`` type inside a `Codable`
/// one.
final class ValueCoder: ForeignCoder {
    private enum Container {
        case array([RestorationValue], next: Int)
        case dictionary([String: RestorationValue], keys: [String], key: String)
    }

    /// The outermost array holds the value itself.
    private var open: [Container]
    private(set) var fault: CoderError?

    private init(_ values: [RestorationValue]) {
        open = [.array(values, next: 0)]
    }

    static func value(of value: some RestorationCodable) throws(CoderError) -> RestorationValue {
        let backend = ValueCoder([])
        value.encode(into: RestorationCoder(foreign: backend))
        if let fault = backend.fault { throw fault }
        guard backend.open.count == 1, case .array(let values, _) = backend.open[0],
            values.count == 1
        else { throw .misuse("A type wrote no value, or several, where one is expected") }
        return values[0]
    }

    static func read<Value: RestorationCodable>(
        _ type: Value.Type,
        from value: RestorationValue
    ) throws(CoderError) -> Value {
        try Value.decode(from: RestorationCoder(foreign: ValueCoder([value])))
    }

    var currentKey: String {
        guard case .dictionary(_, _, let key)? = open.last else { return "" }
        return key
    }

    func fail(_ error: CoderError) {
        if fault == nil { fault = error }
    }

    // MARK: Writing

    func begin(key: String) -> Bool {
        guard case .dictionary(let values, let keys, _)? = open.last else { return false }
        open[open.count - 1] = .dictionary(values, keys: keys, key: key)
        return true
    }

    func beginElement() {}

    func put(_ value: RestorationValue) {
        switch open.removeLast() {
        case .array(var values, let next):
            values.append(value)
            open.append(.array(values, next: next))
        case .dictionary(var values, let keys, let key):
            values[key] = value
            open.append(.dictionary(values, keys: keys, key: key))
        }
    }

    func put(reference: (any Restorable)?) {
        guard reference != nil else { return put(.null) }
        fail(.unsupported("references inside Codable values"))
    }

    func beginContainer(isDictionary: Bool) -> Bool {
        guard open.count <= SectionLimit.depth else {
            fail(.limit(key: currentKey, what: "\(SectionLimit.depth) levels of nesting"))
            return false
        }
        open.append(isDictionary ? .dictionary([:], keys: [], key: "") : .array([], next: 0))
        return true
    }

    func endContainer() {
        switch open.removeLast() {
        case .array(let values, _): put(.array(values))
        case .dictionary(let values, _, _): put(.dictionary(values))
        }
    }

    func markSensitive(_ key: String) {}

    // MARK: Reading

    func seek(key: String) throws(CoderError) -> Bool {
        guard begin(key: key), let value else { return false }
        return value != .null
    }

    func contains(_ key: String) throws(CoderError) -> Bool {
        guard case .dictionary(let values, _, _)? = open.last else { return false }
        return values[key] != nil
    }

    var keys: [String] {
        guard case .dictionary(_, let keys, _)? = open.last else { return [] }
        return keys
    }

    private var value: RestorationValue? {
        switch open.last {
        case .array(let values, let next)?: next < values.count ? values[next] : nil
        case .dictionary(let values, _, let key)?: values[key]
        case nil: nil
        }
    }

    private func pass() {
        guard case .array(let values, let next)? = open.last else { return }
        open[open.count - 1] = .array(values, next: next + 1)
    }

    func peek() throws(CoderError) -> ValueKind {
        guard let value else { throw .misuse("A type read a value that does not exist") }
        return value.kind
    }

    func take(_ kind: ValueKind) throws(CoderError) -> RestorationValue {
        let stored = try peek()
        guard stored == kind, let value else {
            throw .mismatch(key: currentKey, stored: stored, requested: kind.description)
        }
        pass()
        return value
    }

    func takeReference() throws(CoderError) -> (any Restorable)? {
        throw .unsupported("references inside Codable values")
    }

    func enter(isDictionary: Bool) throws(CoderError) -> Int {
        switch try take(isDictionary ? .dictionary : .array) {
        case .array(let values):
            open.append(.array(values, next: 0))
            return values.count
        case .dictionary(let values):
            let keys = values.keys.sorted()
            open.append(.dictionary(values, keys: keys, key: ""))
            return keys.count
        default: return 0
        }
    }

    func entry(at index: Int) throws(CoderError) -> String {
        let key = keys[index]
        _ = begin(key: key)
        return key
    }

    func leave() { open.removeLast() }
}
