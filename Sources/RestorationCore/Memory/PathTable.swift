/// Path nodes, each once, parents before children; finding one costs a hash of three numbers.
struct PathTable: ~Copyable {
    private var nodes = FlatArray<PathNode>()
    /// Open addressing: a node's number plus one, 0 for a free slot. Its size is a power of two.
    private var slots = FlatArray<UInt32>(repeating: 0, count: 64)

    init() {}

    /// - Parameter capacity: How many nodes it has room for at first.
    init(capacity: Int) {
        nodes.reserve(capacity)
        var size = slots.count
        while size < capacity * 2 { size *= 2 }
        slots = FlatArray(repeating: 0, count: size)
    }

    var count: Int { nodes.count }
    subscript(number: UInt32) -> PathNode { nodes[Int(number)] }

    mutating func removeAll() {
        nodes.truncate(to: 0)
        slots.fill(with: 0)
    }

    /// The number of a node, new or known.
    mutating func number(of node: PathNode) -> UInt32 {
        let slot = slot(of: node)
        if slots[slot] != 0 { return slots[slot] - 1 }
        let number = UInt32(nodes.count)
        nodes.append(node)
        slots[slot] = number + 1
        if nodes.count * 2 > slots.count { rehash() }
        return number
    }

    /// The number of a node, if it is known.
    func find(_ node: PathNode) -> UInt32? {
        let slot = slot(of: node)
        return slots[slot] == 0 ? nil : slots[slot] - 1
    }

    /// Where `node` is, or the free slot where it belongs.
    @inline(__always)
    private func slot(of node: PathNode) -> Int {
        var slot = Self.hash(node) & (slots.count &- 1)
        while slots[slot] != 0, nodes[Int(slots[slot] &- 1)] != node {
            slot = (slot &+ 1) & (slots.count &- 1)
        }
        return slot
    }

    private mutating func rehash() {
        let size = slots.count * 2
        slots = FlatArray(repeating: 0, count: size)
        for number in 0..<nodes.count {
            var slot = Self.hash(nodes[number]) & (size - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
            slots[slot] = UInt32(number) + 1
        }
    }

    @inline(__always)
    private static func hash(_ node: PathNode) -> Int {
        // Siblings are asked for one after the other: they stay neighbours, as in AddressTable.
        let family = UInt64(node.parent) ^ (UInt64(node.discriminator) &* 0xC2B2_AE3D_27D4_EB4F)
        let scattered = (family &* 0x9E37_79B9_7F4A_7C15) >> 32
        return Int(truncatingIfNeeded: scattered &+ UInt64(node.identifier))
    }
}
