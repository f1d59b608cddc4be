/// Decodes a `Codable` type from a value.
///
/// Throws `DecodingError`, which `Codable` types expect, with a ``CoderError`` as the cause.
struct CodableDecoder: Decoder {
    let value: RestorationValue
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        guard case .dictionary(let entries) = value else { throw mismatch(.dictionary) }
        return KeyedDecodingContainer(Entries(entries: entries, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = value else { throw mismatch(.array) }
        return Elements(elements: elements, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        Single(value: value, codingPath: codingPath)
    }

    private func mismatch(_ wanted: ValueKind) -> DecodingError {
        DecodingError(
            CoderError.mismatch(
                key: codingPath.text,
                stored: value.kind,
                requested: wanted.description
            ),
            RestorationValue.self,
            at: codingPath
        )
    }

    /// Types that are also ``RestorationCodable`` are decoded from that form.
    static func decode<Value: Decodable>(
        _ type: Value.Type,
        from value: RestorationValue,
        at path: [any CodingKey]
    ) throws -> Value {
        guard let known = type as? any RestorationCodable.Type else {
            return try Value(from: CodableDecoder(value: value, codingPath: path))
        }
        do throws(CoderError) {
            let read = try ValueCoder.read(known, from: value)
            // `read` returns the type asked for.
            return read as! Value
        } catch {
            throw DecodingError(error.placed(at: path), type, at: path)
        }
    }
}

extension DecodingError {
    fileprivate init(_ cause: CoderError, _ type: Any.Type, at path: [any CodingKey]) {
        self = .typeMismatch(
            type,
            Context(
                codingPath: path,
                debugDescription: cause.diagnosis.problem,
                underlyingError: cause
            )
        )
    }

    fileprivate static func missing(_ key: any CodingKey, at path: [any CodingKey]) -> Self {
        let cause = CoderError.incomplete(key: (path + [key]).text)
        return .keyNotFound(
            key,
            Context(
                codingPath: path,
                debugDescription: cause.diagnosis.problem,
                underlyingError: cause
            )
        )
    }
}

private struct Entries<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let entries: [String: RestorationValue]
    let codingPath: [any CodingKey]

    var allKeys: [Key] { entries.keys.sorted().compactMap { Key(stringValue: $0) } }
    func contains(_ key: Key) -> Bool { entries[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try value(key) == .null }

    private func value(_ key: any CodingKey) throws -> RestorationValue {
        guard let value = entries[key.stringValue] else {
            throw DecodingError.missing(key, at: codingPath)
        }
        return value
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try take(type, key)
    }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try take(type, key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try take(type, key) }

    private func take<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
        try CodableDecoder.decode(type, from: value(key), at: codingPath + [key])
    }

    private func decoder(_ key: any CodingKey) throws -> CodableDecoder {
        CodableDecoder(value: try value(key), codingPath: codingPath + [key])
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try decoder(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try decoder(PathStep.superclass) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
}

private struct Elements: UnkeyedDecodingContainer {
    let elements: [RestorationValue]
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0

    init(elements: [RestorationValue], codingPath: [any CodingKey]) {
        self.elements = elements
        self.codingPath = codingPath
    }

    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    private func element() throws -> RestorationValue {
        guard !isAtEnd else {
            throw DecodingError.missing(PathStep(intValue: currentIndex), at: codingPath)
        }
        return elements[currentIndex]
    }

    mutating func decodeNil() throws -> Bool {
        guard try element() == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try take(type) }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try take(type) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try take(type) }

    private mutating func take<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let path = codingPath + [PathStep(intValue: currentIndex)]
        let value = try CodableDecoder.decode(type, from: element(), at: path)
        currentIndex += 1
        return value
    }

    private mutating func decoder() throws -> CodableDecoder {
        let path = codingPath + [PathStep(intValue: currentIndex)]
        let decoder = CodableDecoder(value: try element(), codingPath: path)
        currentIndex += 1
        return decoder
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> { try decoder().container(keyedBy: type) }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try decoder().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try decoder() }
}

private struct Single: SingleValueDecodingContainer {
    let value: RestorationValue
    let codingPath: [any CodingKey]

    func decodeNil() -> Bool { value == .null }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try take(type)
    }
    func decode(_ type: Int128.Type) throws -> Int128 { try take(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try take(type) }

    private func take<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try CodableDecoder.decode(type, from: value, at: codingPath)
    }
}
