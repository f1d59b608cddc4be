/// The rows of the main or the alternate screen.
struct TerminalGrid: Hashable, Sendable {
    private(set) var rows: [TerminalRow]
    private(set) var columns: Int

    init(rows: Int, columns: Int) {
        self.rows = Array(repeating: TerminalRow(columns: columns), count: rows)
        self.columns = columns
    }

    subscript(row: Int) -> TerminalRow {
        get { rows[row] }
        _modify { yield &rows[row] }
    }

    /// Moves the rows up and adds a blank row at the bottom.
    mutating func scrollUp(style: TerminalStyle) {
        rows.removeFirst()
        rows.append(TerminalRow(columns: columns, style: style))
    }

    /// Blanks whole rows.
    mutating func erase(_ range: Range<Int>, style: TerminalStyle) {
        for row in range { rows[row] = TerminalRow(columns: columns, style: style) }
    }

    /// Changes the size, anchored at the upper left corner, after dropping `dropped` rows at the
    /// top.
    mutating func resize(rows count: Int, columns: Int, droppingAtTop dropped: Int) {
        self.columns = columns
        rows.removeFirst(dropped)
        if rows.count > count { rows.removeLast(rows.count - count) }
        for row in rows.indices { rows[row].resize(columns: columns) }
        let missing = repeatElement(TerminalRow(columns: columns), count: count - rows.count)
        rows.append(contentsOf: missing)
    }
}

/// The state of the main screen, besides its rows, while the alternate screen is shown.
struct SavedCursor: Hashable, Sendable {
    var position: TerminalPosition
    var isWrapPending: Bool
    var style: TerminalStyle
}
