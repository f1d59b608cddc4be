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

    /// - Parameter top: the record to start from; `nil` for all roots.
    init(_ archive: ArchiveReader, from top: Int? = nil) {
        var children: [Int: [Int]] = [:]
        for number in archive.records.indices.dropFirst() {
            let parent = archive.records[number].parent
            children[parent == ArchiveRecord.none ? 0 : Int(parent), default: []].append(number)
        }
        // A stack of its own: the depth is the archive's choice.
        var waiting = (top.map { [$0] } ?? children[0] ?? []).reversed().map {
            (number: $0, depth: 0, continues: [Bool]())
        }
        while let next = waiting.popLast() {
            let below = children[next.number] ?? []
            guard let path = archive.path(of: next.number) else { continue }
            rows.append(
                Row(
                    depth: next.depth,
                    continues: next.continues,
                    hasChildren: !below.isEmpty,
                    path: path,
                    records: archive.records[next.number].isBare ? [] : [next.number]
                )
            )
            for child in below.reversed() {
                let isDrawn = next.depth < Self.drawnLevels
                let continues = isDrawn ? next.continues + [child != below.last] : next.continues
                waiting.append((child, next.depth + 1, continues))
            }
        }
    }
}
