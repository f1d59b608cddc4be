internal import CPseudoTerminal

/// Printing characters.
extension TerminalScreen {
    /// Prints a character at the cursor.
    mutating func print(_ scalar: Unicode.Scalar) {
        switch Self.width(of: scalar) {
        case nil: break
        case 0: mark(scalar)
        case let width?: place(scalar, width: width)
        }
    }

    private mutating func place(_ scalar: Unicode.Scalar, width: Int) {
        // A wide character does not fit a screen of one column.
        guard width <= columnCount else { return }
        let isRoomLeft = cursor.column + width <= columnCount
        if isWrapPending || !isRoomLeft {
            cursor.column = 0
            moveToNextRow()
        }
        let extent: TerminalCell.Extent = width == 2 ? .wide : .narrow
        grid[cursor.row].put(
            TerminalCell(scalar, extent: extent, style: style),
            at: cursor.column
        )
        advance(by: width)
    }

    private mutating func advance(by width: Int) {
        isWrapPending = cursor.column + width == columnCount
        cursor.column = isWrapPending ? columnCount - 1 : cursor.column + width
    }

    /// Appends a combining character to the preceding character of this row, if any.
    private mutating func mark(_ scalar: Unicode.Scalar) {
        let column = isWrapPending ? cursor.column : cursor.column - 1
        guard column >= 0 else { return }
        grid[cursor.row].mark(scalar, at: column)
    }

    /// The display width of a character, in columns: 0 if it combines, `nil` for a control
    /// character.
    static func width(of scalar: Unicode.Scalar) -> Int? {
        switch scalar.value {
        case 0x20...0x7E: return 1
        case 0x00...0x1F, 0x7F...0x9F: return nil
        default:
            let width = Int(pseudo_terminal_columns(scalar.value))
            // -1: the system's tables lack the character.
            return width < 0 ? 1 : width
        }
    }
}
