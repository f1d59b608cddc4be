/// Control characters, and moving the cursor.
extension TerminalScreen {
    /// Performs a control character; ignores one without effect on the screen.
    mutating func performControl(_ byte: UInt8) {
        switch byte {
        case 0x08: move(toColumn: cursor.column - 1)
        case 0x09: move(toColumn: (cursor.column / 8 + 1) * 8)
        case 0x0A: moveToNextRow()
        case 0x0D: move(toColumn: 0)
        default: break
        }
    }

    /// Moves the cursor to a position, clamped to the screen.
    mutating func move(toRow row: Int, column: Int) {
        cursor.row = min(max(row, 0), rowCount - 1)
        cursor.column = min(max(column, 0), columnCount - 1)
        isWrapPending = false
    }

    private mutating func move(toColumn column: Int) {
        move(toRow: cursor.row, column: column)
    }

    /// Moves down one row, and scrolls at the bottom of the screen (LF).
    mutating func moveToNextRow() {
        isWrapPending = false
        if cursor.row == rowCount - 1 {
            grid.scrollUp(style: style.erased)
        } else {
            cursor.row += 1
        }
    }
}
