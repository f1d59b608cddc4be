/// Moving the cursor, and saving it.
extension TerminalScreen {
    /// Moves the cursor to a place, or as near to it as the screen allows.
    mutating func move(toRow row: Int, column: Int) {
        cursor.row = min(max(row, 0), rowCount - 1)
        cursor.column = min(max(column, 0), columnCount - 1)
        isWrapPending = false
    }

    mutating func move(toColumn column: Int) {
        move(toRow: cursor.row, column: column)
    }

    /// Moves up (CUU).
    ///
    /// Inside the scroll region, the cursor stays in it.
    mutating func moveUp(_ count: Int) {
        let isInside = cursor.row >= scrollRegion.lowerBound
        let top = isInside ? scrollRegion.lowerBound : 0
        move(toRow: max(cursor.row - count, top), column: cursor.column)
    }

    /// Moves down (CUD).
    ///
    /// Inside the scroll region, the cursor stays in it.
    mutating func moveDown(_ count: Int) {
        let isInside = cursor.row < scrollRegion.upperBound
        let bottom = (isInside ? scrollRegion.upperBound : rowCount) - 1
        move(toRow: min(cursor.row + count, bottom), column: cursor.column)
    }

    /// Moves right to a tab stop or the last column (HT, CHT).
    mutating func moveToTabStop(after count: Int) {
        let stops = tabStops.filter { $0 > cursor.column }.sorted()
        move(toColumn: count <= stops.count ? stops[count - 1] : columnCount - 1)
    }

    /// Moves left to a tab stop or the first column (CBT).
    mutating func moveToTabStop(before count: Int) {
        let stops = tabStops.filter { $0 < cursor.column }.sorted(by: >)
        move(toColumn: count <= stops.count ? stops[count - 1] : 0)
    }

    /// Moves down, and scrolls at the bottom of the scroll region (LF, IND).
    mutating func index() {
        isWrapPending = false
        if cursor.row == scrollRegion.upperBound - 1 {
            grid.scrollUp(scrollRegion, by: 1, style: style.erased)
        } else {
            cursor.row = min(cursor.row + 1, rowCount - 1)
        }
    }

    /// Moves up, and scrolls at the top of the scroll region (RI).
    mutating func reverseIndex() {
        isWrapPending = false
        if cursor.row == scrollRegion.lowerBound {
            grid.scrollDown(scrollRegion, by: 1, style: style.erased)
        } else {
            cursor.row = max(cursor.row - 1, 0)
        }
    }

    /// Keeps the cursor with its style and character sets (DECSC).
    mutating func saveCursor() {
        grid.savedCursor = SavedCursor(
            position: cursor,
            isWrapPending: isWrapPending,
            style: style,
            charsets: charsets
        )
    }

    /// Brings back what was saved; what a terminal starts with, if nothing was (DECRC).
    mutating func restoreCursor() {
        guard let saved = grid.savedCursor else {
            style = .plain
            charsets = CharacterSets()
            return move(toRow: 0, column: 0)
        }
        style = saved.style
        charsets = saved.charsets
        move(toRow: saved.position.row, column: saved.position.column)
        isWrapPending = saved.isWrapPending && cursor == saved.position
    }
}
