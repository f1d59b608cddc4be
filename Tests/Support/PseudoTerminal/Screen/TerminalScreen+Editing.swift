/// Erasing. Blanked cells take the current background.
extension TerminalScreen {
    /// ED: 0 from the cursor to the end, 1 from the start to the cursor, 2 everything.
    mutating func eraseInDisplay(_ which: Int) {
        switch which {
        case 0:
            eraseInLine(0)
            grid.erase((cursor.row + 1)..<rowCount, style: style.erased)
        case 1:
            eraseInLine(1)
            grid.erase(0..<cursor.row, style: style.erased)
        case 2:
            isWrapPending = false
            grid.erase(0..<rowCount, style: style.erased)
        // 3 clears the scrollback; this terminal has none.
        default: break
        }
    }

    /// EL: 0 from the cursor to the end, 1 from the start to the cursor, 2 the whole row.
    mutating func eraseInLine(_ which: Int) {
        switch which {
        case 0: eraseInRow(cursor.column..<columnCount)
        case 1: eraseInRow(0..<(cursor.column + 1))
        case 2: eraseInRow(0..<columnCount)
        default: break
        }
    }

    private mutating func eraseInRow(_ range: Range<Int>) {
        isWrapPending = false
        grid[cursor.row].erase(range, style: style.erased)
    }
}
