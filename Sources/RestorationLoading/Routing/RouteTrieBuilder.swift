internal import RestorationCore

/// Makes the flat form of a ``RouteTrie``.
///
/// What it makes depends on the patterns and the order of their insertion alone.
struct RouteTrieBuilder {
    private struct Node {
        /// The node after a capture or `*`: they match the same.
        var one = 0
        /// The node after `**`.
        var any = 0
        /// Its children along partial components, by these.
        var partials: [RoutePattern.Shape: Int] = [:]
        /// How many ends it has.
        var endCount = 0
    }

    private struct PartialEdge {
        let node: Int
        let shape: RoutePattern.Shape
        let child: Int
    }

    private struct LiteralEdge {
        let node: Int
        let identifier: Int
        let child: Int
    }

    private var nodes = [Node()]
    private var identifiers: [(text: RestorationIdentifier, hash: UInt32)] = []
    private var literals: [LiteralEdge] = []
    private var partials: [PartialEdge] = []
    private var ends: [(node: Int, end: RouteTrie.End)] = []
    /// Where identifiers and literal edges stand, by their hashes.
    private var identifierTable = NumberTable()
    private var literalTable = NumberTable()

    /// Adds a pattern.
    mutating func insert(_ pattern: RoutePattern, as end: RouteTrie.End) {
        var node = 0
        for component in pattern.components { node = child(of: node, along: component) }
        nodes[node].endCount += 1
        ends.append((node, end))
    }

    /// The child along a component, which is made if it does not exist yet.
    private mutating func child(of node: Int, along component: RoutePattern.Component) -> Int {
        let new = nodes.count
        var child = new
        switch component {
        case .literal(let identifier): child = literalChild(of: node, identifier)
        case .partial(let shape): child = partialChild(of: node, shape)
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

    private mutating func literalChild(of node: Int, _ text: RestorationIdentifier) -> Int {
        let identifier = number(of: text)
        let slot = literalTable.slot(RouteTrie.edgeHash(node, identifier)) { number in
            literals[number].node == node && literals[number].identifier == identifier
        }
        if let number = literalTable[slot] { return literals[number].child }
        literals.append(LiteralEdge(node: node, identifier: identifier, child: nodes.count))
        literalTable.fill(slot) { RouteTrie.edgeHash(literals[$0].node, literals[$0].identifier) }
        return nodes.count
    }

    private mutating func number(of text: RestorationIdentifier) -> Int {
        let hash = text.rawValue.utf8.span.routeHash
        let slot = identifierTable.slot(Int(hash)) { number in
            identifiers[number].hash == hash && identifiers[number].text == text
        }
        if let number = identifierTable[slot] { return number }
        identifiers.append((text, hash))
        identifierTable.fill(slot) { Int(identifiers[$0].hash) }
        return identifiers.count - 1
    }

    private mutating func partialChild(of node: Int, _ shape: RoutePattern.Shape) -> Int {
        if let child = nodes[node].partials[shape] { return child }
        nodes[node].partials[shape] = nodes.count
        partials.append(PartialEdge(node: node, shape: shape, child: nodes.count))
        return nodes.count
    }

    /// The flat form; see ``RouteTrie`` for what stands where.
    func image() -> [UInt8] {
        var writer = FlatWriter()
        let tables = identifierTable.size * 12 + literalTable.size * 12
        writer.reserve(tables + nodes.count * 16 + ends.count * 8 + identifiers.count * 16 + 64)
        writer.append(zeroes: 32)
        writeIdentifiers(to: &writer)
        writeLiterals(to: &writer)
        writeNodes(to: &writer)
        return writer.bytes
    }

    private func writeIdentifiers(to writer: inout FlatWriter) {
        let offset = writer.bytes.count
        var text = offset + identifierTable.size * 12
        for slot in 0..<identifierTable.size {
            guard let (identifier, hash) = identifierTable[slot].map({ identifiers[$0] }) else {
                writer.append(zeroes: 12)
                continue
            }
            let count = identifier.rawValue.utf8.count
            writer.append(hash)
            writer.append(UInt32(text))
            writer.append(UInt32(count))
            text += count
        }
        for slot in 0..<identifierTable.size {
            guard let number = identifierTable[slot] else { continue }
            writer.append(contentsOf: identifiers[number].text.rawValue.utf8)
        }
        writer.align()
        writer.set(UInt32(offset), at: 0)
        writer.set(UInt32(identifierTable.size), at: 4)
    }

    private func writeLiterals(to writer: inout FlatWriter) {
        // Where each identifier has come to stand.
        var slots = Array(repeating: 0, count: identifiers.count)
        for slot in 0..<identifierTable.size {
            if let number = identifierTable[slot] { slots[number] = slot }
        }
        // Three quarters of the slots may be taken, so that less is to be read at each launch.
        var table = NumberTable(roomFor: literals.count * 2 / 3)
        for (number, edge) in literals.enumerated() {
            table.add(number, hash: RouteTrie.edgeHash(edge.node, slots[edge.identifier]))
        }
        writer.set(UInt32(writer.bytes.count), at: 8)
        writer.set(UInt32(table.size), at: 12)
        for slot in 0..<table.size {
            guard let edge = table[slot].map({ literals[$0] }) else {
                writer.append(zeroes: 12)
                continue
            }
            writer.append(UInt32(edge.node))
            writer.append(UInt32(slots[edge.identifier]))
            writer.append(UInt32(edge.child))
        }
    }

    private func writeNodes(to writer: inout FlatWriter) {
        writer.set(UInt32(writer.bytes.count), at: 16)
        var firstPartial = 0
        var firstEnd = 0
        // Where the next end of each node belongs.
        var places: [Int] = []
        for node in nodes {
            writer.append(words: [node.one, node.any, firstPartial, firstEnd])
            places.append(firstEnd)
            firstPartial += node.partials.count
            firstEnd += node.endCount
        }
        writer.append(words: [0, 0, firstPartial, firstEnd])
        // Ends keep the order of their insertion within a node.
        var sorted = Array(repeating: RouteTrie.End(number: 0, rank: 0), count: ends.count)
        for (node, end) in ends {
            sorted[places[node]] = end
            places[node] += 1
        }
        let partials = partials.enumerated()
            .sorted { ($0.element.node, $0.offset) < ($1.element.node, $1.offset) }
            .map { (shape: Array($1.shape.parts.joined(separator: [0])), child: $1.child) }
        writer.set(UInt32(writer.bytes.count), at: 20)
        var text = writer.bytes.count + partials.count * 12 + ends.count * 8
        for (shape, child) in partials {
            writer.append(words: [text, shape.count, child])
            text += shape.count
        }
        writer.set(UInt32(writer.bytes.count), at: 24)
        for end in sorted { writer.append(words: [end.number, end.rank]) }
        for (shape, _) in partials { writer.append(contentsOf: shape) }
        writer.align()
    }
}

/// Numbers from 0 up by the hashes of what they stand for, with open addressing. At least half of
/// the slots are free.
private struct NumberTable {
    /// 0 for a free slot, else the number plus one.
    private var slots: [UInt32]
    private var count = 0

    init(roomFor count: Int = 0) {
        var size = 4
        while size < count * 2 { size *= 2 }
        slots = Array(repeating: 0, count: size)
    }

    /// A power of two.
    var size: Int { slots.count }

    subscript(slot: Int) -> Int? { slots[slot] == 0 ? nil : Int(slots[slot] - 1) }

    /// The slot in which the number stands that `isWanted`, or should stand.
    func slot(_ hash: Int, _ isWanted: (Int) -> Bool) -> Int {
        var slot = hash & (size - 1)
        while let number = self[slot], !isWanted(number) { slot = (slot + 1) & (size - 1) }
        return slot
    }

    /// Adds a number.
    mutating func add(_ number: Int, hash: Int) {
        slots[slot(hash) { _ in false }] = UInt32(number + 1)
        count += 1
    }

    /// Adds the next number in the slot that was found for it, and makes room where it gets narrow.
    mutating func fill(_ slot: Int, hash: (Int) -> Int) {
        slots[slot] = UInt32(count + 1)
        count += 1
        guard size < count * 2 else { return }
        var larger = NumberTable(roomFor: count * 2)
        for number in 0..<count { larger.add(number, hash: hash(number)) }
        self = larger
    }
}
