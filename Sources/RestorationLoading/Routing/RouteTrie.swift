internal import RestorationCore

/// Finds the patterns that match a path. Flat, so that an index can hold one and use it in place.
///
/// Patterns that begin with the same components share nodes. A path is walked once from the left,
/// with all nodes that the components so far can lead to: so the cost is the path's length times
/// the wildcards that are alive, however many patterns begin with other literals. A node is never
/// visited twice for one component, however `**` are nested.
///
/// ```
/// header, 32-bit numbers   0  offset and size of the table of identifiers
///                          8  offset and size of the table of literal edges
///                         16  offset of the nodes
///                         20  offset of the partial edges
///                         24  offset of the ends
///                         28  0
/// identifier, 12 bytes        hash, offset and size of the text; a free slot has size 0
/// literal edge, 12 bytes      node, slot of the identifier, child; a free slot has child 0
/// node, 16 bytes              child along one component, child along `**`, first partial edge,
///                             first end; those of the next node are behind its last. One more
///                             node follows, for the last
/// partial edge, 12 bytes      offset and size of the shape, child; a NUL stands for each wildcard
/// end, 8 bytes                number of the route, its rank
/// ```
///
/// Both tables are hashed with open addressing; their sizes are powers of two.
struct RouteTrie: Sendable {
    /// A pattern that matches.
    struct End: Hashable, Sendable {
        /// The number under which the pattern was added.
        let number: Int
        /// Equally specific patterns have one rank; a lower rank is more specific.
        let rank: Int
    }

    private let image: FlatBytes
    private static let nodeSize = 16

    // Numbers of the header, which every step needs.
    private let identifiers: Table
    private let edges: Table
    private let nodes: Int
    private let partials: Int
    private let ends: Int

    private struct Table: Sendable {
        let offset: Int
        let mask: Int

        init(_ image: FlatBytes, at position: Int, entrySize: Int) {
            offset = Int(image.uint32(at: position))
            let size = Int(image.uint32(at: position + 4))
            // A size that is no power of two, or reaches past the end, was not written by us.
            let isSound =
                size > 0 && size & (size - 1) == 0
                && offset + size * entrySize <= image.count
            mask = isSound ? size - 1 : -1
        }
    }

    /// Uses a trie in place.
    init(_ image: FlatBytes) {
        self.image = image
        identifiers = Table(image, at: 0, entrySize: 12)
        edges = Table(image, at: 8, entrySize: 12)
        nodes = Int(image.uint32(at: 16))
        partials = Int(image.uint32(at: 20))
        ends = Int(image.uint32(at: 24))
    }

    /// All patterns that match the path, and how many nodes it took to find them.
    func matches(_ path: RestorationPath) -> (ends: [End], visitedNodes: Int) {
        var ends: [End] = []
        let visitedNodes = forEachMatch(path) { ends.append($0) }
        return (ends, visitedNodes)
    }

    /// Finds all patterns that match the path, and returns how many nodes it took.
    @discardableResult
    func forEachMatch(_ path: RestorationPath, _ body: (End) -> Void) -> Int {
        var walk = Walk()
        enter(0, &walk)
        var visitedNodes = 0
        // The nodes that were alive before a component; two lists take turns.
        var live: [Int] = []
        live.reserveCapacity(8)
        for component in path.components {
            swap(&live, &walk.live)
            // Nodes that become alive from here on take the next component, not this one.
            let lasting = walk.lasting.count
            visitedNodes += live.count + lasting
            walk.live.removeAll(keepingCapacity: true)
            let bytes = component.identifier.rawValue.utf8.span
            let slot = slot(of: bytes)
            for node in live { advance(node, by: bytes, slot, &walk) }
            for index in 0..<lasting { advance(walk.lasting[index], by: bytes, slot, &walk) }
        }
        for node in walk.live { forEachEnd(of: node, body) }
        for node in walk.lasting { forEachEnd(of: node, body) }
        return visitedNodes + walk.live.count + walk.lasting.count
    }

    /// The nodes that the components so far can lead to.
    private struct Walk {
        var live: [Int] = []
        /// Nodes after `**`, which stay alive while they take components.
        var lasting: [Int] = []
        var known: Set<Int> = []

        init() { live.reserveCapacity(8) }
    }

    private func advance(
        _ node: Int,
        by identifier: borrowing Span<UInt8>,
        _ slot: Int?,
        _ walk: inout Walk
    ) {
        let record = nodes + node * Self.nodeSize
        if let slot, let child = child(of: node, along: slot) { enter(child, &walk) }
        let one = Int(image.uint32(at: record))
        if one != 0 { enter(one, &walk) }
        let (own, next) = (image.uint32(at: record + 8), image.uint32(at: record + 24))
        guard own < next else { return }
        let first = partials + Int(own) * 12
        // A number that reaches past the end is not worth counting to.
        for edge in stride(from: first, to: min(partials + Int(next) * 12, image.count), by: 12) {
            let shape = image.slice(
                at: Int(image.uint32(at: edge)),
                count: Int(image.uint32(at: edge + 4))
            )
            let child = Int(image.uint32(at: edge + 8))
            if child != 0, identifier.hasShape(shape) { enter(child, &walk) }
        }
    }

    /// Makes a node alive, and with it the node after `**`, which may stand for nothing.
    private func enter(_ node: Int, _ walk: inout Walk) {
        walk.live.append(node)
        let any = Int(image.uint32(at: nodes + node * Self.nodeSize + 4))
        if any != 0, walk.known.insert(any).inserted { walk.lasting.append(any) }
    }

    private func forEachEnd(of node: Int, _ body: (End) -> Void) {
        let record = nodes + node * Self.nodeSize
        let first = ends + Int(image.uint32(at: record + 12)) * 8
        let next = ends + Int(image.uint32(at: record + 28)) * 8
        for end in stride(from: first, to: min(next, image.count), by: 8) {
            body(End(number: Int(image.uint32(at: end)), rank: Int(image.uint32(at: end + 4))))
        }
    }

    /// Where the identifier stands in the table; `nil` if no pattern has it.
    private func slot(of identifier: borrowing Span<UInt8>) -> Int? {
        guard identifiers.mask >= 0 else { return nil }
        let hash = identifier.routeHash
        var slot = Int(hash) & identifiers.mask
        // One turn at most: a full table was not written by us.
        for _ in 0...identifiers.mask {
            let entry = identifiers.offset + slot * 12
            let size = Int(image.uint32(at: entry + 8))
            if size == 0 { return nil }
            let offset = Int(image.uint32(at: entry + 4))
            if image.uint32(at: entry) == hash,
                image.isEqual(at: offset, count: size, to: identifier)
            {
                return slot
            }
            slot = (slot + 1) & identifiers.mask
        }
        return nil
    }

    private func child(of node: Int, along identifier: Int) -> Int? {
        guard edges.mask >= 0 else { return nil }
        var slot = Self.edgeHash(node, identifier) & edges.mask
        for _ in 0...edges.mask {
            let entry = edges.offset + slot * 12
            let child = Int(image.uint32(at: entry + 8))
            if child == 0 { return nil }
            if image.uint32(at: entry) == node, image.uint32(at: entry + 4) == identifier {
                return child
            }
            slot = (slot + 1) & edges.mask
        }
        return nil
    }

    static func edgeHash(_ node: Int, _ identifier: Int) -> Int {
        let mixed =
            UInt64(node) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(identifier) &* 0xC2B2_AE3D_27D4_EB4F
        return Int((mixed ^ (mixed >> 32)) & 0xFFFF_FFFF)
    }
}

extension Span<UInt8> {
    /// The hash of an identifier (FNV-1a, 32 bits).
    var routeHash: UInt32 {
        var hash: UInt32 = 2_166_136_261
        for index in 0..<count { hash = (hash ^ UInt32(self[index])) &* 16_777_619 }
        return hash
    }

    /// Whether the bytes match a shape in which a NUL stands for any bytes, none included.
    ///
    /// Where bytes fail to match, only the latest wildcard is tried one byte longer: what an
    /// earlier one left over was the most it could.
    func hasShape(_ shape: ArraySlice<UInt8>) -> Bool {
        guard !shape.isEmpty else { return false }
        var position = 0
        var index = shape.startIndex
        var retry: (index: Int, position: Int)?
        while position < count {
            if index < shape.endIndex, shape[index] == 0 {
                retry = (index + 1, position)
                index += 1
            } else if index < shape.endIndex, shape[index] == self[position] {
                index += 1
                position += 1
            } else if let latest = retry {
                retry = (latest.index, latest.position + 1)
                index = latest.index
                position = latest.position + 1
            } else {
                return false
            }
        }
        return shape[index...].allSatisfy { $0 == 0 }
    }
}
