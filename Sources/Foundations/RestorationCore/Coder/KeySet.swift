/// A set of keys, compared by bytes as in archives and plugins. A set of strings would merge
/// canonically equivalent spellings.
package struct KeySet: Hashable, Sendable, ExpressibleByArrayLiteral {
    private var keys: Set<[UInt8]>

    package init(_ keys: some Sequence<String>) { self.keys = Set(keys.map { Array($0.utf8) }) }
    package init(arrayLiteral keys: String...) { self.init(keys) }

    package var isEmpty: Bool { keys.isEmpty }
    package func contains(_ key: String) -> Bool { keys.contains(Array(key.utf8)) }
    package mutating func insert(_ key: String) { keys.insert(Array(key.utf8)) }
    package mutating func remove(_ key: String) { keys.remove(Array(key.utf8)) }

    package var sorted: [String] {
        keys.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
    }
}
