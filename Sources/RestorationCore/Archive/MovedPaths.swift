/// The path table of an archive in which what lies at former paths lies at those that the program
/// has now, and all below with it.
struct MovedPaths {
    /// The aliases that have moved something.
    private(set) var applied: [PathAlias] = []
    /// The strings that the archive's table lacks, in the order of their numbers.
    private(set) var addedStrings: [String] = []
    /// The nodes where they are now, by their numbers in the archive, and behind them those that
    /// had to be made.
    private var nodes: [PathNode]
    /// The numbers of all nodes but those that wait for their place, and have to be found.
    private var placed: [PathNode: UInt32] = [:]
    private let stringCount: Int
    private var names: [RestorationIdentifier: UInt32] = [:]

    /// Moves what there is to move. O(nodes and strings), once more for each alias that leads to a
    /// place which another one has taken.
    init(_ archive: ArchiveReader, _ aliases: [PathAlias]) {
        nodes = archive.paths
        stringCount = archive.stringCount
        var moves = Self.moves(archive, aliases)
        while !moves.isEmpty, let refused = move(moves, archive) { moves[refused] = nil }
    }

    /// The nodes that lie elsewhere now. An alias whose paths have no scope counts in each.
    private static func moves(
        _ archive: ArchiveReader,
        _ aliases: [PathAlias]
    ) -> [UInt32: PathAlias] {
        let roots = archive.paths.indices.filter { archive.paths[$0].parent == ArchiveRecord.none }
            .map { archive.component(of: UInt32($0)) }
        var moves: [UInt32: PathAlias] = [:]
        var taken: Set<RestorationPath> = []
        for alias in aliases.flatMap({ $0.inScopes(of: roots) })
        where archive.node(at: alias.path) == nil {
            guard let node = archive.node(at: alias.formerPath), moves[node] == nil,
                taken.insert(alias.path).inserted
            else { continue }
            moves[node] = alias
        }
        return moves
    }

    /// - Returns: A node whose new place another one has.
    private mutating func move(
        _ moves: [UInt32: PathAlias],
        _ archive: ArchiveReader
    ) -> UInt32? {
        (nodes, applied, addedStrings, names, placed) = (archive.paths, [], [], [:], [:])
        for (number, text) in archive.allStrings.enumerated() {
            if let name = RestorationIdentifier(text) { names[name] = UInt32(number) }
        }
        for node in nodes.indices where moves[UInt32(node)] == nil {
            placed[nodes[node]] = UInt32(node)
        }
        // Longer paths may lead through shorter ones.
        let shortestFirst = moves.sorted {
            ($0.value.path.components.count, $0.key) < ($1.value.path.components.count, $1.key)
        }
        return shortestFirst.first { !place($0.key, at: $0.value) }?.key
    }

    private mutating func place(_ node: UInt32, at alias: PathAlias) -> Bool {
        var parent = ArchiveRecord.none
        for component in alias.path.components.dropLast() {
            let step = step(component, below: parent)
            if let known = placed[step] {
                parent = known
            } else {
                parent = UInt32(nodes.count)
                placed[step] = parent
                nodes.append(step)
            }
        }
        let last = step(alias.path.components[alias.path.components.count - 1], below: parent)
        guard placed[last] == nil else { return false }
        placed[last] = node
        nodes[Int(node)] = last
        applied.append(alias)
        return true
    }

    private mutating func step(
        _ component: RestorationPath.Component,
        below parent: UInt32
    ) -> PathNode {
        PathNode(
            parent: parent,
            identifier: number(of: component.identifier),
            discriminator: component.discriminator.map { number(of: $0) } ?? ArchiveRecord.none
        )
    }

    private mutating func number(of name: RestorationIdentifier) -> UInt32 {
        if let known = names[name] { return known }
        let new = UInt32(stringCount + addedStrings.count)
        names[name] = new
        addedStrings.append(name.rawValue)
        return new
    }

    /// The table as readers have it, parents first, and by number in the archive the number of each
    /// node in it. O(nodes).
    func table() -> (nodes: [PathNode], numbers: [UInt32]) {
        var table: [PathNode] = []
        var numbers = [UInt32](repeating: ArchiveRecord.none, count: nodes.count)
        for node in nodes.indices {
            // Up to what stands in the table already, and down again.
            var waiting: [Int] = []
            var next = UInt32(node)
            while next != ArchiveRecord.none, numbers[Int(next)] == ArchiveRecord.none {
                waiting.append(Int(next))
                next = nodes[Int(next)].parent
            }
            for step in waiting.reversed() {
                var entry = nodes[step]
                if entry.parent != ArchiveRecord.none { entry.parent = numbers[Int(entry.parent)] }
                numbers[step] = UInt32(table.count)
                table.append(entry)
            }
        }
        return (table, numbers)
    }
}
