import RestorationCore

/// The objects of an archive in the order in which a tree is read: each before those below it.
struct ObjectTree {
    /// One place of the tree.
    struct Row {
        /// How far below the tree's root.
        let depth: Int
        /// For each level above, the outermost first, and for the row itself: whether a sibling
        /// follows. Only as many levels as are drawn.
        let continues: [Bool]
        let hasChildren: Bool
        /// The place itself.
        let path: RestorationPath
        /// The records there: one, or none where only objects below it are preserved.
        let records: [Int]
    }

    /// How many levels are drawn; what lies deeper is drawn there too. An archive may nest as deep
    /// as it likes, and a page has only so many columns.
    static let drawnLevels = 12

    private(set) var rows: [Row] = []

    /// - Parameter top: the path node to start from; `nil` for all roots.
    init(_ archive: ArchiveReader, from top: UInt32? = nil) {
        var recordsOfNode: [UInt32: [Int]] = [:]
        for (number, record) in archive.records.enumerated() where record.path != ArchiveRecord.none
        {
            recordsOfNode[record.path, default: []].append(number)
        }
        let children = Self.children(in: archive, holding: recordsOfNode)
        // A stack of its own: the depth is the archive's choice.
        var waiting = (top.map { [$0] } ?? children[ArchiveRecord.none] ?? []).reversed().map {
            (node: $0, depth: 0, continues: [Bool]())
        }
        while let next = waiting.popLast() {
            let below = children[next.node] ?? []
            rows.append(
                Row(
                    depth: next.depth,
                    continues: next.continues,
                    hasChildren: !below.isEmpty,
                    path: archive.path(of: next.node),
                    records: recordsOfNode[next.node] ?? []
                )
            )
            for child in below.reversed() {
                let isDrawn = next.depth < Self.drawnLevels
                let continues = isDrawn ? next.continues + [child != below.last] : next.continues
                waiting.append((child, next.depth + 1, continues))
            }
        }
    }

    /// The nodes below each node that have a record, or lead to one.
    private static func children(
        in archive: ArchiveReader,
        holding records: [UInt32: [Int]]
    ) -> [UInt32: [UInt32]] {
        var leads = archive.paths.indices.map { records[UInt32($0)] != nil }
        // Parents come before their children in the table, so backwards each node is settled.
        for node in archive.paths.indices.reversed() where leads[node] {
            let parent = archive.paths[node].parent
            if parent != ArchiveRecord.none { leads[Int(parent)] = true }
        }
        var children: [UInt32: [UInt32]] = [:]
        for node in archive.paths.indices where leads[node] {
            children[archive.paths[node].parent, default: []].append(UInt32(node))
        }
        return children
    }
}
