import RestorationCore

/// The objects of an archive in preorder.
struct ObjectTree {
    struct Row {
        let depth: Int
        /// For each drawn ancestor level, outermost first, and for the row itself: whether a
        /// sibling follows.
        let continues: [Bool]
        let hasChildren: Bool
        let path: RestorationPath
        /// The records at the path. Empty if only descendants are preserved.
        let records: [Int]
    }

    /// The maximum depth to draw. Deeper rows are drawn at this level, since archives may nest
    /// without limit, but a page has few columns.
    static let drawnLevels = 12

    private(set) var rows: [Row] = []

    /// - Parameter top: The record to start from; `nil` for all roots.
    init(_ archive: ArchiveReader, from top: Int? = nil) {
        var children: [Int: [Int]] = [:]
        for number in archive.records.indices.dropFirst() {
            let parent = archive.records[number].parent
            children[parent == ArchiveRecord.none ? 0 : Int(parent), default: []].append(number)
        }
        // An explicit stack, since the archive determines the depth.
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
