/// The rows of the main or the alternate screen, and the cursor that was saved on it.
struct TerminalGrid: Hashable, Sendable {
    private(set) var rows: [TerminalRow]
    private(set) var columns: Int
    /// What DECSC kept.
    ///
    /// Each of the two screens has its own, as in xterm.
    var savedCursor: SavedCursor?

    init(rows: Int, columns: Int) {
        self.rows = Array(repeating: TerminalRow(columns: columns), count: rows)
        self.columns = columns
    }

    subscript(row: Int) -> TerminalRow {
        get { rows[row] }
        _modify { yield &rows[row] }
    }

    /// Moves the rows of a region up; blank rows follow.
    mutating func scrollUp(_ region: Range<Int>, by count: Int, style: TerminalStyle) {
        let count = min(count, region.count)
        rows.removeSubrange(region.lowerBound..<(region.lowerBound + count))
        rows.insert(contentsOf: blankRows(count, style), at: region.upperBound - count)
    }

    /// Moves the rows of a region down; blank rows take their place.
    mutating func scrollDown(_ region: Range<Int>, by count: Int, style: TerminalStyle) {
        let count = min(count, region.count)
        rows.removeSubrange((region.upperBound - count)..<region.upperBound)
        rows.insert(contentsOf: blankRows(count, style), at: region.lowerBound)
    }

    /// Blanks whole rows.
    mutating func erase(_ range: Range<Int>, style: TerminalStyle) {
        rows.replaceSubrange(range, with: blankRows(range.count, style))
    }

    /// Changes the size, keeping the upper left corner but for rows that leave at the top.
    mutating func resize(rows count: Int, columns: Int, droppingAtTop dropped: Int) {
        self.columns = columns
        rows.removeFirst(dropped)
        if rows.count > count { rows.removeLast(rows.count - count) }
        for row in rows.indices { rows[row].resize(columns: columns) }
        let missing = repeatElement(TerminalRow(columns: columns), count: count - rows.count)
        rows.append(contentsOf: missing)
    }

    private func blankRows(_ count: Int, _ style: TerminalStyle) -> Repeated<TerminalRow> {
        repeatElement(TerminalRow(columns: columns, style: style), count: count)
    }
}

/// What DECSC saves and DECRC brings back.
struct SavedCursor: Hashable, Sendable {
    var position: TerminalPosition
    var isWrapPending: Bool
    var style: TerminalStyle
    var charsets: CharacterSets
}
