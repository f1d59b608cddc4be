/// A node of an encoded `Codable` value. Containers may fill nodes in any order and stay open, so
/// ``value`` is assembled at the end.
final class CodableNode {
    private enum Content {
        case nothing
        case value(RestorationValue)
        case array([CodableNode])
        case dictionary([String: CodableNode])
    }

    private var content = Content.nothing

    /// Whether the type encoded nothing, not even an empty container.
    var isEmpty: Bool { if case .nothing = content { true } else { false } }

    var value: RestorationValue {
        switch content {
        // As JSONEncoder stores a nested value that encodes nothing.
        case .nothing: .dictionary([:])
        case .value(let value): value
        case .array(let nodes): .array(nodes.map(\.value))
        case .dictionary(let nodes): .dictionary(nodes.mapValues(\.value))
        }
    }

    func becomeArray() {
        if case .array = content { return }
        content = .array([])
    }

    func becomeDictionary() {
        if case .dictionary = content { return }
        content = .dictionary([:])
    }

    var count: Int {
        guard case .array(let nodes) = content else { return 0 }
        return nodes.count
    }

    func appendElement() -> CodableNode {
        guard case .array(let nodes) = content else { return CodableNode() }
        let node = CodableNode()
        content = .array(nodes + CollectionOfOne(node))
        return node
    }

    func entry(_ key: any CodingKey) -> CodableNode {
        guard case .dictionary(var nodes) = content else { return CodableNode() }
        let node = CodableNode()
        nodes[key.stringValue] = node
        content = .dictionary(nodes)
        return node
    }

    func putNull() { content = .value(.null) }

    /// Types that are also ``RestorationCodable`` are stored in that form.
    func put(_ value: some Encodable, at path: [any CodingKey]) throws {
        guard path.count <= SectionLimit.depth else {
            throw CoderError.limit(
                key: path.text,
                what: "\(SectionLimit.depth) levels of nesting"
            )
        }
        guard let known = value as? any RestorationCodable else {
            return try value.encode(to: CodableEncoder(node: self, codingPath: path))
        }
        do throws(CoderError) {
            content = .value(try ValueCoder.value(of: known))
        } catch {
            throw error.placed(at: path)
        }
    }
}

struct CodableEncoder: Encoder {
    let node: CodableNode
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.becomeDictionary()
        return KeyedEncodingContainer(Entries(node: node, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.becomeArray()
        return Elements(node: node, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        Single(node: node, codingPath: codingPath)
    }
}

// One generic function covers the protocols' overloads. The 128-bit integers need their own,
// because the protocols' default implementations throw.

private struct Entries<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: CodableNode
    let codingPath: [any CodingKey]

    func encodeNil(forKey key: Key) { node.entry(key).putNull() }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try put(value, key)
    }
    func encode(_ value: Int128, forKey key: Key) throws { try put(value, key) }
    func encode(_ value: UInt128, forKey key: Key) throws { try put(value, key) }

    private func put(_ value: some Encodable, _ key: Key) throws {
        try node.entry(key).put(value, at: codingPath + [key])
    }

    private func encoder(_ key: any CodingKey) -> CodableEncoder {
        CodableEncoder(node: node.entry(key), codingPath: codingPath + [key])
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { encoder(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder(PathStep.superclass) }
    func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }
}

private struct Elements: UnkeyedEncodingContainer {
    let node: CodableNode
    let codingPath: [any CodingKey]
    var count: Int { node.count }

    private var path: [any CodingKey] { codingPath + [PathStep(intValue: count)] }

    func encodeNil() { node.appendElement().putNull() }

    func encode<Value: Encodable>(_ value: Value) throws { try append(value) }
    func encode(_ value: Int128) throws { try append(value) }
    func encode(_ value: UInt128) throws { try append(value) }

    private func append(_ value: some Encodable) throws {
        let path = path
        try node.appendElement().put(value, at: path)
    }

    private func encoder() -> CodableEncoder {
        let path = path
        return CodableEncoder(node: node.appendElement(), codingPath: path)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> { encoder().container(keyedBy: type) }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder() }
}

private struct Single: SingleValueEncodingContainer {
    let node: CodableNode
    let codingPath: [any CodingKey]

    func encodeNil() { node.putNull() }
    func encode<Value: Encodable>(_ value: Value) throws { try node.put(value, at: codingPath) }
    func encode(_ value: Int128) throws { try node.put(value, at: codingPath) }
    func encode(_ value: UInt128) throws { try node.put(value, at: codingPath) }
}
