/// Keys of one record, each once.
///
/// Archives and plugins compare bytes, and `String` takes different spellings of a text for equal:
/// a set of strings would lose one of two such keys.
package struct KeySet: Hashable, Sendable, ExpressibleByArrayLiteral {
    private var keys: Set<[UInt8]>

    package init(_ keys: some Sequence<String>) { self.keys = Set(keys.map { Array($0.utf8) }) }
    package init(arrayLiteral keys: String...) { self.init(keys) }

    package var isEmpty: Bool { keys.isEmpty }
    package func contains(_ key: String) -> Bool { keys.contains(Array(key.utf8)) }
    package mutating func insert(_ key: String) { keys.insert(Array(key.utf8)) }
    package mutating func remove(_ key: String) { keys.remove(Array(key.utf8)) }

    /// The keys in the order of their bytes.
    package var sorted: [String] {
        keys.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
    }
}
