internal import RestorationCore

/// Makes the flat form of a ``RouteTrie``.
struct RouteTrieBuilder {
    private struct Node {
        var literals: [RestorationIdentifier: Int] = [:]
        var partials: [RoutePattern.Shape: Int] = [:]
        /// The node after a capture or `*`: they match the same.
        var one = 0
        /// The node after `**`.
        var any = 0
        /// The patterns that end here, in the order of their insertion.
        var ends: [RouteTrie.End] = []
    }

    private var nodes = [Node()]

    /// Adds a pattern.
    mutating func insert(_ pattern: RoutePattern, as end: RouteTrie.End) {
        let last = pattern.components.reduce(0) { child(of: $0, along: $1) }
        nodes[last].ends.append(end)
    }

    /// The child along a component, which is made if it does not exist yet.
    private mutating func child(of node: Int, along component: RoutePattern.Component) -> Int {
        let new = nodes.count
        var child = new
        switch component {
        case .literal(let identifier):
            child = nodes[node].literals[identifier, default: new]
            nodes[node].literals[identifier] = child
        case .partial(let shape):
            child = nodes[node].partials[shape, default: new]
            nodes[node].partials[shape] = child
        case .capture, .one:
            if nodes[node].one == 0 { nodes[node].one = new }
            child = nodes[node].one
        case .any:
            if nodes[node].any == 0 { nodes[node].any = new }
            child = nodes[node].any
        }
        if child == new { nodes.append(Node()) }
        return child
    }

    /// The flat form; see ``RouteTrie`` for what stands where.
    func image() -> [UInt8] {
        var writer = FlatWriter()
        writer.append(zeroes: 32)
        let slots = writeIdentifiers(to: &writer)
        writeLiterals(slots, to: &writer)
        writeNodes(to: &writer)
        return writer.bytes
    }

    /// The literals of all nodes, in the order of the nodes and their bytes: the image must not
    /// depend on the order of a dictionary.
    private var literals: [(node: Int, identifier: RestorationIdentifier, child: Int)] {
        nodes.enumerated().flatMap { number, node in
            node.literals.sorted { $0.value < $1.value }.map { (number, $0.key, $0.value) }
        }
    }

    private func writeIdentifiers(to writer: inout FlatWriter) -> [RestorationIdentifier: Int] {
        var slots: [RestorationIdentifier: Int] = [:]
        let unique = literals.map(\.identifier).filter { slots.updateValue(0, forKey: $0) == nil }
        let size = Self.tableSize(unique.count)
        var table: [RestorationIdentifier?] = Array(repeating: nil, count: size)
        for identifier in unique {
            var slot = Int(identifier.rawValue.utf8.span.routeHash) & (size - 1)
            while table[slot] != nil { slot = (slot + 1) & (size - 1) }
            table[slot] = identifier
            slots[identifier] = slot
        }
        let offset = writer.bytes.count
        var text = offset + size * 12
        for identifier in table {
            guard let bytes = identifier?.rawValue.utf8 else {
                writer.append(words: [0, 0, 0])
                continue
            }
            writer.append(words: [Int(bytes.span.routeHash), text, bytes.count])
            text += bytes.count
        }
        for identifier in table.compactMap(\.self) {
            writer.append(contentsOf: identifier.rawValue.utf8)
        }
        writer.align()
        writer.set(UInt32(offset), at: 0)
        writer.set(UInt32(size), at: 4)
        return slots
    }

    private func writeLiterals(
        _ slots: [RestorationIdentifier: Int],
        to writer: inout FlatWriter
    ) {
        let size = Self.tableSize(literals.count)
        var table: [[Int]] = Array(repeating: [0, 0, 0], count: size)
        for (node, identifier, child) in literals {
            let text = slots[identifier] ?? 0
            var slot = RouteTrie.edgeHash(node, text) & (size - 1)
            while table[slot][2] != 0 { slot = (slot + 1) & (size - 1) }
            table[slot] = [node, text, child]
        }
        writer.set(UInt32(writer.bytes.count), at: 8)
        writer.set(UInt32(size), at: 12)
        for entry in table { writer.append(words: entry) }
    }

    private func writeNodes(to writer: inout FlatWriter) {
        var partials: [(shape: [UInt8], child: Int)] = []
        var ends: [RouteTrie.End] = []
        writer.set(UInt32(writer.bytes.count), at: 16)
        for node in nodes {
            writer.append(words: [
                node.one, node.any, partials.count, node.partials.count, ends.count,
                node.ends.count,
            ])
            partials += node.partials.sorted { $0.value < $1.value }.map { shape, child in
                (Array(shape.parts.joined(separator: [0])), child)
            }
            ends += node.ends
        }
        writer.set(UInt32(writer.bytes.count), at: 20)
        var text = writer.bytes.count + partials.count * 12 + ends.count * 8
        for (shape, child) in partials {
            writer.append(words: [text, shape.count, child])
            text += shape.count
        }
        writer.set(UInt32(writer.bytes.count), at: 24)
        for end in ends { writer.append(words: [end.number, end.rank]) }
        for (shape, _) in partials { writer.append(contentsOf: shape) }
        writer.align()
    }

    /// A power of two that leaves at least half of the table free.
    private static func tableSize(_ count: Int) -> Int {
        var size = 4
        while size < count * 2 { size *= 2 }
        return size
    }
}
