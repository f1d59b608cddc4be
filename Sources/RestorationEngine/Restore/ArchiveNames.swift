import RestorationCore

/// The tables of an archive that make paths and names of its numbers, apart from the archive.
struct ArchiveNames: Sendable {
    private let nodes: [PathNode]
    private let strings: [String]
    /// Finds nodes by their paths, once somebody has asked for one.
    private let index = SharedNodeIndex()

    init() { (nodes, strings) = ([], []) }

    init(_ archive: ArchiveReader) {
        nodes = archive.paths
        strings = archive.allStrings
    }

    /// A string by its number; `nil` for "there is none".
    subscript(number: UInt32) -> String? {
        number < UInt32(strings.count) ? strings[Int(number)] : nil
    }

    /// The path of a node. O(depth).
    func path(of node: UInt32) -> RestorationPath {
        var components: [RestorationPath.Component] = []
        var next = node
        while next != ArchiveRecord.none {
            let step = nodes[Int(next)]
            // The archive's reader has validated every identifier of the table.
            let identifier = RestorationIdentifier(strings[Int(step.identifier)])!
            let discriminator = self[step.discriminator].flatMap { RestorationIdentifier($0) }
            components.append(.init(identifier, discriminator: discriminator))
            next = step.parent
        }
        return RestorationPath(components.reversed())!
    }

    /// The node of a path; `nil` if there is none. O(depth), and the first time O(nodes).
    func node(at path: RestorationPath) -> UInt32? {
        index.node(at: path, nodes: nodes, strings: strings)
    }

    /// How many steps lead to each node. Linear, unlike the paths themselves.
    var depths: [Int] {
        var depths = [Int](repeating: 0, count: nodes.count)
        for (number, node) in nodes.enumerated() {
            depths[number] = 1 + (node.parent == ArchiveRecord.none ? 0 : depths[Int(node.parent)])
        }
        return depths
    }
}
